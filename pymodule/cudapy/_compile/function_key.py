"""Keys that tell apart functions that are compiled differently, by their code and their present captures."""

from __future__ import annotations

import struct
import types

from .numba_objects import ours
from .stand_ins import WRAPPERS

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any


class Same:
    """An object that equals only itself, and lives as long as the key: a number like id() would be given out
    again."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


def function_key(function: types.FunctionType, seen: set[int] | None = None) -> Any:
    """A key of a dict for the function; those that it calls, which are compiled along with it, are in it."""
    code = function.__code__
    seen = set() if seen is None else seen
    if id(code) in seen:
        return code
    seen.add(id(code))
    names = names_in(code)
    key: list[Any] = [code]
    for cell in function.__closure__ or ():
        try:
            key.append(_value_key(cell.cell_contents, names, seen))
        except ValueError:  # not assigned yet
            key.append(None)
    for name in names:
        if name in function.__globals__:
            key.append(_value_key(function.__globals__[name], names, seen))
    key += [_value_key(value, names, seen) for value in function.__defaults__ or ()]
    for name, value in sorted((function.__kwdefaults__ or {}).items()):
        key.append((name, _value_key(value, names, seen)))
    return tuple(key)


def names_in(code: types.CodeType) -> list[str]:
    """The names that a function and the lambdas in it use, in a fixed order."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names += names_in(constant)
    return names


def _is_constant(value: Any) -> bool:
    kind = type(value)
    return (
        isinstance(value, (int, float, complex, tuple))
        or hasattr(kind, "__cudapy_vector__")
        or hasattr(kind, "__cudapy_fields__")
    )


def _value_key(value: Any, names: list[str], seen: set[int]) -> Any:
    if isinstance(value, tuple):
        return tuple(_value_key(item, names, seen) for item in value)
    value = ours(value)
    kind = type(value)
    if hasattr(kind, "__cudapy_vector__"):
        return kind, _value_key(tuple(value), names, seen)
    if hasattr(kind, "__cudapy_fields__"):  # its fields may change
        return kind, tuple(
            _value_key(getattr(value, name), names, seen) for name, _ in kind.__cudapy_fields__
        )
    # 1, 1.0 and True are the same key of a dict, but make different kernels. So do 0.0 and -0.0.
    if isinstance(value, float):  # by its bits, because NaN does not equal itself
        return type(value), struct.pack("d", value)
    if isinstance(value, int):
        return type(value), int(value)
    if isinstance(value, complex):
        return type(value), struct.pack("dd", value.real, value.imag)
    if type(value).__module__ == "numpy" and hasattr(value, "tobytes") and not getattr(value, "ndim", 1):
        return type(value), value.tobytes()
    if isinstance(value, WRAPPERS):
        while hasattr(value, "__wrapped__"):
            value = value.__wrapped__
    if isinstance(value, types.FunctionType):
        return function_key(value, seen)
    if isinstance(value, types.ModuleType) and value.__name__ not in ("math", "cmath", "numpy", "cudapy"):
        members = vars(value)
        return (
            value.__name__,
            *(_value_key(members[name], names, seen) for name in names if _is_constant(members.get(name))),
        )
    return Same(value)
