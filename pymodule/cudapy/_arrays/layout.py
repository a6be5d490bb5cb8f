"""How the elements of an array lie in memory."""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from .._core import CudaArray


def layout_of(array: CudaArray) -> Literal["C", "F", "A"]:
    """Returns "C" or "F" where the elements of an array follow each other in that order, else "A"."""
    shape, strides, size = array.shape, array.strides, array.dtype.itemsize
    if is_packed(shape, strides, size):
        return "C"
    return "F" if is_packed(shape[::-1], strides[::-1], size) else "A"


def is_packed(shape: Sequence[int], strides: Sequence[int], size: int) -> bool:
    """Returns whether elements of `size` bytes with these strides follow each other row by row. Strides along
    axes of one element do not count, and an array without elements is packed."""
    if 0 in shape:
        return True
    for extent, stride in zip(reversed(shape), reversed(strides)):
        if extent != 1:
            if stride != size:
                return False
            size *= extent
    return True
