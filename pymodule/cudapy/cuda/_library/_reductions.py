"""What the reductions of arrays are in kernels, `numpy.sum(a)` and `a.sum()` and their kin: functions that
kernels call, with numba's types, order of additions and treatment of NaN.

All go through the elements row by row. `a.ndim == 1` is known when they are compiled, so that each dimension
has a version of its own. `x != x` is true of a NaN alone.
"""

from __future__ import annotations

from .._types import int8
from ._kinds import listed


def np_widened(a):
    """Returns a zero of the type that sums have: integers are added as numbers of 64 bits."""
    return a.dtype.type(0) + a.dtype.type(0)


def np_real(a):
    """Returns a zero of the type that means have: integers are averaged as numbers of double precision."""
    return a.dtype.type(0) / a.dtype.type(1)


def np_added(a, total):
    if a.ndim == 1:
        for value in a:
            total += value
        return total
    else:
        for i in range(a.shape[0]):
            total = np_added(a[i], total)
        return total


def np_multiplied(a, total):
    if a.ndim == 1:
        for value in a:
            total *= value
        return total
    else:
        for i in range(a.shape[0]):
            total = np_multiplied(a[i], total)
        return total


def np_sum(a):
    return np_added(a, np_widened(a))


def np_prod(a):
    one = a.dtype.type(1)
    return np_multiplied(a, one * one)


def np_mean(a):
    return np_added(a, np_real(a)) / a.size


def np_squares(a, mean, total):
    if a.ndim == 1:
        for value in a:
            off = float(value - mean)  # which is no complex number
            total += off * off
        return total
    else:
        for i in range(a.shape[0]):
            total = np_squares(a[i], mean, total)
        return total


def np_var(a):
    return np_squares(a, np_mean(a), 0.0) / a.size


def np_std(a):
    return np_var(a) ** 0.5


def np_min(a):
    if a.ndim == 1:
        least = a[0]
        for value in a:
            if value != value:
                return value
            if value < least:
                least = value
        return least
    else:
        least = np_min(a[0])
        for i in range(1, a.shape[0]):
            value = np_min(a[i])
            if value != value:
                return value
            if value < least:
                least = value
        return least


def np_max(a):
    if a.ndim == 1:
        greatest = a[0]
        for value in a:
            if value != value:
                return value
            if value > greatest:
                greatest = value
        return greatest
    else:
        greatest = np_max(a[0])
        for i in range(1, a.shape[0]):
            value = np_max(a[i])
            if value != value:
                return value
            if value > greatest:
                greatest = value
        return greatest


def np_all(a):
    if a.ndim == 1:
        for value in a:
            if not value:
                return False
        return True
    else:
        for i in range(a.shape[0]):
            if not np_all(a[i]):
                return False
        return True


def np_any(a):
    if a.ndim == 1:
        for value in a:
            if value:
                return True
        return False
    else:
        for i in range(a.shape[0]):
            if np_any(a[i]):
                return True
        return False


def np_count_nonzero(a):
    if a.ndim == 1:
        count = 0
        for value in a:
            if value:
                count += 1
        return count
    else:
        count = 0
        for i in range(a.shape[0]):
            count += np_count_nonzero(a[i])
        return count


def np_nanmin(a):
    if a.ndim == 1:
        least = a[0]
        for value in a:
            if not least < value and value == value:
                least = value
        return least
    else:
        least = np_nanmin(a[0])
        for i in range(1, a.shape[0]):
            value = np_nanmin(a[i])
            if not least < value and value == value:
                least = value
        return least


def np_nanmax(a):
    if a.ndim == 1:
        greatest = a[0]
        for value in a:
            if not greatest > value and value == value:
                greatest = value
        return greatest
    else:
        greatest = np_nanmax(a[0])
        for i in range(1, a.shape[0]):
            value = np_nanmax(a[i])
            if not greatest > value and value == value:
                greatest = value
        return greatest


def np_added_numbers(a, total):
    if a.ndim == 1:
        for value in a:
            if value == value:
                total += value
        return total
    else:
        for i in range(a.shape[0]):
            total = np_added_numbers(a[i], total)
        return total


def np_multiplied_numbers(a, total):
    if a.ndim == 1:
        for value in a:
            if value == value:
                total *= value
        return total
    else:
        for i in range(a.shape[0]):
            total = np_multiplied_numbers(a[i], total)
        return total


def np_count_numbers(a):
    if a.ndim == 1:
        count = 0
        for value in a:
            if value == value:
                count += 1
        return count
    else:
        count = 0
        for i in range(a.shape[0]):
            count += np_count_numbers(a[i])
        return count


def np_nansum(a):
    return np_added_numbers(a, a.dtype.type(0) + int8(0))  # integers are added as an int64


def np_nanprod(a):
    return np_multiplied_numbers(a, a.dtype.type(1) * int8(1))


def np_nanmean(a):
    return np_added_numbers(a, 0.0) / np_count_numbers(a)


def choose(name, kinds):
    """Returns the function that a reduction is for arguments of these types, or a text that says what is
    refused."""
    if len(kinds) != 1 or not kinds[0].ndim or kinds[0].number is None:
        return f"`np.{name}` of {listed(kinds)}"
    if kinds[0].name.startswith("complex") and name not in _OF_COMPLEX:
        return f"`np.{name}` of complex numbers"
    return globals()[f"np_{name}"]


_OF_COMPLEX = ("all", "any", "count_nonzero", "mean", "prod", "sum")
