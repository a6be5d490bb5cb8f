"""Wrong kernels that read what nobody has written."""

import numpy as np

import cudapy as cp
from cudapy import *  # noqa: F403 - the names that kernels know

from .atomics import counted_and_read_right
from .barriers import Pair, fields_right, sized_at_launch_right
from .cases import ONE_BLOCK, case, ramp, zeros

UNWRITTEN = "Memory that nobody has written"


# never_filled : void (float* X, float* Y)
def never_filled(X, Y):
    cache = shared(float, 64)
    Y[idx] = X[idx] + cache[threadIdx.x]


# never_filled_right : void (float* X, float* Y)
def never_filled_right(X, Y):
    cache = shared(float, 64)
    cache[threadIdx.x] = 0.0
    Y[idx] = X[idx] + cache[threadIdx.x]


case(UNWRITTEN, "shared memory that is never written", never_filled, never_filled_right,
     lambda: [ramp(), zeros()], ramp(), options=ONE_BLOCK)


# edge_not_filled : void (float* X, float* Y)
def edge_not_filled(X, Y):
    cache = shared(float, 65)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    Y[idx] = cache[threadIdx.x + 1]


# edge_not_filled_right : void (float* X, float* Y)
def edge_not_filled_right(X, Y):
    cache = shared(float, 65)
    cache[threadIdx.x] = X[idx]
    if threadIdx.x == 0:
        cache[64] = 0.0
    syncthreads()
    Y[idx] = cache[threadIdx.x + 1]


case(UNWRITTEN, "one element of shared memory", edge_not_filled, edge_not_filled_right,
     lambda: [ramp(), zeros()], np.append(ramp()[1:], 0), options=ONE_BLOCK)


# count_not_set : void (int* X, int* Y)
def count_not_set(X, Y):
    count = shared(int, 1)
    atomicAdd(count, 0, X[idx])
    syncthreads()
    Y[idx] = count[0]


case(UNWRITTEN, "an atomic sum that begins with nothing", count_not_set, counted_and_read_right,
     lambda: [np.ones(64, np.int32), zeros(64, np.int32)], np.full(64, 64), options=ONE_BLOCK)


# launch_sized_not_filled : void (float* X, float* Y)
def launch_sized_not_filled(X, Y):
    cache = shared(float)
    if threadIdx.x < 63:
        cache[threadIdx.x] = X[idx]
    syncthreads()
    Y[idx] = cache[63 - threadIdx.x]


case(UNWRITTEN, "an element of shared memory that is sized at the launch", launch_sized_not_filled,
     sized_at_launch_right, lambda: [ramp(), zeros()], ramp()[::-1], options={"block": 64, "shared": 64})


# field_not_filled : void (float* X, float* Y)
def field_not_filled(X, Y):
    pairs = shared(Pair, 64)
    pairs[threadIdx.x].low = X[idx]
    syncthreads()
    Y[idx] = pairs[63 - threadIdx.x].high


case(UNWRITTEN, "a field of a struct in shared memory", field_not_filled, fields_right,
     lambda: [ramp(), zeros()], ramp()[::-1] + 1, options=ONE_BLOCK)


# half_not_filled : void (half* X, half* Y)
def half_not_filled(X, Y):
    cache = shared(half, 64)
    Y[idx] = X[idx] + cache[threadIdx.x]


# half_not_filled_right : void (half* X, half* Y)
def half_not_filled_right(X, Y):
    cache = shared(half, 64)
    cache[threadIdx.x] = 0.0
    Y[idx] = X[idx] + cache[threadIdx.x]


case(UNWRITTEN, "shared memory of halves", half_not_filled, half_not_filled_right,
     lambda: [ramp(64, np.float16), zeros(64, np.float16)], ramp(), options=ONE_BLOCK)


# own_counts : void (int* X, int* Y)
def own_counts(X, Y):
    counts = local(int, 4)
    for k in range(8):
        counts[X[idx * 8 + k]] += 1
    Y[idx] = counts[3]


# own_counts_right : void (int* X, int* Y)
def own_counts_right(X, Y):
    counts = local(int, 4)
    for k in range(4):
        counts[k] = 0
    for k in range(8):
        counts[X[idx * 8 + k]] += 1
    Y[idx] = counts[3]


case(UNWRITTEN, "counts of a thread's own", own_counts, own_counts_right,
     lambda: [ramp(64, np.int32) % 4, zeros(8, np.int32)], np.full(8, 2), threads=8)


# window : void (float* X, float* Y)
def window(X, Y):
    seen = local(float, 4)
    for k in range(3):
        seen[k] = X[idx]
    Y[idx] = seen[0] + seen[3]


# window_right : void (float* X, float* Y)
def window_right(X, Y):
    seen = local(float, 4)
    for k in range(4):
        seen[k] = X[idx]
    Y[idx] = seen[0] + seen[3]


case(UNWRITTEN, "one element of a local array", window, window_right, lambda: [ramp(), zeros()], ramp() * 2)


# sum_of : float (float* values)
def sum_of(values):
    total = 0.0
    for value in values:
        total += value
    return total


# given_to_a_helper : void (float* X, float* Y)
def given_to_a_helper(X, Y):
    values = local(float, 3)
    values[0] = X[idx]
    values[1] = X[idx]
    Y[idx] = sum_of(values)


# given_to_a_helper_right : void (float* X, float* Y)
def given_to_a_helper_right(X, Y):
    values = local(float, 3)
    values[0] = X[idx]
    values[1] = X[idx]
    values[2] = 0.0
    Y[idx] = sum_of(values)


case(UNWRITTEN, "a local array that a helper reads", given_to_a_helper, given_to_a_helper_right,
     lambda: [ramp(), zeros()], ramp() * 2)


# empty_read : void (float* X, float* Y)
def empty_read(X, Y):
    Y[idx] += X[idx]


# empty_filled : void (float* X, float* Y)
def empty_filled(X, Y):
    Y[idx] = X[idx]


case(UNWRITTEN, "an array that `cp.empty` made", empty_read, empty_filled,
     lambda: [ramp(), cp.empty(64, cp.float32)], ramp())


# empty_in_part : void (float* Y, float* Z)
def empty_in_part(Y, Z):
    if idx < 63:
        Y[idx] = 1.0
    Z[idx] = Y[idx]


# empty_in_part_right : void (float* Y, float* Z)
def empty_in_part_right(Y, Z):
    Y[idx] = 1.0
    Z[idx] = Y[idx]


case(UNWRITTEN, "one element of an array that `cp.empty` made", empty_in_part, empty_in_part_right,
     lambda: [cp.empty(64, cp.float32), zeros()], np.ones(64))


# no_value : void (int* X, int* Y)
def no_value(X, Y):
    if X[idx] > 0:
        sign = 1
    elif X[idx] < 0:
        sign = -1
    Y[idx] = sign


# no_value_right : void (int* X, int* Y)
def no_value_right(X, Y):
    sign = 0
    if X[idx] > 0:
        sign = 1
    elif X[idx] < 0:
        sign = -1
    Y[idx] = sign


case(UNWRITTEN, "a variable that has no value on one path", no_value, no_value_right,
     lambda: [ramp(64, np.int32), zeros(64, np.int32)], np.sign(ramp()))
