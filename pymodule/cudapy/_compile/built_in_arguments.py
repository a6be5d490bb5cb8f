"""Built-in functions and types as arguments of generic kernels: a lambda that calls one stands for it."""

from __future__ import annotations

import importlib
import types

from .bindings import Member
from .resolve import _member

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any


def path_of(value: Any) -> str | None:
    """Returns the path by which kernels know a built-in function or a type: "math.sqrt", "builtins.max"; None
    for anything else."""
    if isinstance(value, type) and "__cudapy_fields__" in vars(value):
        return (
            value.__name__ if value.__name__.isidentifier() else "made"
        )  # it may have been given any name since
    if isinstance(value, types.FunctionType):
        return None
    answer = _member(value)
    return answer.path if isinstance(answer, Member) else None


def lambda_for(value: Any, arity: int) -> tuple[types.FunctionType, str, str]:
    """A lambda that calls a built-in with so many arguments, and its text."""
    path = path_of(value)
    assert path is not None
    module, _, name = path.rpartition(".")
    called = name
    scope = {name: value}
    if module not in ("", "builtins"):
        scope = {module: importlib.import_module(module)}
        called = path
    parameters = ", ".join("abcdefghijklmnopqrstuvwxyz"[:arity])
    text = f"lambda {parameters}: {called}({parameters})"
    return eval(compile(text, f"<{called}>", "eval"), scope), text, f"<{called}>"
