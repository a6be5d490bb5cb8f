"""The objects that a simulated kernel has in place of those that the kernel captured."""

from __future__ import annotations

import builtins
import cmath
import enum
import inspect
import math
import sys
import types
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from .._compile import names
from .._types import names as type_names
from . import blocks
from .built_ins import CASTS, COORDINATES, CudapyModule
from .dtypes import load
from .math_functions import CMATH, MATH, NUMPY
from .structs import is_struct, is_vector, kind_of_class

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .program import Program

Changed: TypeAlias = dict[tuple[str, ...], Any]  # values by the paths of attributes


def seen(program: Program, value: Any, coordinate: Callable[[str], object]) -> Any:
    """Returns the object that a kernel sees for a global or closure value. For a coordinate, whose value
    differs between threads, `coordinate(name)` is called."""
    if value is math:
        return MATH
    if value is cmath:
        return CMATH
    if value is np:
        return NUMPY
    if value is sys.modules["cudapy"]:
        return CudapyModule(program)
    if isinstance(value, types.ModuleType):
        return Namespace(program, value)
    if type(value).__module__ == "cudapy._compile.cuda_source":
        raise CudaCode
    for name in blocks.NAMES:
        if getattr(names, name) is value:
            return getattr(program.cooperation, name)
    if is_struct(value) or is_vector(value):
        return kind_of_class(value)
    if is_struct(type(value)) or is_vector(type(value)):
        return kind_of_class(type(value)).of(value)
    if type(value) is tuple:
        return tuple(seen(program, item, coordinate) for item in value)
    value = inspect.unwrap(value) if callable(value) else value
    if isinstance(value, types.FunctionType) and program.lists(value):
        return program.linked(value)
    for name in COORDINATES:
        if getattr(names, name, None) is value:
            coordinate(name)
            return None
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, np.generic):
        return load(value)
    for cast in CASTS:
        if any(getattr(module, cast, None) is value for module in (type_names, np, builtins)):
            return CASTS[cast]
    for module, meaning in ((math, MATH), (cmath, CMATH), (np, NUMPY)):
        short = getattr(value, "__name__", "")
        if callable(value) and getattr(module, short, None) is value:
            return getattr(meaning, short)
    if isinstance(value, types.FunctionType) and value.__module__.partition(".")[0] not in (
        "cudapy",
        "numpy",
    ):
        return program.linked(value)
    if isinstance(value, type) and value.__module__.partition(".")[0] not in ("builtins", "cudapy", "numpy"):
        return Namespace(program, value)
    return value


class CudaCode(TypeError):
    """Something of CUDA C++ that a kernel uses."""


class Namespace:
    """A module, or a class with constants: each of its names is what a captured value would be. `changed` are
    values to have instead, by their paths."""

    def __init__(self, program: Program, of: Any, changed: Changed | None = None) -> None:
        self._program, self._of, self._changed = program, of, changed or {}

    def __getattr__(self, name: str) -> Any:
        value = self._changed.get((name,), _MISSING)
        value = getattr(self._of, name) if value is _MISSING else value
        if isinstance(value, enum.Enum):
            return value if isinstance(value, (int, float)) else _Member.of(value)
        found: list[str] = []
        value = seen(self._program, value, found.append)
        if isinstance(value, Namespace):
            inner = ((path, each) for path, each in self._changed.items() if path[0] == name)
            value._changed = {path[1:]: each for path, each in inner if len(path) > 1}
        return self._program.thread[found[0]] if found else value


_MISSING = object()


class _Member:
    """A member of an enumeration whose members are no numbers: kernels take its value, and may ask for it,
    too."""

    @staticmethod
    def of(member: enum.Enum) -> Any:
        kind = type(member.value)
        if kind not in (int, float):
            return member
        made = type(type(member).__name__, (kind,), {"name": member.name, "value": member.value})
        return made(member.value)
