"""What operators do with two elements, written in the language of kernels. Where nothing else is said, the
operands have one type, and the result has it too.

Signed integers wrap in arrays, as NumPy's do: narrow ones are computed in 32 bits, `int` in 64, and `int64`
as unsigned."""

from __future__ import annotations


def add(a, b):
    return a + b


def add_int8(a, b):
    return int8(a + b)


def add_uint8(a, b):
    return uint8(a + b)


def add_int16(a, b):
    return int16(a + b)


def add_uint16(a, b):
    return uint16(a + b)


def add_int(a, b):
    return int(int64(a) + int64(b))


def add_int64(a, b):
    return int64(uint64(a) + uint64(b))


def add_bool(a, b):
    return a or b


def sub(a, b):
    return a - b


def sub_int8(a, b):
    return int8(a - b)


def sub_uint8(a, b):
    return uint8(a - b)


def sub_int16(a, b):
    return int16(a - b)


def sub_uint16(a, b):
    return uint16(a - b)


def sub_int(a, b):
    return int(int64(a) - int64(b))


def sub_int64(a, b):
    return int64(uint64(a) - uint64(b))


def mul(a, b):
    return a * b


def mul_int8(a, b):
    return int8(a * b)


def mul_uint8(a, b):
    return uint8(a * b)


def mul_int16(a, b):
    return int16(a * b)


def mul_uint16(a, b):
    return uint16(int64(a) * int64(b))


def mul_int(a, b):
    return int(int64(a) * int64(b))


def mul_int64(a, b):
    return int64(uint64(a) * uint64(b))


def mul_bool(a, b):
    return a and b


def truediv(a, b):
    return a / b


def floordiv(a, b):
    return a // b


def floordiv_int8(a, b):
    return int8(0 if b == 0 else a // b)


def floordiv_uint8(a, b):
    return uint8(0 if b == 0 else a // b)


def floordiv_int16(a, b):
    return int16(0 if b == 0 else a // b)


def floordiv_uint16(a, b):
    return uint16(0 if b == 0 else a // b)


def floordiv_int(a, b):
    return int(0 if b == 0 else int64(a) // int64(b))


def floordiv_uint32(a, b):
    return uint32(0) if b == 0 else a // b


def floordiv_int64(a, b):
    if b == 0:
        return int64(0)
    if b == -1:  # the least number has no opposite, and wraps
        return int64(uint64(0) - uint64(a))
    return a // b


def floordiv_uint64(a, b):
    return uint64(0) if b == 0 else a // b


def mod(a, b):
    return a % b


def mod_int8(a, b):
    return int8(0 if b == 0 else a % b)


def mod_uint8(a, b):
    return uint8(0 if b == 0 else a % b)


def mod_int16(a, b):
    return int16(0 if b == 0 else a % b)


def mod_uint16(a, b):
    return uint16(0 if b == 0 else a % b)


def mod_int(a, b):
    return int(0 if b == 0 else int64(a) % int64(b))


def mod_uint32(a, b):
    return uint32(0) if b == 0 else a % b


def mod_int64(a, b):
    return int64(0) if b == 0 or b == -1 else a % b


def mod_uint64(a, b):
    return uint64(0) if b == 0 else a % b


def pow(a, b):
    return a**b


def pow_integer(a, b):
    """For a `b` that is not negative, of a type that is computed as uint64. Its bits below 64 are those of
    every width."""
    result = uint64(1)
    base = a
    left = b
    while left != 0:
        if left & 1:
            result *= base
        base *= base
        left >>= 1
    return result


# Conversions that keep the last bits, as NumPy's `A += B` does.


def to_int8(a):
    return int8(a)


def to_uint8(a):
    return uint8(a)


def to_int16(a):
    return int16(a)


def to_uint16(a):
    return uint16(a)


def to_int(a):
    return int(a)


def to_uint32(a):
    return uint32(a)


def to_int64(a):
    return int64(a)


def to_uint64(a):
    return uint64(a)


def to_half(a):
    return half(a)


def to_bfloat16(a):
    return bfloat16(a)


def to_float(a):
    return float(a)


def to_complex64(a):
    return complex64(a)


def and_(a, b):
    return a & b


def and_bool(a, b):
    return a and b


def or_(a, b):
    return a | b


def or_bool(a, b):
    return a or b


def xor(a, b):
    return a ^ b


def xor_bool(a, b):
    return a != b


def neg(a):
    return -a


def neg_int8(a):
    return int8(-a)


def neg_int16(a):
    return int16(-a)


def neg_uint8(a):
    return uint8(-a)


def neg_uint16(a):
    return uint16(-a)


def neg_int(a):
    return int(-int64(a))


def neg_int64(a):
    return int64(uint64(0) - uint64(a))


def neg_uint32(a):
    return uint32(0) - a


def neg_uint64(a):
    return uint64(0) - a


def abs_float(a):
    return abs(a)


def abs_int8(a):
    return int8(abs(a))


def abs_int16(a):
    return int16(abs(a))


def abs_int(a):
    return int(abs(int64(a)))


def abs_int64(a):
    return int64(uint64(0) - uint64(a)) if a < 0 else a


def invert(a):
    return ~a


def invert_uint8(a):
    return uint8(~a)


def invert_uint16(a):
    return uint16(~a)


def invert_int8(a):
    return int8(~a)


def invert_int16(a):
    return int16(~a)


def invert_bool(a):
    return not a


def lt(a, b):
    return a < b


def le(a, b):
    return a <= b


def gt(a, b):
    return a > b


def ge(a, b):
    return a >= b


def eq(a, b):
    return a == b


def ne(a, b):
    return a != b


# Comparisons of a uint64 with an int64, which no type holds both.


def lt_unlike(a, b):
    return b > 0 and a < uint64(b)


def le_unlike(a, b):
    return b >= 0 and a <= uint64(b)


def gt_unlike(a, b):
    return b < 0 or a > uint64(b)


def ge_unlike(a, b):
    return b <= 0 or a >= uint64(b)


def eq_unlike(a, b):
    return b >= 0 and a == uint64(b)


def ne_unlike(a, b):
    return b < 0 or a != uint64(b)
