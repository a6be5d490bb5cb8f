"""Wrong kernels that take blocks to run in an order."""

import numpy as np

from cudapy import *  # noqa: F403 - the names that kernels know

from .cases import case, ramp, zeros

BLOCKS = "Blocks, which run in no order"
FOUR_BLOCKS = {"block": 16}


# block_sums : void (float* X, float* total)
def block_sums(X, total):
    cache = shared(float, 16)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    if threadIdx.x == 0:
        for k in range(16):
            total[0] += cache[k]


# block_sums_right : void (float* X, float* total)
def block_sums_right(X, total):
    cache = shared(float, 16)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    if threadIdx.x == 0:
        own = 0.0
        for k in range(16):
            own += cache[k]
        atomicAdd(total, 0, own)


case(BLOCKS, "the sums of blocks, without an atomic", block_sums, block_sums_right, lambda: [ramp(), zeros(1)],
     [2016], options=FOUR_BLOCKS)


# read_at_once : void (float* X, float* parts, float* total)
def read_at_once(X, parts, total):
    cache = shared(float, 16)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    if threadIdx.x == 0:
        own = 0.0
        for k in range(16):
            own += cache[k]
        parts[blockIdx.x] = own
        if blockIdx.x == gridDim.x - 1:
            for k in range(gridDim.x):
                total[0] += parts[k]


# read_at_once_right : void (float* X, float* parts, float* total)
def read_at_once_right(X, parts, total):
    cache = shared(float, 16)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    if threadIdx.x == 0:
        own = 0.0
        for k in range(16):
            own += cache[k]
        parts[blockIdx.x] = own
    grid_sync()
    if idx == 0:
        for k in range(gridDim.x):
            total[0] += parts[k]


case(BLOCKS, "the last block reads what the others wrote", read_at_once, read_at_once_right,
     lambda: [ramp(), zeros(4), zeros(1)], [2016], options=FOUR_BLOCKS)


# last_block : void (float* X, float* parts, int* done, float* total)
def last_block(X, parts, done, total):
    cache = shared(float, 16)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    if threadIdx.x == 0:
        own = 0.0
        for k in range(16):
            own += cache[k]
        parts[blockIdx.x] = own
        if atomicAdd(done, 0, 1) == gridDim.x - 1:
            for k in range(gridDim.x):
                total[0] += parts[k]


# last_block_right : void (float* X, float* parts, int* done, float* total)
def last_block_right(X, parts, done, total):
    cache = shared(float, 16)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    if threadIdx.x == 0:
        own = 0.0
        for k in range(16):
            own += cache[k]
        parts[blockIdx.x] = own
        threadfence()
        if atomicAdd(done, 0, 1) == gridDim.x - 1:
            for k in range(gridDim.x):
                total[0] += parts[k]


case(BLOCKS, "the block that is done last, without a fence", last_block, last_block_right,
     lambda: [ramp(), zeros(4), zeros(1, np.int32), zeros(1)], [2016], options=FOUR_BLOCKS)


# edges : void (float* X, float* Y)
def edges(X, Y):
    Y[idx] = X[idx] * 2
    syncthreads()
    X[idx] = Y[(idx + 1) % len(Y)]


# edges_right : void (float* X, float* Y)
def edges_right(X, Y):
    Y[idx] = X[idx] * 2
    grid_sync()
    X[idx] = Y[(idx + 1) % len(Y)]
    grid_sync()
    Y[idx] = X[idx]


case(BLOCKS, "a barrier of the block where elements of others are read", edges, edges_right,
     lambda: [ramp(), zeros()], np.roll(ramp() * 2, -1), options=FOUR_BLOCKS)


# one_sync_too_few : void (float* X, float* Y)
def one_sync_too_few(X, Y):
    Y[idx] = X[idx] * 2
    grid_sync()
    X[idx] = Y[(idx + 16) % len(Y)]
    Y[idx] = X[idx]


# local_index : void (float* X, float* Y)
def local_index(X, Y):
    cache = shared(float, 16)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    Y[threadIdx.x] = cache[15 - threadIdx.x]


# local_index_right : void (float* X, float* Y)
def local_index_right(X, Y):
    cache = shared(float, 16)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    Y[idx] = cache[15 - threadIdx.x]


case(BLOCKS, "threadIdx where idx is meant", local_index, local_index_right, lambda: [ramp(), zeros()],
     ramp().reshape(4, 16)[:, ::-1].ravel(), options=FOUR_BLOCKS)


# block_histogram : void (int* X, int* H)
def block_histogram(X, H):
    own = shared(int, 4)
    if threadIdx.x < 4:
        own[threadIdx.x] = 0
    syncthreads()
    atomicAdd(own, X[idx], 1)
    syncthreads()
    if threadIdx.x < 4:
        H[threadIdx.x] += own[threadIdx.x]


# block_histogram_right : void (int* X, int* H)
def block_histogram_right(X, H):
    own = shared(int, 4)
    if threadIdx.x < 4:
        own[threadIdx.x] = 0
    syncthreads()
    atomicAdd(own, X[idx], 1)
    syncthreads()
    if threadIdx.x < 4:
        atomicAdd(H, threadIdx.x, own[threadIdx.x])


case(BLOCKS, "the histograms of blocks, put together", block_histogram, block_histogram_right,
     lambda: [ramp(64, np.int32) % 4, zeros(4, np.int32)], np.full(4, 16), options=FOUR_BLOCKS)


# all_ready : void (int* X, int* ready)
def all_ready(X, ready):
    syncthreads()
    if threadIdx.x == 0:
        ready[0] = 1


# all_ready_right : void (int* X, int* ready)
def all_ready_right(X, ready):
    syncthreads()
    if idx == 0:
        ready[0] = 1


case(BLOCKS, "blocks write one value to one element", all_ready, all_ready_right,
     lambda: [ramp(64, np.int32), zeros(1, np.int32)], [1], options=FOUR_BLOCKS)


# carried : void (float* X, float* Y)
def carried(X, Y):
    if threadIdx.x == 0:
        Y[blockIdx.x] = X[idx] + (Y[blockIdx.x - 1] if blockIdx.x > 0 else 0.0)
    syncthreads()


# carried_right : void (float* X, float* Y)
def carried_right(X, Y):
    if threadIdx.x == 0:
        own = 0.0
        for k in range(0, idx + 1, blockDim.x):
            own += X[k]
        Y[blockIdx.x] = own
    syncthreads()


case(BLOCKS, "a value carried from block to block", carried, carried_right, lambda: [ramp(), zeros(4)],
     [0, 16, 48, 96], options=FOUR_BLOCKS)
