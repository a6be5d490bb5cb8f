"""Threads that go through arrays in strides of the grid. On the CPU several blocks do so at once, in which
each thread keeps its order."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import gridsize

from oracle import Batch


# total_of : void (float* X, float* parts)
def total_of(X, parts):
    s = shared(float, 64)
    total = 0.0
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        total = total / 2 + X[i]
    s[threadIdx.x] = total
    syncthreads()
    k = 32
    while k > 0:
        if threadIdx.x < k and threadIdx.x + k < blockDim.x:
            s[threadIdx.x] += s[threadIdx.x + k]
        syncthreads()
        k //= 2
    if threadIdx.x == 0:
        parts[blockIdx.x] = s[0] - float(blockIdx.x)


# found : void (int* X, int* Y, int* most, int* turns)
def found(X, Y, most, turns):
    n = 0
    largest = -1000
    i = blockIdx.x * blockDim.x + threadIdx.x
    while i < len(X):
        n += 1
        if X[i] + Y[i] > largest:
            largest = X[i] + Y[i]
        i += gridsize.x
    if idx < len(most):
        most[idx] = largest
        turns[idx] = n


# two_walks : void (int* X, int64* out)
def two_walks(X, out):
    total: cp.int64 = 0
    for i in range(idx, len(X), gridsize.x):
        total = total * 3 % 1000 + X[i]
    base = blockIdx.x * 10
    for i in range(idx, len(X) // 2, gridsize.x):
        if X[i] > 0:
            total -= X[i] + base
    out[idx] = total


# count : void (uint8* X, int* bins)
def count(X, bins):
    s = shared(int, 16)
    if threadIdx.x < 16:
        s[threadIdx.x] = 0
    syncthreads()
    for i in range(idx, len(X), gridsize.x):
        atomicAdd(s, X[i] % 16, 1)
    syncthreads()
    if threadIdx.x < 16:
        atomicAdd(bins, threadIdx.x, s[threadIdx.x])


# add_to : void (float* X, float* Y)
def add_to(X, Y):
    for i in range(idx, len(X), gridsize.x):
        Y[i] += X[i]


# block_numbers : void (int* X, int[,] out)
def block_numbers(X, out):
    place = shared(int, 2)
    total = 0
    for i in range(idx, len(X), gridsize.x):
        total += X[i]
    if threadIdx.x == 0:
        place[0] = blockIdx.x
    syncthreads()
    for k in range(3):
        total += place[0] * k
        syncthreads()
        if threadIdx.x == 0:
            place[0] += total
        syncthreads()
    out[blockIdx.x, threadIdx.x] = total


batch = Batch(total_of, found, two_walks, count, add_to, block_numbers)
wide = Batch(total_of, two_walks, index=cp.int64)

# Of 70 blocks, those after the first 64 run in a second group. A group of blocks takes four iterations at a
# time.
LAUNCHES = [
    (blocks, block, n)
    for blocks, block in ((1, 1), (3, 32), (9, 7), (70, 4))
    for n in (0, 1, 1119, 1120, 2500)
]


@pytest.fixture
def rng():
    return np.random.default_rng(19)


@pytest.mark.parametrize("blocks,block,n", LAUNCHES)
def test_values_of_threads(blocks, block, n, rng):
    X = rng.random(n, dtype=np.float32)
    I, J = (rng.integers(-500, 500, n).astype(np.int32) for _ in range(2))
    threads = blocks * block
    for each in (batch, wide):
        each.check(total_of, threads, X, np.zeros(blocks, np.float32), block=block)
        each.check(two_walks, threads, I % 7, np.zeros(threads, np.int64), block=block)
    batch.check(
        found, threads, I, J, *(np.zeros(max(threads - 3, 1), np.int32) for _ in range(2)), block=block
    )
    batch.check(block_numbers, threads, I % 7, np.zeros((blocks, block), np.int32), block=block)


@pytest.mark.parametrize("blocks,block,n", LAUNCHES)
def test_memory_of_blocks(blocks, block, n, rng):
    block = max(block, 16)
    batch.check(
        count, blocks * block, rng.integers(0, 256, n).astype(np.uint8), np.zeros(16, np.int32), block=block
    )
    batch.check(
        add_to, blocks * block, rng.random(n, dtype=np.float32), rng.random(n, dtype=np.float32), block=block
    )


def test_the_same_sum_whatever_runs_together():
    """One block at a time (as the checked mode has it) and many give the same bits."""
    X = np.random.default_rng(1).random(100_000, dtype=np.float32)
    results = []
    for options in ({}, {"checked": True}):
        call = cp.compile(total_of, target="cpu", **options)
        parts = np.zeros(200, np.float32)
        call(200 * 64, block=64)(X, parts)
        results.append(parts)
    assert np.array_equal(*results)
