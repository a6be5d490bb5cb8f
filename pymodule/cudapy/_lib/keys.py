"""Numbers as unsigned integers that are in the same order, which radix sort takes apart into digits.

Stable keys are for sorting places: all NaNs have one key, the last, and 0.0 has that of -0.0. Other keys can
be made numbers again; NaNs lose nothing but their sign.
"""

from __future__ import annotations

from typing import TypeVar

from .. import _core
from .._compile.names import bits, double_of_bits, float_of_bits, idx
from .._types.names import int64, uint32, uint64
from .._ufuncs.numbers import LIMITS
from .arguments import call

T = TypeVar("T")  # for readers and linters: in a kernel it is what its signature says


# int_keys : void (T* X, uint32* keys, int64 least)
def int_keys(X, keys, least):
    keys[idx] = uint32(int64(X[idx]) - least)


# ints_of : void (uint32* keys, T* X, int64 least)
def ints_of(keys, X, least):
    X[idx] = T(int64(keys[idx]) + least)


# wide_int_keys : void (T* X, uint64* keys, uint64 sign)
def wide_int_keys(X, keys, sign):
    keys[idx] = uint64(X[idx]) ^ sign


# wide_ints_of : void (uint64* keys, T* X, uint64 sign)
def wide_ints_of(keys, X, sign):
    X[idx] = T(keys[idx] ^ sign)


# float_keys : void (T* X, uint32* keys, bool is_stable)
def float_keys(X, keys, is_stable):
    x = float(X[idx])
    word = bits(x)
    if x != x:
        keys[idx] = 0xFFFFFFFF if is_stable else word | 0x80000000
    elif x == 0 and is_stable:
        keys[idx] = 0x80000000
    elif word >> 31:
        keys[idx] = ~word
    else:
        keys[idx] = word | 0x80000000


# floats_of : void (uint32* keys, T* X)
def floats_of(keys, X):
    key = keys[idx]
    X[idx] = T(float_of_bits(key ^ 0x80000000 if key >> 31 else ~key))


# double_keys : void (double* X, uint64* keys, bool is_stable)
def double_keys(X, keys, is_stable):
    sign = uint64(1) << 63
    word = bits(X[idx])
    if X[idx] != X[idx]:
        keys[idx] = ~uint64(0) if is_stable else word | sign
    elif X[idx] == 0 and is_stable:
        keys[idx] = sign
    elif word >> 63:
        keys[idx] = ~word
    else:
        keys[idx] = word | sign


# doubles_of : void (uint64* keys, double* X)
def doubles_of(keys, X):
    key = keys[idx]
    X[idx] = double_of_bits(key ^ (uint64(1) << 63) if key >> 63 else ~key)


# The lowest bit of the keys that says something, and how many there are.
_FLOATS = {"half": (13, 32), "bfloat16": (16, 32), "float": (0, 32)}


def keys_of(X, is_stable, who):
    """The keys of the elements, and the first and the last bit that tells them apart."""
    kind, count = _core.elemType(X), X.size
    wide = kind in (_core.Int64, _core.UInt64, _core.Double)
    keys = _core.empty(count, _core.UInt64 if wide else _core.UInt32, X.device)
    if kind.name in _FLOATS:
        call(float_keys, X.device, who)(count)(X, keys, is_stable)
        return keys, _FLOATS[kind.name]
    if kind is _core.Double:
        call(double_keys, X.device, who)(count)(X, keys, is_stable)
        return keys, (0, 64)
    if wide:
        call(wide_int_keys, X.device, who)(count)(X, keys, _sign(kind))
        return keys, (0, 64)
    call(int_keys, X.device, who)(count)(X, keys, _least(kind))
    return keys, (0, 1 if kind is _core.Bool else 8 * kind.size)


def numbers_of(keys, X, who):
    """Puts the numbers that have these keys into X."""
    kind, count = _core.elemType(X), X.size
    if kind.name in _FLOATS:
        call(floats_of, X.device, who)(count)(keys, X)
    elif kind is _core.Double:
        call(doubles_of, X.device, who)(count)(keys, X)
    elif kind in (_core.Int64, _core.UInt64):
        call(wide_ints_of, X.device, who)(count)(keys, X, _sign(kind))
    else:
        call(ints_of, X.device, who)(count)(keys, X, _least(kind))


def _least(kind):
    return 0 if kind is _core.Bool else LIMITS[kind.name][0]


def _sign(kind):
    return 1 << 63 if kind is _core.Int64 else 0
