"""NumPy's dates from outside of kernels, and its function of dates: `np.isnat(d)`."""

from __future__ import annotations

from ..._compile.bindings import Date
from ..._types.dates import date_of
from ._kinds import listed


def answer(value):
    """Returns what kernels are told of a date, see cudapy/_compile/bindings.py; None for one that they do not
    have."""
    if hasattr(type(value), "__array_finalize__"):
        return None
    try:
        return Date(date_of(value.dtype), int(value.astype("int64")))
    except TypeError:
        return None


def np_isnat(date):
    return date != date  # only NaT is unequal to itself


def choose(name, kinds):
    """Returns the function for an argument of this type, or a text that says what is refused."""
    if len(kinds) != 1 or kinds[0].keyword or kinds[0].ndim or not kinds[0].is_date:
        return f"`np.{name}` of {listed(kinds)}"
    return np_isnat
