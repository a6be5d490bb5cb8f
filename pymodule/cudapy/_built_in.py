"""Built-in functions and types as arguments of generic kernels: a lambda that calls one stands for it."""

from __future__ import annotations

import importlib
import types

from ._resolve import _member

# Those of the module operator are what their names say.
_BINARY = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "lshift": "<<", "rshift": ">>",
    "and_": "&", "or_": "|", "xor": "^", "lt": "<", "le": "<=", "eq": "==", "ne": "!=", "gt": ">", "ge": ">=",
}
_UNARY = {"neg": "-", "pos": "+", "invert": "~", "inv": "~", "not_": "not "}


def _operator(function, arity):
    if getattr(function, "__module__", None) != "_operator":
        return None
    name = function.__name__
    if name in _BINARY and arity == 2:
        return f"a {_BINARY[name]} b"
    return f"{_UNARY[name]}a" if name in _UNARY and arity == 1 else None


def path_of(value):
    """Where kernels know a built-in function or a type from: "math.sqrt", "builtins.max"; None for anything else."""
    if isinstance(value, type) and "__cudapy_fields__" in vars(value):
        return value.__name__
    if isinstance(value, types.FunctionType):
        return None
    if isinstance(value, types.BuiltinFunctionType) and value.__module__ == "_operator":
        return f"operator.{value.__name__}"
    answer = _member(value)
    return answer[1] if answer and answer[0] == "member" else None


def lambda_for(value, arity):
    """A lambda that calls a built-in with so many arguments, and its text."""
    path = path_of(value)
    module, _, name = path.rpartition(".")
    scope = {name: value}
    called = name
    if module not in ("", "builtins"):
        scope = {module: importlib.import_module(module)}
        called = path
    parameters = ", ".join("abcdefghijklmnopqrstuvwxyz"[:arity])
    body = _operator(value, arity) or f"{called}({parameters})"
    text = f"lambda {parameters}: {body}"
    return eval(compile(text, f"<{called}>", "eval"), scope), text, f"<{called}>"  # noqa: S307 (the text is ours)
