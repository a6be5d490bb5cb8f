"""NumPy's dates from outside of kernels, and its function of dates: `np.isnat(d)`."""

from __future__ import annotations

from ..._compile.bindings import Date
from ..._types.dates import date_of
from ._kinds import listed

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._kinds import Choice, Kind


def answer(value: Any) -> Date | None:
    """Returns what kernels are told of a date, see cudapy/_compile/bindings.py; None for one that they do not
    have."""
    if hasattr(type(value), "__array_finalize__"):
        return None
    try:
        return Date(date_of(value.dtype), int(value.astype("int64")))
    except TypeError:
        return None


def choose(name: str, kinds: Sequence[Kind]) -> Choice:
    """Returns the function for an argument of this type, or a text that says what is refused."""
    if len(kinds) != 1 or kinds[0].keyword or kinds[0].ndim or not kinds[0].is_date:
        return f"`np.{name}` of {listed(kinds)}"
    from .._device_functions.numbers import np_isnat  # when it is needed, as other choosers are

    return np_isnat
