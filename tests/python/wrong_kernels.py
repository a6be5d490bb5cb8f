"""Kernels that are wrong as students write them, each beside its right twin. docs/checked.md shows what the checked
mode says of each; test_wrong_kernels.py runs them."""

from dataclasses import dataclass, field
from typing import Any, Callable

import numpy as np

import cudapy as cp
from cudapy import *  # noqa: F403 - the names that kernels know

TILE = 16


@dataclass
class Case:
    about: str
    wrong: Callable
    right: Callable
    arguments: Callable  # makes those of a launch: the last one is what the kernel computes
    result: Any
    threads: Any = 64
    options: dict = field(default_factory=dict)
    right_options: Any = None
    right_arguments: Any = None


CASES: dict[str, list[Case]] = {}


def case(section, *given, **named):
    CASES.setdefault(section, []).append(Case(*given, **named))


def ramp(n=64, type=np.float32):
    return np.arange(n, dtype=type)


def zeros(n=64, type=np.float32):
    return np.zeros(n, type)


ONE_BLOCK = {"block": 64}
BARRIERS = "A barrier that is missing"

# ---------------------------------------------------------------------------------------------- barriers


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

# ---------------------------------------------------------------------------------------------- warps

WARPS = "Threads of a warp"


# in_step : void (float* X, float* Y)
def in_step(X, Y):
    cache = shared(float, 32)
    t = threadIdx.x
    cache[t] = X[idx]
    half = 16
    while half > 0:
        if t < half:
            cache[t] += cache[t + half]
        half //= 2
    if t == 0:
        Y[0] = cache[0]


# in_step_right : void (float* X, float* Y)
def in_step_right(X, Y):
    cache = shared(float, 32)
    t = threadIdx.x
    cache[t] = X[idx]
    half = 16
    syncwarp()
    while half > 0:
        if t < half:
            cache[t] += cache[t + half]
        syncwarp()
        half //= 2
    if t == 0:
        Y[0] = cache[0]


case(WARPS, "a warp taken to run in step", in_step, in_step_right, lambda: [ramp(32), zeros(1)], [496], threads=32,
     options={"block": 32})


# warp_for_block : void (float* X, float* Y)
def warp_for_block(X, Y):
    cache = shared(float, 64)
    cache[threadIdx.x] = X[idx]
    syncwarp()
    Y[idx] = cache[63 - threadIdx.x]


case(WARPS, "a barrier of the warp where the block's is meant", warp_for_block, reversed_block_right,
     lambda: [ramp(), zeros()], ramp()[::-1], options=ONE_BLOCK)


# half_a_warp : void (float* X, float* Y)
def half_a_warp(X, Y):
    cache = shared(float, 32)
    t = threadIdx.x
    cache[t] = X[idx]
    if t < 16:
        syncwarp(0x0000FFFF)
    else:
        syncwarp(0xFFFF0000)
    Y[idx] = cache[31 - t]


# half_a_warp_right : void (float* X, float* Y)
def half_a_warp_right(X, Y):
    cache = shared(float, 32)
    t = threadIdx.x
    cache[t] = X[idx]
    if t < 16:
        syncwarp(0x0000FFFF)
    else:
        syncwarp(0xFFFF0000)
    Y[idx] = cache[15 - t if t < 16 else 47 - t]


case(WARPS, "a barrier of half the warp", half_a_warp, half_a_warp_right, lambda: [ramp(32), zeros(32)],
     np.concatenate([ramp(16)[::-1], ramp(16)[::-1] + 16]), threads=32, options={"block": 32})


# shuffle_for_barrier : void (float* X, float* Y)
def shuffle_for_barrier(X, Y):
    cache = shared(float, 32)
    t = threadIdx.x
    cache[t] = X[idx]
    first = shfl_sync(0xFFFFFFFF, X[idx], 0)
    Y[idx] = cache[31 - t] + first


# shuffle_for_barrier_right : void (float* X, float* Y)
def shuffle_for_barrier_right(X, Y):
    cache = shared(float, 32)
    t = threadIdx.x
    cache[t] = X[idx]
    first = shfl_sync(0xFFFFFFFF, X[idx], 0)
    syncwarp()
    Y[idx] = cache[31 - t] + first


case(WARPS, "a shuffle, which orders no memory", shuffle_for_barrier, shuffle_for_barrier_right,
     lambda: [ramp(32) + 1, zeros(32)], ramp(32)[::-1] + 2, threads=32, options={"block": 32})


# sums_of_warps : void (float* X, float* Y)
def sums_of_warps(X, Y):
    sums = shared(float, 2)
    total = X[idx]
    for by in (16, 8, 4, 2, 1):
        total += shfl_down_sync(0xFFFFFFFF, total, by)
    if laneid == 0:
        sums[threadIdx.x // 32] = total
    if threadIdx.x == 0:
        Y[0] = sums[0] + sums[1]


# sums_of_warps_right : void (float* X, float* Y)
def sums_of_warps_right(X, Y):
    sums = shared(float, 2)
    total = X[idx]
    for by in (16, 8, 4, 2, 1):
        total += shfl_down_sync(0xFFFFFFFF, total, by)
    if laneid == 0:
        sums[threadIdx.x // 32] = total
    syncthreads()
    if threadIdx.x == 0:
        Y[0] = sums[0] + sums[1]


case(WARPS, "the sums of warps, added up without a barrier", sums_of_warps, sums_of_warps_right,
     lambda: [ramp(), zeros(1)], [2016], options=ONE_BLOCK)


# exchange_in_warp : void (float* X, float* Y)
def exchange_in_warp(X, Y):
    cache = shared(float, 32)
    t = threadIdx.x
    cache[t] = X[idx]
    syncwarp()
    cache[t] = cache[t ^ 1]
    syncwarp()
    Y[idx] = cache[t]


# exchange_in_warp_right : void (float* X, float* Y)
def exchange_in_warp_right(X, Y):
    cache = shared(float, 32)
    t = threadIdx.x
    cache[t] = X[idx]
    syncwarp()
    other = cache[t ^ 1]
    syncwarp()
    cache[t] = other
    syncwarp()
    Y[idx] = cache[t]


case(WARPS, "two lanes exchange elements in one step", exchange_in_warp, exchange_in_warp_right,
     lambda: [ramp(32), zeros(32)], ramp(32).reshape(16, 2)[:, ::-1].ravel(), threads=32, options={"block": 32})

# ---------------------------------------------------------------------------------------------- one element

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


# ---------------------------------------------------------------------------------------------- in place

IN_PLACE = "One array, read and written"


# moved_left : void (float* X)
def moved_left(X):
    if idx + 1 < len(X):
        X[idx] = X[idx + 1]


# moved_left_right : void (float* X, float* Y)
def moved_left_right(X, Y):
    Y[idx] = X[min(idx + 1, len(X) - 1)]


case(IN_PLACE, "a shift to the left", moved_left, moved_left_right, lambda: [ramp()], np.minimum(ramp() + 1, 63),
     right_arguments=lambda: [ramp(), zeros()])


# moved_right : void (float* X)
def moved_right(X):
    if idx > 0:
        X[idx] = X[idx - 1]


# moved_right_right : void (float* X, float* Y)
def moved_right_right(X, Y):
    Y[idx] = X[max(idx - 1, 0)]


case(IN_PLACE, "a shift to the right", moved_right, moved_right_right, lambda: [ramp()],
     np.maximum(ramp() - 1, 0), right_arguments=lambda: [ramp(), zeros()])


# prefix : void (float* X)
def prefix(X):
    for k in range(idx):
        X[idx] += X[k]


# prefix_right : void (float* X, float* Y)
def prefix_right(X, Y):
    Y[idx] = X[idx]
    for k in range(idx):
        Y[idx] += X[k]


case(IN_PLACE, "a prefix sum", prefix, prefix_right, lambda: [ramp()], np.cumsum(ramp()),
     right_arguments=lambda: [ramp(), zeros()])


# turned : void (float[,] A)
def turned(A):
    A[idy, idx] = A[idx, idy]


# turned_right : void (float[,] A, float[,] B)
def turned_right(A, B):
    B[idy, idx] = A[idx, idy]


case(IN_PLACE, "a transposition", turned, turned_right, lambda: [ramp().reshape(8, 8)], ramp().reshape(8, 8).T,
     threads=(8, 8), right_arguments=lambda: [ramp().reshape(8, 8), zeros().reshape(8, 8)])


# relaxed : void (float[,] A)
def relaxed(A):
    if 0 < idx < 7 and 0 < idy < 7:
        A[idy, idx] = (A[idy, idx - 1] + A[idy, idx + 1] + A[idy - 1, idx] + A[idy + 1, idx]) / 4


# relaxed_right : void (float[,] A, float[,] B)
def relaxed_right(A, B):
    if 0 < idx < 7 and 0 < idy < 7:
        B[idy, idx] = (A[idy, idx - 1] + A[idy, idx + 1] + A[idy - 1, idx] + A[idy + 1, idx]) / 4


case(IN_PLACE, "a relaxation of a plane", relaxed, relaxed_right, lambda: [np.ones((8, 8), np.float32)],
     np.pad(np.ones((6, 6)), 1), threads=(8, 8),
     right_arguments=lambda: [np.ones((8, 8), np.float32), zeros().reshape(8, 8)])


# mirrored : void (float* X)
def mirrored(X):
    X[idx] = X[len(X) - 1 - idx]


# mirrored_right : void (float* X)
def mirrored_right(X):
    if idx < len(X) // 2:
        X[idx], X[len(X) - 1 - idx] = X[len(X) - 1 - idx], X[idx]


case(IN_PLACE, "a reversal", mirrored, mirrored_right, lambda: [ramp()], ramp()[::-1])


# two_names : void (float* X, float* Y)
def two_names(X, Y):
    if idx + 1 < len(X):
        Y[idx] = X[idx + 1]


def twice():
    X = ramp()
    return [X, X]


case(IN_PLACE, "one array as two arguments", two_names, moved_left_right, twice, np.minimum(ramp() + 1, 63),
     right_arguments=lambda: [ramp(), zeros()])


# two_steps : void (float* X, float* Y)
def two_steps(X, Y):
    Y[idx] = X[idx] * 2
    X[idx] = Y[(idx + 1) % len(Y)]


# two_steps_right : void (float* X, float* Y)
def two_steps_right(X, Y):
    Y[idx] = X[(idx + 1) % len(X)] * 2


case(IN_PLACE, "a second step that reads the first one of others", two_steps, two_steps_right,
     lambda: [ramp(), zeros()], np.roll(ramp() * 2, -1))

# ---------------------------------------------------------------------------------------------- blocks

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

# ---------------------------------------------------------------------------------------------- atomics

ATOMICS = "Atomic and plain accesses, and fences"


# atomic_then_read : void (float* X, float* total, float* Y)
def atomic_then_read(X, total, Y):
    atomicAdd(total, 0, X[idx])
    Y[idx] = total[0]


# atomic_then_read_right : void (float* X, float* total, float* Y)
def atomic_then_read_right(X, total, Y):
    Y[idx] = atomicAdd(total, 0, X[idx]) * 0


case(ATOMICS, "a sum that is read while others add to it", atomic_then_read, atomic_then_read_right,
     lambda: [ramp(), zeros(1), zeros()], zeros())


# reset_beside : void (int* X, int* count)
def reset_beside(X, count):
    if idx == 0:
        count[0] = 0
    atomicAdd(count, 0, X[idx])


# reset_beside_right : void (int* X, int* count)
def reset_beside_right(X, count):
    atomicAdd(count, 0, X[idx])


case(ATOMICS, "a counter set to 0 beside those that count", reset_beside, reset_beside_right,
     lambda: [np.ones(64, np.int32), zeros(1, np.int32)], [64])


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


case(ATOMICS, "an atomic in one branch, += in the other", now_and_then, now_and_then_right,
     lambda: [ramp(64, np.int32), zeros(1, np.int32)], [64])


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


case(ATOMICS, "a shared counter read without a barrier", counted_and_read, counted_and_read_right,
     lambda: [np.ones(64, np.int32), zeros(64, np.int32)], np.full(64, 64), options=ONE_BLOCK)


# set_and_counted : void (int* X, int* Y)
def set_and_counted(X, Y):
    count = shared(int, 1)
    if threadIdx.x == 0:
        count[0] = 0
    atomicAdd(count, 0, X[idx])
    syncthreads()
    Y[idx] = count[0]


case(ATOMICS, "a shared counter set to 0 without a barrier", set_and_counted, counted_and_read_right,
     lambda: [np.ones(64, np.int32), zeros(64, np.int32)], np.full(64, 64), options=ONE_BLOCK)


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


case(ATOMICS, "threads wait for a flag that is no atomic one", waits_for_a_flag, waits_for_a_flag_right,
     lambda: [zeros(1, np.int32), zeros(1, np.int32), zeros(64, np.int32)], np.where(ramp() > 0, 42, 0),
     right_options=ONE_BLOCK)


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


case(ATOMICS, "a fence without atomic operations", fence_alone, fence_and_atomics,
     lambda: [zeros(1, np.int32), zeros(1, np.int32), zeros(64, np.int32)], zeros())


# locked : void (int* lock, float* X, float* total)
def locked(lock, X, total):
    if idx == 0:
        lock[0] = 1
    if lock[0] == 1:
        atomicAdd(total, 0, X[idx])


# locked_right : void (int* lock, float* X, float* total)
def locked_right(lock, X, total):
    atomicAdd(total, 0, X[idx])


case(ATOMICS, "a switch that one thread sets and others read", locked, locked_right,
     lambda: [zeros(1, np.int32), ramp(), zeros(1)], [2016])

# ---------------------------------------------------------------------------------------------- unwritten

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

# ---------------------------------------------------------------------------------------------- parting

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
