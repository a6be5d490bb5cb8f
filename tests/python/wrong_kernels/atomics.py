"""Wrong kernels that mix atomic and plain accesses, or that have only a fence."""

import numpy as np

from cudapy import *  # noqa: F403 - the names that kernels know

from .cases import ONE_BLOCK, case, ramp, zeros

ATOMICS = "Atomic and plain accesses, and fences"


# atomic_then_read : void (float* X, float* total, float* Y)
def atomic_then_read(X, total, Y):
    atomicAdd(total, 0, X[idx])
    Y[idx] = total[0]


# atomic_then_read_right : void (float* X, float* total, float* Y)
def atomic_then_read_right(X, total, Y):
    Y[idx] = atomicAdd(total, 0, X[idx]) * 0


case(
    ATOMICS,
    "a sum that is read while others add to it",
    atomic_then_read,
    atomic_then_read_right,
    lambda: [ramp(), zeros(1), zeros()],
    zeros(),
)


# reset_beside : void (int* X, int* count)
def reset_beside(X, count):
    if idx == 0:
        count[0] = 0
    atomicAdd(count, 0, X[idx])


# reset_beside_right : void (int* X, int* count)
def reset_beside_right(X, count):
    atomicAdd(count, 0, X[idx])


case(
    ATOMICS,
    "a counter set to 0 next to those that count",
    reset_beside,
    reset_beside_right,
    lambda: [np.ones(64, np.int32), zeros(1, np.int32)],
    [64],
)


# now_and_then : void (int* X, int* count)
def now_and_then(X, count):
    if X[idx] % 2 == 0:
        atomicAdd(count, 0, 1)
    else:
        count[0] += 1


# now_and_then_right : void (int* X, int* count)
def now_and_then_right(X, count):
    if X[idx] % 2 == 0:
        atomicAdd(count, 0, 1)
    else:
        atomicAdd(count, 0, 1)


case(
    ATOMICS,
    "an atomic in one branch, += in the other",
    now_and_then,
    now_and_then_right,
    lambda: [ramp(64, np.int32), zeros(1, np.int32)],
    [64],
)


# counted_and_read : void (int* X, int* Y)
def counted_and_read(X, Y):
    count = shared(int, 1)
    if threadIdx.x == 0:
        count[0] = 0
    syncthreads()
    atomicAdd(count, 0, X[idx])
    Y[idx] = count[0]


# counted_and_read_right : void (int* X, int* Y)
def counted_and_read_right(X, Y):
    count = shared(int, 1)
    if threadIdx.x == 0:
        count[0] = 0
    syncthreads()
    atomicAdd(count, 0, X[idx])
    syncthreads()
    Y[idx] = count[0]


case(
    ATOMICS,
    "a shared counter read without a barrier",
    counted_and_read,
    counted_and_read_right,
    lambda: [np.ones(64, np.int32), zeros(64, np.int32)],
    np.full(64, 64),
    options=ONE_BLOCK,
)


# set_and_counted : void (int* X, int* Y)
def set_and_counted(X, Y):
    count = shared(int, 1)
    if threadIdx.x == 0:
        count[0] = 0
    atomicAdd(count, 0, X[idx])
    syncthreads()
    Y[idx] = count[0]


case(
    ATOMICS,
    "a shared counter set to 0 without a barrier",
    set_and_counted,
    counted_and_read_right,
    lambda: [np.ones(64, np.int32), zeros(64, np.int32)],
    np.full(64, 64),
    options=ONE_BLOCK,
)


# waits_for_a_flag : void (int* data, int* flag, int* Y)
def waits_for_a_flag(data, flag, Y):
    if idx == 0:
        data[0] = 42
        flag[0] = 1
    else:
        while flag[0] == 0:
            pass
        Y[idx] = data[0]


# waits_for_a_flag_right : void (int* data, int* flag, int* Y)
def waits_for_a_flag_right(data, flag, Y):
    if idx == 0:
        data[0] = 42
    grid_sync()
    if idx > 0:
        Y[idx] = data[0]


case(
    ATOMICS,
    "threads wait for a flag that is no atomic one",
    waits_for_a_flag,
    waits_for_a_flag_right,
    lambda: [zeros(1, np.int32), zeros(1, np.int32), zeros(64, np.int32)],
    np.where(ramp() > 0, 42, 0),
    right_options=ONE_BLOCK,
)


# fence_alone : void (int* data, int* flag, int* Y)
def fence_alone(data, flag, Y):
    if idx == 0:
        data[0] = 42
        threadfence()
        flag[0] = 1
    elif flag[0] == 1:
        threadfence()
        Y[idx] = data[0]


# fence_and_atomics : void (int* data, int* flag, int* Y)
def fence_and_atomics(data, flag, Y):
    if idx == 0:
        data[0] = 42
        threadfence()
        atomicExch(flag, 0, 1)
    elif atomicAdd(flag, 0, 0) == 1:
        threadfence()
        Y[idx] = data[0] * 0


case(
    ATOMICS,
    "a fence without atomic operations",
    fence_alone,
    fence_and_atomics,
    lambda: [zeros(1, np.int32), zeros(1, np.int32), zeros(64, np.int32)],
    zeros(),
)


# locked : void (int* lock, float* X, float* total)
def locked(lock, X, total):
    if idx == 0:
        lock[0] = 1
    if lock[0] == 1:
        atomicAdd(total, 0, X[idx])


# locked_right : void (int* lock, float* X, float* total)
def locked_right(lock, X, total):
    atomicAdd(total, 0, X[idx])


case(
    ATOMICS,
    "a switch that one thread sets and others read",
    locked,
    locked_right,
    lambda: [zeros(1, np.int32), ramp(), zeros(1)],
    [2016],
)
