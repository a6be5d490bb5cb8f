"""How the elements of an array lie in memory."""

from __future__ import annotations


def layout_of(array):
    """Returns "C" or "F" where the elements of an array follow each other in that order, else "A"."""
    shape, strides, size = array.shape, array.strides, array.dtype.itemsize
    if is_packed(shape, strides, size):
        return "C"
    return "F" if is_packed(shape[::-1], strides[::-1], size) else "A"


def is_packed(shape, strides, size):
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
