"""Indices that are made of truth values, which g++ 12 and 13 compile wrongly in loops that are marked as
simd."""

import numpy as np
import pytest

from cudapy import *
from oracle import Batch


# chosen : void (int* A, int* R)
def chosen(A, R):
    t = threadIdx.x
    v = A[0 ^ (not t)]
    w = A[t > 3 and t < 9]
    k = int(A[t & 15] > 50) ^ int(t < 9)
    syncthreads()
    R[idx] = v * 1000000 + w * 1000 + A[k]


# by_helpers : void (int* A, int* R)
def by_helpers(A, R):
    t = threadIdx.x
    v = element(A, (A[t & 15] > 50) | (t == 5)) + A[is_small(t) | is_small(A[t & 15])]
    syncthreads()
    R[idx] = v + of_bool(A, t == 3)


# element : int (int* A, int i)
def element(A, i):
    return A[i]


# is_small : int (int n)
def is_small(n):
    return int(n < 7)


# of_bool : int (int* A, bool b)
def of_bool(A, b):
    return A[int(b) ^ 1]


# in_strips : void (int* A, int* R, int n)
def in_strips(A, R, n):
    total = 0
    for i in range(n):
        total += A[(A[i] > 50) ^ (idx == i)] + A[0 ^ (idx > i)]
    R[idx] = total


# shared_memory : void (int* A, int* R)
def shared_memory(A, R):
    s = shared(int, 64)
    t = threadIdx.x
    s[t] = A[t & 15] + t
    syncthreads()
    v = s[bool(t)] + s[(t > 5) ^ (A[t & 15] > 40)]
    syncthreads()
    s[t] = v
    syncthreads()
    R[idx] = s[63 - t]


BATCH = Batch(chosen, by_helpers, in_strips, shared_memory, element, is_small, of_bool)


@pytest.mark.parametrize("kernel", [chosen, by_helpers, shared_memory])
@pytest.mark.parametrize("block", [32, 64])
def test_in_blocks(kernel, block):
    if kernel is shared_memory and block != 64:
        pytest.skip("it has 64 threads")
    BATCH.check(kernel, 128, np.arange(3, 163, 10, dtype=np.int32), np.zeros(128, np.int32), block=block)


def test_in_strips():
    BATCH.check(in_strips, 100, np.arange(3, 163, 10, dtype=np.int32), np.zeros(100, np.int32), 16)
