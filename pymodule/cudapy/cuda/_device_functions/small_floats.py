"""Numbers of 16 bits: their bits, and conversions to them and to integers with a direction of rounding.
These are templates of device functions; `bits` and `float_of_bits` are CudaPy's, and `NARROW`, `BITS` and
`OF_BITS` are those of one of the two types."""

from __future__ import annotations

import math

from ..._compile.names import bits, float_of_bits
from ..types import float16, float32, float64, int64, uint32, uint64


def half_bits(x):
    """Returns the bits of a float16 as an integer."""
    word = int64(bits(float32(x)))
    sign = (word >> 16) & 0x8000
    size = word & 0x7FFFFFFF
    if size > 0x7F800000:
        return sign | 0x7E00 | ((size >> 13) & 0x1FF)
    if size == 0x7F800000:
        return sign | 0x7C00
    if size >= 0x38800000:
        return sign | ((size - 0x38000000) >> 13)
    return sign | int64(math.fabs(float32(x)) * 16777216.0)


def half_of_bits(word):
    """Returns the float16 that has the lowest 16 bits of an integer."""
    exponent = (word >> 10) & 31
    fraction = word & 0x3FF
    sign = (word & 0x8000) << 16
    if exponent == 31:
        return float16(float_of_bits(uint32(sign | 0x7F800000 | (fraction << 13))))
    if exponent:
        return float16(float_of_bits(uint32(sign | ((exponent + 112) << 23) | (fraction << 13))))
    size = fraction * 5.9604644775390625e-08
    return float16(-size if sign else size)


def bfloat_bits(x):
    """Returns the bits of a bfloat16 as an integer."""
    return int64(bits(float32(x))) >> 16


def bfloat_of_bits(word):
    """Returns the bfloat16 that has the lowest 16 bits of an integer."""
    return float_of_bits(uint32((word & 0xFFFF) << 16))


def double_of_int(n):
    """Returns an int64 as a float64 that other types are rounded to as if from the integer itself: where it
    does not fit, the lowest bit that does is set."""
    size = uint64(0) - uint64(n) if n < 0 else uint64(n)
    if size >> uint64(53):
        lowest = size & uint64(0xFFF)
        size = size ^ lowest
        if lowest:
            size = size | uint64(0x1000)
    return -float64(size) if n < 0 else float64(size)


def double_of_uint(n):
    """Does the same for a uint64."""
    size = n
    if size >> uint64(53):
        lowest = size & uint64(0xFFF)
        size = size ^ lowest
        if lowest:
            size = size | uint64(0x1000)
    return float64(size)


def next_below(word):
    """Returns the bits of the next number below that of the bits."""
    if word & 0x7FFF == 0:
        return int64(0x8001)
    return word + 1 if word & 0x8000 else word - 1


def next_above(word):
    """Returns the bits of the next number above that of the bits."""
    if word & 0x7FFF == 0:
        return int64(1)
    return word - 1 if word & 0x8000 else word + 1


def narrow_rd(x):
    """Returns the largest number of 16 bits that is not above x."""
    nearest = NARROW(x)
    return OF_BITS(next_below(BITS(nearest))) if float64(nearest) > x else nearest


def narrow_ru(x):
    """Returns the smallest number of 16 bits that is not below x."""
    nearest = NARROW(x)
    return OF_BITS(next_above(BITS(nearest))) if float64(nearest) < x else nearest


def narrow_rz(x):
    """Returns the number of 16 bits that is x or the next one towards zero."""
    nearest = NARROW(x)
    if math.fabs(float64(nearest)) > math.fabs(x):
        word = BITS(nearest)
        return OF_BITS(next_above(word) if word & 0x8000 else next_below(word))
    return nearest
