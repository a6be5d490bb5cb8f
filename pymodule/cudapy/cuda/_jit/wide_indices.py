"""Launches that need indices of 64 bits. numba computes all indices with 64 bits, and kernels here with 32
where these do."""

from __future__ import annotations

MOST = 2**31 - 1  # that an index of 32 bits counts
_MOST_OF_A_BLOCK = 1024


def is_large(arguments, threads):
    """Returns whether a launch has more threads along an axis, or an array with more elements, than indices
    of 32 bits count."""
    return max(threads) > MOST - _MOST_OF_A_BLOCK or any(map(_is_large, arguments))


def _is_large(argument):
    if isinstance(argument, tuple):
        return any(map(_is_large, argument))
    size = getattr(getattr(argument, "value", argument), "size", 0)  # the value of a hint
    return isinstance(size, int) and size > MOST
