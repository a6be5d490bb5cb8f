"""Python's own functions whose types numba chooses by their arguments: `complex` and `round(x, digits)`."""

from __future__ import annotations

import math

from ._complex import make_complex
from ._kinds import listed
from ._making import specialized

_DIGITS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool")
_SINGLE = ("bool", "int8", "int16", "uint8", "float16", "float32")  # what numba rounds as a float32


def choose(name, kinds):
    """Returns the function for arguments of these types, None where it is the built-in one, or a text that
    says what is refused."""
    if name == "complex":
        return make_complex(kinds)
    if len(kinds) == 1:
        return None
    return _round(kinds)


def _round(kinds):
    if len(kinds) != 2 or any(each.ndim or not each.number for each in kinds):
        return f"`round` of {listed(kinds)}"
    if kinds[1].name not in _DIGITS or kinds[0].name.startswith("complex"):
        return f"`round` of {listed(kinds)}"
    kind = "float" if kinds[0].name in _SINGLE else "double"
    return specialized(round_digits, f"round_digits_{kind}", [("x", kind), ("ndigits", "int64")], kind)


def round_digits(x, ndigits):
    """Rounds as CPython does where it has no exact way: by a power of ten, halves to even."""
    if math.isinf(x) or math.isnan(x):
        return x
    # Each of the two powers is a number, even where their product is none.
    second = 1e22 if ndigits > 22 else 1.0
    if ndigits >= 0:
        first = math.pow(10.0, ndigits - 22 if ndigits > 22 else ndigits)
        scaled = (x * first) * second
        if math.isinf(scaled):
            return x
    else:
        first = math.pow(10.0, -ndigits)
        scaled = x / first
    whole = math.rint(scaled)
    if math.fabs(scaled - whole) == 0.5:
        whole = 2.0 * math.rint(scaled / 2.0)
    if ndigits >= 0:
        return (whole / second) / first
    return whole * first
