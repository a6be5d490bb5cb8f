"""The type in which operands of an operator meet: NumPy's, which is found here because NumPy need not be
installed."""

from __future__ import annotations

from .._ufuncs.numbers import KINDS, LIMITS, OF_PYTHON

_BITS = {
    "bool": 8,
    "uint8": 8,
    "int8": 8,
    "uint16": 16,
    "int16": 16,
    "half": 16,
    "bfloat16": 16,
    "uint32": 32,
    "int": 32,
    "float": 32,
    "uint64": 64,
    "int64": 64,
    "double": 64,
    "complex64": 64,
    "complex128": 128,
}
_SIGNED = {8: "int8", 16: "int16", 32: "int", 64: "int64"}
BOOL, UNSIGNED, SIGNED, FLOATING, COMPLEX = range(5)  # the values of KINDS


def common_type(one: str, other: str) -> str:
    """Returns the name of the type that NumPy has for results of two arrays of these types."""
    if one == other:
        return one
    low, high = sorted((one, other), key=lambda name: (KINDS[name], _BITS[name]))
    if KINDS[low] == BOOL:
        return high
    if KINDS[high] in (UNSIGNED, SIGNED):
        return _integer(low, high)
    if KINDS[high] == FLOATING:
        return _floating(low, high)
    is_narrow = low == "float" or _BITS[low] <= 16 or low == "complex64"
    return "complex64" if high == "complex64" and is_narrow else "complex128"


def _integer(low: str, high: str) -> str:
    if KINDS[low] == KINDS[high] or _BITS[high] > _BITS[low]:
        return high
    return _SIGNED.get(2 * _BITS[low], "double")


def _floating(low: str, high: str) -> str:
    if KINDS[low] == FLOATING:
        return high if _BITS[high] > _BITS[low] else "float"  # half and bfloat16
    least = 8 if high == "half" else 0 if high == "bfloat16" else 16
    if high == "double" or _BITS[low] <= least:
        return high
    return "float" if _BITS[low] <= 16 else "double"


def met_by_number(name: str, value: complex) -> str:
    """Returns the name of the type in which an array of this type and a number of Python's own meet. Such a
    number is weak: it has no width, and must fit. Raises OverflowError."""
    kind = OF_PYTHON[type(value)]
    if type(value) is int:
        met = "int64" if name == "bool" else name
        if met in LIMITS and not LIMITS[met][0] <= value <= LIMITS[met][1]:
            raise OverflowError(f"{value} does not fit the array's {met}: convert it with A.astype(...)")
        return met
    if kind == FLOATING:
        return name if KINDS[name] >= FLOATING else "double"
    if kind == COMPLEX:
        narrow = name in ("half", "bfloat16", "float", "complex64")
        return "complex64" if narrow else "complex128"
    return name
