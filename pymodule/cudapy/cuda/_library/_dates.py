"""NumPy's function of dates: `np.isnat(d)`."""

from __future__ import annotations

from ._kinds import listed


def np_isnat(date):
    return date != date  # NaT alone is unequal to itself


def choose(name, kinds):
    """Returns the function for an argument of this type, or a text that says what is refused."""
    if len(kinds) != 1 or kinds[0].keyword or kinds[0].ndim or not kinds[0].is_date:
        return f"`np.{name}` of {listed(kinds)}"
    return np_isnat
