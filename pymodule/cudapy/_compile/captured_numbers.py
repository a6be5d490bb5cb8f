"""A warning about functions that are compiled anew for each value of a number that they take from outside.

Such a number is a constant of the compiled kernel. In a loop over its values each iteration compiles and
fills the cache, which a parameter would spare.
"""

from __future__ import annotations

from .function_key import names_in

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FunctionType
    from typing import Any

MOST = 10  # values of one number, after which the warning comes

_values: dict[tuple[Any, ...], set[tuple[type, Any]]] = {}  # of each number of each function's code
_warned: set[tuple[Any, ...]] = set()


def note(functions: Iterable[FunctionType]) -> None:
    """Notes with which numbers functions were compiled. Warns once for a function whose numbers had MOST
    values."""
    for function in functions:
        code = function.__code__
        place = code.co_filename, code.co_firstlineno, code
        if place in _warned:
            continue
        captured = _numbers_of(function)
        changing = [name for name, value in captured.items() if _is_new_too_often((*place, name), value)]
        if changing:
            _warned.add(place)
            for name in captured:
                _values.pop((*place, name), None)
            _warn(function, changing)


def _is_new_too_often(key: tuple[Any, ...], value: tuple[type, Any]) -> bool:
    values = _values.setdefault(key, set())
    values.add(value)
    return len(values) >= MOST


def _numbers_of(function: FunctionType) -> dict[str, tuple[type, Any]]:
    """The numbers that a function takes from outside, by name, each with its type, as 1 and 1.0 make
    different kernels."""
    import numbers  # not with cudapy

    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            pass
    for name in names_in(function.__code__):
        if name in function.__globals__:
            found.setdefault(name, function.__globals__[name])
    return {
        name: (type(value), value)
        for name, value in found.items()
        if isinstance(value, numbers.Number) and not isinstance(value, bool)
    }


def _warn(function: FunctionType, names: list[str]) -> None:
    import warnings

    name = "the lambda" if function.__name__ == "<lambda>" else function.__name__
    which = " and ".join(f"`{each}`" for each in names)
    text = (
        f"{name} was compiled for {MOST} values of {which}, which it takes from outside and which kernels "
        f"have as a constant: each value compiles it anew. Make it a parameter, and pass {which} as an "
        "argument: then it is compiled once"
    )
    warnings.warn_explicit(
        text, RuntimeWarning, function.__code__.co_filename, function.__code__.co_firstlineno
    )
