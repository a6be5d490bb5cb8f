"""The reductions of arrays, with numba's types, order of additions and treatment of NaN.

All go through the elements row by row, and a function that is given for `step` puts each one to what was
there before. `a.ndim == 1` is known when they are compiled, so that each dimension has a version of its own.
`x != x` is true only of a NaN.
"""

from __future__ import annotations


def np_widened(a):
    """Returns a zero of the type that sums have: integers are added as numbers of 64 bits with or without a
    sign."""
    return a.dtype.type(0) + a.dtype.type(0)


def np_real(a):
    """Returns a zero of the type that means have: integers are averaged as numbers of double precision."""
    return a.dtype.type(0) / a.dtype.type(1)


def np_folded(a, total, step):
    if a.ndim == 1:
        for value in a:
            total = step(total, value)
        return total
    else:
        for i in range(a.shape[0]):
            total = np_folded(a[i], total, step)
        return total


def np_added(total, value):
    return total + value


def np_multiplied(total, value):
    return total * value


def np_added_number(total, value):
    return total + value if value == value else total


def np_multiplied_number(total, value):
    return total * value if value == value else total


def np_counted_number(count, value):
    return count + 1 if value == value else count


def np_counted(count, value):
    return count + 1 if value else count


def np_lesser(least, value):
    return value if least == least and (value != value or value < least) else least


def np_greater_one(greatest, value):
    return value if greatest == greatest and (value != value or value > greatest) else greatest


def np_lesser_number(least, value):
    return value if not least < value and value == value else least


def np_greater_number(greatest, value):
    return value if not greatest > value and value == value else greatest


def np_first(a):
    if a.ndim == 1:
        return a[0]
    else:
        return np_first(a[0])


def np_sum(a):
    return np_folded(a, np_widened(a), np_added)


def np_prod(a):
    one = a.dtype.type(1)
    return np_folded(a, one * one, np_multiplied)


def np_mean(a):
    return np_folded(a, np_real(a), np_added) / a.size


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
    return np_folded(a, np_first(a), np_lesser)


def np_max(a):
    return np_folded(a, np_first(a), np_greater_one)


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
    return np_folded(a, 0, np_counted)


def np_nanmin(a):
    return np_folded(a, np_first(a), np_lesser_number)


def np_nanmax(a):
    return np_folded(a, np_first(a), np_greater_number)


def np_nansum(a):
    return np_folded(a, np_widened(a), np_added_number)


def np_nanprod(a):
    one = a.dtype.type(1)
    return np_folded(a, one * one, np_multiplied_number)


def np_nanmean(a):
    return np_folded(a, 0.0, np_added_number) / np_folded(a, 0, np_counted_number)
