"""Sizes of arrays that have names: captured tuples, and constants of the function itself."""

import numpy as np

import cudapy as cp
from cudapy import idx, local, shared, syncthreads, threadIdx
from oracle import Batch

TILE = (4, 8)
LENGTH = 4


# tiles : void (int* X)
def tiles(X):
    tile = shared(cp.int32, TILE)
    tile[threadIdx.x % 4, threadIdx.x // 4] = X[idx]
    syncthreads()
    X[idx] = tile[3 - threadIdx.x % 4, 7 - threadIdx.x // 4]


# own_constants : void (int* X)
def own_constants(X):
    size = 2 * LENGTH
    wide = 3
    own = local(cp.int32, size)
    table = local(cp.int32, (size, wide))
    for i in range(size):
        own[i] = X[idx] + i
        for k in range(wide):
            table[i, k] = own[i] * k
    X[idx] = own[size - 1] + table[size - 1, wide - 1]


BATCH = Batch(tiles, own_constants)


def test_a_captured_tuple_is_a_shape():
    BATCH.check(tiles, 32, np.arange(32, dtype=np.int32), block=32)


def test_a_constant_of_the_function_is_a_size():
    BATCH.check(own_constants, 5, np.arange(5, dtype=np.int32))
