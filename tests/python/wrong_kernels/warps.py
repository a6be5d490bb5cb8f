"""Wrong kernels that take the threads of a warp to run in step, or take another operation for a barrier of theirs."""

import numpy as np

from cudapy import *  # noqa: F403 - the names that kernels know

from .barriers import reversed_block_right
from .cases import ONE_BLOCK, case, ramp, zeros

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
