"""Wrong kernels some of whose threads never reach a barrier."""

import numpy as np

from cudapy import *  # noqa: F403 - the names that kernels know

from .cases import ONE_BLOCK, case, ramp, zeros

PARTING = "Threads that part at a barrier"


# some_wait : void (int* X, int* Y)
def some_wait(X, Y):
    cache = shared(int, 64)
    cache[threadIdx.x] = X[idx]
    if X[idx] < 32:
        syncthreads()
    Y[idx] = X[idx]


# some_wait_right : void (int* X, int* Y)
def some_wait_right(X, Y):
    cache = shared(int, 64)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    Y[idx] = X[idx]


case(PARTING, "a barrier for the threads whose values are small", some_wait, some_wait_right,
     lambda: [ramp(64, np.int32), zeros(64, np.int32)], ramp(), options=ONE_BLOCK)


# own_rounds : void (int* X, int* Y)
def own_rounds(X, Y):
    total = 0
    for k in range(X[idx]):
        total += k
        syncthreads()
    Y[idx] = total


# own_rounds_right : void (int* X, int* Y)
def own_rounds_right(X, Y):
    total = 0
    for k in range(64):
        if k < X[idx]:
            total += k
        syncthreads()
    Y[idx] = total


case(PARTING, "a loop with a barrier, as long as each thread likes", own_rounds, own_rounds_right,
     lambda: [ramp(64, np.int32), zeros(64, np.int32)], ramp() * (ramp() - 1) / 2, options=ONE_BLOCK)


# other_mask : void (int* X, int* Y)
def other_mask(X, Y):
    value = 0
    if threadIdx.x < 16:
        value = shfl_sync(0xFFFFFFFF, X[idx], 0)
    Y[idx] = value


# other_mask_right : void (int* X, int* Y)
def other_mask_right(X, Y):
    value = shfl_sync(0xFFFFFFFF, X[idx], 0)
    Y[idx] = value if threadIdx.x < 16 else 0


case(PARTING, "a shuffle that names threads that do not come", other_mask, other_mask_right,
     lambda: [ramp(32, np.int32) + 1, zeros(32, np.int32)], np.where(ramp(32) < 16, 1, 0), threads=32,
     options={"block": 32})
