"""Kernels that make keys of numbers, and numbers of keys."""

from __future__ import annotations

from typing import TypeVar

from ..._compile.names import bits, double_of_bits, float_of_bits, idx
from ..._types.names import int64, uint32, uint64

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
