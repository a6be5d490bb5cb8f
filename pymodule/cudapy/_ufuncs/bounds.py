"""Where the elements of an array with strides lie."""

from __future__ import annotations

from collections.abc import Sequence


def bytes_from(first: int, shape: Sequence[int], strides: Sequence[int], size: int) -> tuple[int, int]:
    """The addresses where the elements of an array begin and end, whose first one is at `first`. `strides`
    and `size` are in bytes."""
    offsets = [stride * (extent - 1) for stride, extent in zip(strides, shape)]
    low = sum(min(each, 0) for each in offsets)
    high = sum(max(each, 0) for each in offsets)
    return first + low, first + high + size
