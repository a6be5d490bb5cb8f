"""Functions of one number or one date."""

from __future__ import annotations

import math


def np_isnat(date):
    return date != date  # only NaT is unequal to itself


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
