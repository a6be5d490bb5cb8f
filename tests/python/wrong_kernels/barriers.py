"""Wrong kernels that lack a barrier of their block."""

import numpy as np

import cudapy as cp
from cudapy import *  # noqa: F403 - the names that kernels know

from .cases import ONE_BLOCK, case, ramp, zeros

BARRIERS = "A barrier that is missing"


# neighbour : void (float* X, float* Y)
def neighbour(X, Y):
    cache = shared(float, 64)
    cache[threadIdx.x] = X[idx]
    Y[idx] = cache[(threadIdx.x + 1) % 64]


# neighbour_right : void (float* X, float* Y)
def neighbour_right(X, Y):
    cache = shared(float, 64)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    Y[idx] = cache[(threadIdx.x + 1) % 64]


case(BARRIERS, "a neighbour's element of shared memory", neighbour, neighbour_right, lambda: [ramp(), zeros()],
     np.roll(ramp(), -1), options=ONE_BLOCK)


# reversed_block : void (float* X, float* Y)
def reversed_block(X, Y):
    cache = shared(float, 64)
    cache[63 - threadIdx.x] = X[idx]
    Y[idx] = cache[threadIdx.x]


# reversed_block_right : void (float* X, float* Y)
def reversed_block_right(X, Y):
    cache = shared(float, 64)
    cache[63 - threadIdx.x] = X[idx]
    syncthreads()
    Y[idx] = cache[threadIdx.x]


case(BARRIERS, "a block reversed", reversed_block, reversed_block_right, lambda: [ramp(), zeros()], ramp()[::-1],
     options=ONE_BLOCK)


# tree_sum : void (float* X, float* Y)
def tree_sum(X, Y):
    cache = shared(float, 64)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    half = 32
    while half > 0:
        if threadIdx.x < half:
            cache[threadIdx.x] += cache[threadIdx.x + half]
        half //= 2
    if threadIdx.x == 0:
        Y[0] = cache[0]


# tree_sum_right : void (float* X, float* Y)
def tree_sum_right(X, Y):
    cache = shared(float, 64)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    half = 32
    while half > 0:
        if threadIdx.x < half:
            cache[threadIdx.x] += cache[threadIdx.x + half]
        syncthreads()
        half //= 2
    if threadIdx.x == 0:
        Y[0] = cache[0]


case(BARRIERS, "a sum in a tree, no barrier in its loop", tree_sum, tree_sum_right, lambda: [ramp(), zeros(1)],
     [2016], options=ONE_BLOCK)


# tree_sum_early : void (float* X, float* Y)
def tree_sum_early(X, Y):
    cache = shared(float, 64)
    cache[threadIdx.x] = X[idx]
    half = 32
    while half > 0:
        if threadIdx.x < half:
            cache[threadIdx.x] += cache[threadIdx.x + half]
        syncthreads()
        half //= 2
    if threadIdx.x == 0:
        Y[0] = cache[0]


case(BARRIERS, "a sum in a tree, no barrier before it", tree_sum_early, tree_sum_right, lambda: [ramp(), zeros(1)],
     [2016], options=ONE_BLOCK)


# tile_loop : void (float* X, float* Y)
def tile_loop(X, Y):
    tile = shared(float, 64)
    total = 0.0
    for first in range(0, len(X), 64):
        tile[threadIdx.x] = X[first + threadIdx.x]
        syncthreads()
        for k in range(64):
            total += tile[k]
    Y[idx] = total


# tile_loop_right : void (float* X, float* Y)
def tile_loop_right(X, Y):
    tile = shared(float, 64)
    total = 0.0
    for first in range(0, len(X), 64):
        tile[threadIdx.x] = X[first + threadIdx.x]
        syncthreads()
        for k in range(64):
            total += tile[k]
        syncthreads()
    Y[idx] = total


case(BARRIERS, "tiles, no barrier at the end of their loop", tile_loop, tile_loop_right,
     lambda: [ramp(256), zeros()], np.full(64, ramp(256).sum()), options=ONE_BLOCK)


# tile_loop_early : void (float* X, float* Y)
def tile_loop_early(X, Y):
    tile = shared(float, 64)
    total = 0.0
    for first in range(0, len(X), 64):
        tile[threadIdx.x] = X[first + threadIdx.x]
        for k in range(64):
            total += tile[k]
        syncthreads()
    Y[idx] = total


case(BARRIERS, "tiles, no barrier before they are used", tile_loop_early, tile_loop_right,
     lambda: [ramp(256), zeros()], np.full(64, ramp(256).sum()), options=ONE_BLOCK)


# scan_in_place : void (float* X, float* Y)
def scan_in_place(X, Y):
    cache = shared(float, 64)
    t = threadIdx.x
    cache[t] = X[idx]
    syncthreads()
    by = 1
    while by < 64:
        if t >= by:
            cache[t] += cache[t - by]
        syncthreads()
        by *= 2
    Y[idx] = cache[t]


# scan_in_place_right : void (float* X, float* Y)
def scan_in_place_right(X, Y):
    cache = shared(float, 64)
    t = threadIdx.x
    cache[t] = X[idx]
    syncthreads()
    by = 1
    while by < 64:
        other = 0.0
        if t >= by:
            other = cache[t - by]
        syncthreads()
        cache[t] += other
        syncthreads()
        by *= 2
    Y[idx] = cache[t]


case(BARRIERS, "a scan that reads and writes in one step", scan_in_place, scan_in_place_right,
     lambda: [ramp(), zeros()], np.cumsum(ramp()), options=ONE_BLOCK)


# shift_right : void (float* X)
def shift_right(X):
    cache = shared(float, 64)
    t = threadIdx.x
    cache[t] = X[idx]
    syncthreads()
    if t > 0:
        cache[t] = cache[t - 1]
    syncthreads()
    X[idx] = cache[t]


# shift_right_right : void (float* X)
def shift_right_right(X):
    cache = shared(float, 64)
    t = threadIdx.x
    cache[t] = X[idx]
    syncthreads()
    value = cache[max(t - 1, 0)]
    syncthreads()
    cache[t] = value
    syncthreads()
    X[idx] = cache[t]


case(BARRIERS, "a shift to the right in place", shift_right, shift_right_right, lambda: [ramp()],
     np.maximum(ramp() - 1, 0), options=ONE_BLOCK)


# shift_left : void (float* X)
def shift_left(X):
    cache = shared(float, 64)
    t = threadIdx.x
    cache[t] = X[idx]
    syncthreads()
    if t < 63:
        cache[t] = cache[t + 1]
    syncthreads()
    X[idx] = cache[t]


# shift_left_right : void (float* X)
def shift_left_right(X):
    cache = shared(float, 64)
    t = threadIdx.x
    cache[t] = X[idx]
    syncthreads()
    value = cache[min(t + 1, 63)]
    syncthreads()
    cache[t] = value
    syncthreads()
    X[idx] = cache[t]


case(BARRIERS, "a shift to the left in place", shift_left, shift_left_right, lambda: [ramp()],
     np.minimum(ramp() + 1, 63), options=ONE_BLOCK)


# one_for_all : void (float* X, float* Y)
def one_for_all(X, Y):
    scale = shared(float, 1)
    if threadIdx.x == 0:
        scale[0] = X[0]
    Y[idx] = scale[0]


# one_for_all_right : void (float* X, float* Y)
def one_for_all_right(X, Y):
    scale = shared(float, 1)
    if threadIdx.x == 0:
        scale[0] = X[0]
    syncthreads()
    Y[idx] = scale[0]


case(BARRIERS, "one thread sets, all read", one_for_all, one_for_all_right, lambda: [ramp() + 1, zeros()],
     np.ones(64), options=ONE_BLOCK)


# last_for_all : void (float* X, float* Y)
def last_for_all(X, Y):
    scale = shared(float, 1)
    Y[idx] = X[idx]
    if threadIdx.x == 63:
        scale[0] = X[63]
    syncthreads()
    Y[idx] /= scale[0]
    if threadIdx.x == 0:
        scale[0] = 2.0


# last_for_all_right : void (float* X, float* Y)
def last_for_all_right(X, Y):
    scale = shared(float, 1)
    Y[idx] = X[idx]
    if threadIdx.x == 63:
        scale[0] = X[63]
    syncthreads()
    Y[idx] /= scale[0]
    syncthreads()
    if threadIdx.x == 0:
        scale[0] = 2.0


case(BARRIERS, "shared memory is used again while others read it", last_for_all, last_for_all_right,
     lambda: [ramp() + 1, zeros()], (ramp() + 1) / 64, options=ONE_BLOCK)


# transposed : void (float[,] A, float[,] B)
def transposed(A, B):
    tile = shared(float, (8, 8))
    tile[threadIdx.y, threadIdx.x] = A[idy, idx]
    B[idy, idx] = tile[threadIdx.x, threadIdx.y]


# transposed_right : void (float[,] A, float[,] B)
def transposed_right(A, B):
    tile = shared(float, (8, 8))
    tile[threadIdx.y, threadIdx.x] = A[idy, idx]
    syncthreads()
    B[idy, idx] = tile[threadIdx.x, threadIdx.y]


case(BARRIERS, "a tile transposed", transposed, transposed_right,
     lambda: [ramp().reshape(8, 8), zeros().reshape(8, 8)], ramp().reshape(8, 8).T, threads=(8, 8),
     options={"block": (8, 8)})


# sized_at_launch : void (float* X, float* Y)
def sized_at_launch(X, Y):
    cache = shared(float)
    cache[threadIdx.x] = X[idx]
    Y[idx] = cache[len(cache) - 1 - threadIdx.x]


# sized_at_launch_right : void (float* X, float* Y)
def sized_at_launch_right(X, Y):
    cache = shared(float)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    Y[idx] = cache[len(cache) - 1 - threadIdx.x]


case(BARRIERS, "shared memory that is sized at the launch", sized_at_launch, sized_at_launch_right,
     lambda: [ramp(), zeros()], ramp()[::-1], options={"block": 64, "shared": 64})


# halo : void (float* X, float* Y)
def halo(X, Y):
    cache = shared(float, 66)
    t = threadIdx.x
    cache[t + 1] = X[idx]
    if t < 2:
        cache[t * 65] = 0.0
    Y[idx] = cache[t] + cache[t + 2]


# halo_right : void (float* X, float* Y)
def halo_right(X, Y):
    cache = shared(float, 66)
    t = threadIdx.x
    cache[t + 1] = X[idx]
    if t < 2:
        cache[t * 65] = 0.0
    syncthreads()
    Y[idx] = cache[t] + cache[t + 2]


case(BARRIERS, "a stencil with a halo", halo, halo_right, lambda: [ramp(), zeros()],
     np.convolve(ramp(), [1, 0, 1], "same"), options=ONE_BLOCK)


# sum_of_two : float (float* cache, int t)
def sum_of_two(cache, t):
    return cache[t] + cache[(t + 1) % 64]


# in_a_helper : void (float* X, float* Y)
def in_a_helper(X, Y):
    cache = shared(float, 64)
    cache[threadIdx.x] = X[idx]
    Y[idx] = sum_of_two(cache, threadIdx.x)


# in_a_helper_right : void (float* X, float* Y)
def in_a_helper_right(X, Y):
    cache = shared(float, 64)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    Y[idx] = sum_of_two(cache, threadIdx.x)


case(BARRIERS, "a helper reads a neighbour's element", in_a_helper, in_a_helper_right, lambda: [ramp(), zeros()],
     ramp() + np.roll(ramp(), -1), options=ONE_BLOCK)


# global_steps_right : void (float* X, float* Y)
def global_steps_right(X, Y):
    Y[threadIdx.x] = X[idx]
    syncthreads()
    X[idx] = Y[63 - threadIdx.x]
    syncthreads()
    Y[threadIdx.x] = X[idx]


# global_steps : void (float* X, float* Y)
def global_steps(X, Y):
    Y[threadIdx.x] = X[idx]
    syncthreads()
    X[idx] = Y[63 - threadIdx.x]
    Y[threadIdx.x] = X[idx]


case(BARRIERS, "a block's own part of an array in global memory", global_steps, global_steps_right,
     lambda: [ramp(), zeros()], ramp()[::-1], options=ONE_BLOCK)


@cp.struct
class Pair:
    low: cp.float32
    high: cp.float32


# fields : void (float* X, float* Y)
def fields(X, Y):
    pairs = shared(Pair, 64)
    pairs[threadIdx.x].low = X[idx]
    pairs[threadIdx.x].high = X[idx] + 1.0
    Y[idx] = pairs[63 - threadIdx.x].high


# fields_right : void (float* X, float* Y)
def fields_right(X, Y):
    pairs = shared(Pair, 64)
    pairs[threadIdx.x].low = X[idx]
    pairs[threadIdx.x].high = X[idx] + 1.0
    syncthreads()
    Y[idx] = pairs[63 - threadIdx.x].high


case(BARRIERS, "fields of structs", fields, fields_right, lambda: [ramp(), zeros()], ramp()[::-1] + 1,
     options=ONE_BLOCK)


# one_barrier_too_few : void (float* X, float* Y)
def one_barrier_too_few(X, Y):
    a = shared(float, 64)
    b = shared(float, 64)
    t = threadIdx.x
    a[t] = X[idx]
    syncthreads()
    b[t] = a[(t + 1) % 64]
    Y[idx] = b[(t + 1) % 64]


# one_barrier_too_few_right : void (float* X, float* Y)
def one_barrier_too_few_right(X, Y):
    a = shared(float, 64)
    b = shared(float, 64)
    t = threadIdx.x
    a[t] = X[idx]
    syncthreads()
    b[t] = a[(t + 1) % 64]
    syncthreads()
    Y[idx] = b[(t + 1) % 64]


case(BARRIERS, "two steps and one barrier", one_barrier_too_few, one_barrier_too_few_right,
     lambda: [ramp(), zeros()], np.roll(ramp(), -2), options=ONE_BLOCK)


# sorted_by_swaps : void (int* X, int* Y)
def sorted_by_swaps(X, Y):
    cache = shared(int, 64)
    t = threadIdx.x
    cache[t] = X[idx]
    syncthreads()
    for step in range(64):
        if t % 2 == step % 2 and t < 63 and cache[t] > cache[t + 1]:
            cache[t], cache[t + 1] = cache[t + 1], cache[t]
    syncthreads()
    Y[idx] = cache[t]


# sorted_by_swaps_right : void (int* X, int* Y)
def sorted_by_swaps_right(X, Y):
    cache = shared(int, 64)
    t = threadIdx.x
    cache[t] = X[idx]
    syncthreads()
    for step in range(64):
        if t % 2 == step % 2 and t < 63 and cache[t] > cache[t + 1]:
            cache[t], cache[t + 1] = cache[t + 1], cache[t]
        syncthreads()
    Y[idx] = cache[t]


case(BARRIERS, "odd-even sort without a barrier in its loop", sorted_by_swaps, sorted_by_swaps_right,
     lambda: [ramp(64, np.int32)[::-1].copy(), zeros(64, np.int32)], ramp(), options=ONE_BLOCK)
