"""Python's own functions whose types numba chooses by their arguments: `complex` and `round(x, digits)`."""

from __future__ import annotations

from .._device_functions.numbers import round_digits
from ._complex import make_complex
from ._kinds import listed
from ._making import specialized

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._kinds import Choice, Kind

_DIGITS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool")
_SINGLE = ("bool", "int8", "int16", "uint8", "float16", "float32")  # what numba rounds as a float32


def choose(name: str, kinds: Sequence[Kind]) -> Choice:
    """Returns the function for arguments of these types, None where it is the built-in one, or a text that
    says what is refused."""
    if name == "complex":
        return make_complex(kinds)
    if len(kinds) == 1:
        return None
    return _round(kinds)


def _round(kinds: Sequence[Kind]) -> Choice:
    if len(kinds) != 2 or any(each.ndim or not each.number for each in kinds):
        return f"`round` of {listed(kinds)}"
    if kinds[1].name not in _DIGITS or kinds[0].name.startswith("complex"):
        return f"`round` of {listed(kinds)}"
    kind = "float" if kinds[0].name in _SINGLE else "double"
    return specialized(round_digits, f"round_digits_{kind}", [("x", kind), ("ndigits", "int64")], kind)
