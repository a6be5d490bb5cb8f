"""Launches that need indices of 64 bits. numba computes all indices with 64 bits, and kernels here with 32
where these do."""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

MOST = 2**31 - 1  # that an index of 32 bits counts
_MOST_OF_A_BLOCK = 1024


def is_large(arguments: Iterable[Any], threads: Sequence[int]) -> bool:
    """Returns whether a launch has more threads along an axis, or an array with more elements, than indices
    of 32 bits count."""
    return max(threads) > MOST - _MOST_OF_A_BLOCK or any(map(_is_large, arguments))


def _is_large(argument: Any) -> bool:
    if isinstance(argument, tuple):
        return any(map(_is_large, argument))
    size = getattr(getattr(argument, "value", argument), "size", 0)  # the value of a hint
    return isinstance(size, int) and size > MOST
