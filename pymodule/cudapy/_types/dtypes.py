"""What is given as dtype=: a type of the language, a NumPy type, or the name of one of either."""

from __future__ import annotations

from .. import _core
from .._ufuncs.numbers import ALIASES, TYPES

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    import numpy

# NumPy's are of 64 bits and the language's of 32.
_TWO_MEANINGS = {
    "float": ("float32", "float64"),
    "int": ("int32", "int64"),
    "complex": ("complex64", "complex128"),
}


def element_type(dtype: Any, who: str) -> _core.Type | type[Any]:
    """The type of the language for what is given as one; `who` is what the user called."""
    if isinstance(dtype, str):
        dtype = _of_name(dtype, who)
    try:
        return _core.elemType(_core.empty(0, dtype, "cpu"))
    except TypeError as error:
        raise TypeError(f"{who}: {str(error).removeprefix('empty: ')}") from None


def numpys(who: str) -> ModuleType:
    """The module numpy."""
    try:
        import numpy
    except ModuleNotFoundError:
        reason = f"{who}: it makes NumPy's arrays, and NumPy is not installed here"
        raise ModuleNotFoundError(reason, name="numpy") from None
    return numpy


def _of_name(name: str, who: str) -> _core.Type | numpy.dtype[Any]:
    if name in _TWO_MEANINGS:
        single, double = _TWO_MEANINGS[name]
        means = f'"{name}" is {single} in kernels and {double} in NumPy'
        raise TypeError(f'{who}: {means}: write "{single}" or "{double}"')
    kind = TYPES.get(ALIASES.get(name, name))
    if kind is not None:
        return kind
    try:
        found: numpy.dtype[Any] = numpys(who).dtype(name)
        return found
    except (TypeError, ModuleNotFoundError):
        known = 'write one such as "float32", "int64" or "bool"'
        raise TypeError(f'{who}: "{name}" is no name of a type: {known}') from None
