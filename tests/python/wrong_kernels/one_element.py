"""Wrong kernels whose threads change one element together."""

import numpy as np

from cudapy import *  # noqa: F403 - the names that kernels know

from .cases import ONE_BLOCK, case, ramp, zeros

ONE_ELEMENT = "One element, several threads"


# histogram : void (int* X, int* H)
def histogram(X, H):
    H[X[idx]] += 1


# histogram_right : void (int* X, int* H)
def histogram_right(X, H):
    atomicAdd(H, X[idx], 1)


case(ONE_ELEMENT, "a histogram", histogram, histogram_right,
     lambda: [ramp(64, np.int32) % 4, zeros(4, np.int32)], np.full(4, 16))


# total_of : void (float* X, float* total)
def total_of(X, total):
    total[0] += X[idx]


# total_of_right : void (float* X, float* total)
def total_of_right(X, total):
    atomicAdd(total, 0, X[idx])


case(ONE_ELEMENT, "a sum in one element", total_of, total_of_right, lambda: [ramp(), zeros(1)], [2016])


# largest : void (int* X, int* best)
def largest(X, best):
    best[0] = max(best[0], X[idx])


# largest_right : void (int* X, int* best)
def largest_right(X, best):
    atomicMax(best, 0, X[idx])


case(ONE_ELEMENT, "the largest, by max()", largest, largest_right,
     lambda: [ramp(64, np.int32), zeros(1, np.int32)], [63])


# largest_by_if : void (int* X, int* best)
def largest_by_if(X, best):
    if X[idx] > best[0]:
        best[0] = X[idx]


case(ONE_ELEMENT, "the largest, by a comparison", largest_by_if, largest_right,
     lambda: [ramp(64, np.int32), zeros(1, np.int32)], [63])


# found_any : void (int* X, int* found)
def found_any(X, found):
    if X[idx] > 10:
        found[0] = 1


# found_any_right : void (int* X, int* found)
def found_any_right(X, found):
    if X[idx] > 10:
        atomicExch(found, 0, 1)


case(ONE_ELEMENT, "the same value, written by several", found_any, found_any_right,
     lambda: [ramp(64, np.int32), zeros(1, np.int32)], [1])


# found_where : void (int* X, int* place)
def found_where(X, place):
    if X[idx] % 10 == 3:
        place[0] = idx


# found_where_right : void (int* X, int* place)
def found_where_right(X, place):
    if X[idx] % 10 == 3:
        atomicMax(place, 0, idx)


case(ONE_ELEMENT, "other values, written by several", found_where, found_where_right,
     lambda: [ramp(64, np.int32), zeros(1, np.int32)], [63])


# halved : void (float* X, float* Y)
def halved(X, Y):
    Y[idx // 2] = X[idx]


# halved_right : void (float* X, float* Y)
def halved_right(X, Y):
    if idx % 2 == 1:
        Y[idx // 2] = X[idx]


case(ONE_ELEMENT, "an element for two threads", halved, halved_right, lambda: [ramp(), zeros(32)],
     ramp(32) * 2 + 1)


# scattered : void (float* X, int* P, float* Y)
def scattered(X, P, Y):
    Y[P[idx]] = X[idx]


# gathered : void (float* X, int* P, float* Y)
def gathered(X, P, Y):
    for k in range(len(P)):
        if P[k] == idx:
            Y[idx] = X[k]


case(ONE_ELEMENT, "places of a list in which some are twice", scattered, gathered,
     lambda: [ramp(), ramp(64, np.int32) // 2, zeros()], np.concatenate([ramp(32) * 2 + 1, zeros(32)]))


# row_sums : void (float[,] A, float* S)
def row_sums(A, S):
    S[idy] += A[idy, idx]


# row_sums_right : void (float[,] A, float* S)
def row_sums_right(A, S):
    atomicAdd(S, idy, A[idy, idx])


case(ONE_ELEMENT, "sums of rows, a thread for each element", row_sums, row_sums_right,
     lambda: [ramp().reshape(8, 8), zeros(8)], ramp().reshape(8, 8).sum(1), threads=(8, 8))


# compacted : void (int* X, int* count, int* Y)
def compacted(X, count, Y):
    if X[idx] % 2 == 0:
        Y[count[0]] = 1
        count[0] += 1


# compacted_right : void (int* X, int* count, int* Y)
def compacted_right(X, count, Y):
    if X[idx] % 2 == 0:
        Y[atomicAdd(count, 0, 1)] = 1


case(ONE_ELEMENT, "a counter of places", compacted, compacted_right,
     lambda: [ramp(64, np.int32), zeros(1, np.int32), zeros(32, np.int32)], np.ones(32))


# shared_counter : void (int* X, int* Y)
def shared_counter(X, Y):
    count = shared(int, 1)
    if threadIdx.x == 0:
        count[0] = 0
    syncthreads()
    if X[idx] > 10:
        count[0] += 1
    syncthreads()
    if threadIdx.x == 0:
        Y[0] = count[0]


# shared_counter_right : void (int* X, int* Y)
def shared_counter_right(X, Y):
    count = shared(int, 1)
    if threadIdx.x == 0:
        count[0] = 0
    syncthreads()
    if X[idx] > 10:
        atomicAdd(count, 0, 1)
    syncthreads()
    if threadIdx.x == 0:
        Y[0] = count[0]


case(ONE_ELEMENT, "a counter in shared memory", shared_counter, shared_counter_right,
     lambda: [ramp(64, np.int32), zeros(1, np.int32)], [53], options=ONE_BLOCK)


# wrapped : void (float* X, float* Y)
def wrapped(X, Y):
    cache = shared(float, 32)
    cache[threadIdx.x % 32] = X[idx]
    syncthreads()
    Y[idx] = cache[threadIdx.x % 32]


# wrapped_right : void (float* X, float* Y)
def wrapped_right(X, Y):
    cache = shared(float, 64)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    Y[idx] = cache[threadIdx.x]


case(ONE_ELEMENT, "shared memory of half the block", wrapped, wrapped_right, lambda: [ramp(), zeros()], ramp(),
     options=ONE_BLOCK)


# all_set : void (float* X, float* Y)
def all_set(X, Y):
    scale = shared(float, 1)
    scale[0] = 2.0
    syncthreads()
    Y[idx] = X[idx] * scale[0]


# all_set_right : void (float* X, float* Y)
def all_set_right(X, Y):
    scale = shared(float, 1)
    if threadIdx.x == 0:
        scale[0] = 2.0
    syncthreads()
    Y[idx] = X[idx] * scale[0]


case(ONE_ELEMENT, "all threads of a block set one element alike", all_set, all_set_right,
     lambda: [ramp(), zeros()], ramp() * 2, options=ONE_BLOCK)
