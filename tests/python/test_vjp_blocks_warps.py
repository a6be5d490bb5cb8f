"""Kernel.vjp of kernels whose threads give values to each other in warps."""

from __future__ import annotations

import math
import os
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from block_derivatives import agrees, doubles
from cudapy import blockDim, blockIdx, idx, threadIdx

VECTORS = "void (double* X, double* Y)"
BLOCKS = [32, 64, 256]
PARTIAL = [1, 5, 16, 48]


def down(X, Y):
    Y[idx] *= cp.shfl_down_sync(0xFFFFFFFF, X[idx] * X[idx], 3)


def up(X, Y):
    Y[idx] *= cp.shfl_up_sync(0xFFFFFFFF, X[idx] * X[idx], 5)


def crossed(X, Y):
    Y[idx] *= cp.shfl_xor_sync(0xFFFFFFFF, math.sin(X[idx]), 6)


def from_the_first(X, Y):
    Y[idx] *= cp.shfl_sync(0xFFFFFFFF, X[idx], 0) * X[idx]


def from_the_middle(X, Y):
    Y[idx] *= cp.shfl_sync(0xFFFFFFFF, X[idx] * X[idx], 17)


def turned(X, Y):
    lane = threadIdx.x % 32
    Y[idx] *= cp.shfl_sync(0xFFFFFFFF, X[idx], 31 - lane) + cp.shfl_sync(0xFFFFFFFF, X[idx], lane * 7 + 3)


def different_distances(X, Y):
    lane = threadIdx.x % 32
    Y[idx] *= cp.shfl_down_sync(0xFFFFFFFF, X[idx], lane % 3) * cp.shfl_up_sync(0xFFFFFFFF, X[idx], lane // 2)
    Y[idx] += cp.shfl_xor_sync(0xFFFFFFFF, X[idx], 0 if lane < 16 else 2)


def parts_of_warps(X, Y):
    v = X[idx]
    v += cp.shfl_down_sync(0xFFFFFFFF, v * v, 2, 8)
    v += cp.shfl_up_sync(0xFFFFFFFF, v * v, 3, 16)
    v += cp.shfl_xor_sync(0xFFFFFFFF, v * v, 1, 4)
    v += cp.shfl_sync(0xFFFFFFFF, v, 2, 4)
    Y[idx] = v


def summed_down(X, Y):
    v = X[idx] * X[idx]
    for d in (16, 8, 4, 2, 1):
        v += cp.shfl_down_sync(0xFFFFFFFF, v, d)
    if threadIdx.x % 32 == 0:
        Y[idx] = v


def summed_across(X, Y):
    v = X[idx] * X[idx]
    b = 16
    while b > 0:
        v += cp.shfl_xor_sync(0xFFFFFFFF, v, b)
        b //= 2
    Y[idx] = v * X[idx]


def multiplied_across(X, Y):
    v = X[idx]
    for k in range(5):
        v *= cp.shfl_xor_sync(0xFFFFFFFF, v, 1 << k)
    Y[idx] = math.log(abs(v) + 1.0)


def scanned(X, Y):
    lane = threadIdx.x % 32
    v = X[idx]
    d = 1
    while d < 32:
        other = cp.shfl_up_sync(0xFFFFFFFF, v, d)
        if lane >= d:
            v = v * 0.5 + math.sin(other)
        d *= 2
    Y[idx] = v


def summed_at_once(X, Y):
    Y[idx] *= cp.reduce_add_sync(0xFFFFFFFF, X[idx] * X[idx])


def halves(X, Y):
    lane = threadIdx.x % 32
    if lane < 16:
        Y[idx] = cp.shfl_down_sync(0xFFFF, X[idx] * X[idx], 1, 16) * X[idx]
        Y[idx] += cp.reduce_add_sync(0xFFFF, X[idx])
    else:
        Y[idx] = cp.shfl_xor_sync(0xFFFF0000, X[idx] * X[idx], 3) * X[idx]
        Y[idx] += cp.shfl_sync(0xFFFF0000, X[idx], 20)


def votes(X, Y):
    big = X[idx] > 1.0
    count = cp.popc(cp.ballot_sync(0xFFFFFFFF, big))
    if cp.any_sync(0xFFFFFFFF, big):
        Y[idx] *= X[idx] * count
    first = cp.ffs(cp.ballot_sync(0xFFFFFFFF, big)) - 1
    Y[idx] += cp.shfl_sync(0xFFFFFFFF, X[idx], max(first, 0))
    same = cp.match_any_sync(0xFFFFFFFF, threadIdx.x % 4)
    Y[idx] *= cp.popc(same)


def one_warp_of_several(X, Y):
    if threadIdx.x < 32:
        Y[idx] = cp.shfl_xor_sync(0xFFFFFFFF, X[idx] * X[idx], 1) * X[idx]


def summed_by_block(X, Y):
    S = cp.shared(cp.double, 32)
    lane = threadIdx.x % 32
    warp = threadIdx.x // 32
    v = X[idx] * X[idx]
    for d in (16, 8, 4, 2, 1):
        v += cp.shfl_down_sync(0xFFFFFFFF, v, d)
    if lane == 0:
        S[warp] = v
    cp.syncthreads()
    if warp == 0:
        v = S[lane] if lane < blockDim.x // 32 else 0.0
        for d in (16, 8, 4, 2, 1):
            v += cp.shfl_down_sync(0xFFFFFFFF, v, d)
        if lane == 0:
            Y[blockIdx.x] = v * v


def waits_for_its_warp(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx]
    cp.syncwarp()
    y = S[i ^ 1] * S[i]
    cp.syncwarp()
    S[i] = y * y
    cp.syncwarp()
    Y[idx] = S[i ^ 2] * y


WHOLE = [
    down,
    up,
    crossed,
    from_the_first,
    from_the_middle,
    turned,
    different_distances,
    parts_of_warps,
    summed_down,
    summed_across,
    multiplied_across,
    scanned,
    summed_at_once,
    votes,
    halves,
    one_warp_of_several,
    summed_by_block,
    waits_for_its_warp,
]


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("function", WHOLE)
def test_whole_warps(function: Any, block: int) -> None:
    n = 2 * block
    agrees(function, VECTORS, n, block, [doubles(n), doubles(n)])


# A GPU does not say what a shuffle gives of a lane that is not there; elsewhere it is the lane's own value.
@pytest.mark.skipif(os.environ["CUDAPY_TARGET"] != "cpu", reason="these lanes read from missing ones")
@pytest.mark.parametrize("block", PARTIAL)
@pytest.mark.parametrize("function", WHOLE[:12])
def test_warps_with_fewer_threads(function: Any, block: int) -> None:
    n = 2 * block
    agrees(function, VECTORS, n, block, [doubles(n), doubles(n)])


def returns_first(X, Y):
    if idx >= len(X):
        return
    v = X[idx]
    v += cp.shfl_up_sync(0xFFFFFFFF, v * v, 1)
    v *= cp.reduce_add_sync(0xFFFFFFFF, v)
    w = cp.shfl_down_sync(0xFFFFFFFF, v * v, 2)
    if idx + 2 < len(X):
        v *= w
    w = cp.shfl_xor_sync(0xFFFFFFFF, v * v, 1)
    Y[idx] = v * (w if idx ^ 1 < len(X) else 1.0) + cp.shfl_sync(0xFFFFFFFF, v, 0)


@pytest.mark.parametrize("n", [1, 33, 50, 64])
def test_threads_that_have_returned(n: int) -> None:
    agrees(returns_first, VECTORS, n, 64, [doubles(n), doubles(n)])


def of_floats(X, Y):
    v = X[idx]
    v += cp.shfl_down_sync(0xFFFFFFFF, v * v, 4)
    Y[idx] = v * cp.shfl_xor_sync(0xFFFFFFFF, v, 3)


def test_floats() -> None:
    arguments = [doubles(64).astype(np.float32), doubles(64).astype(np.float32)]
    agrees(of_floats, "void (float* X, float* Y)", 64, 32, arguments)


def largest(X, Y):
    Y[idx] = cp.reduce_max_sync(0xFFFFFFFF, X[idx])


def masked(X, Y):
    for k in range(3):
        Y[idx] += cp.shfl_xor_sync(cp.activemask(), X[idx], k)


def changes_shared(X, Y):
    S = cp.shared(cp.double, 64)
    S[threadIdx.x] = X[idx]
    for k in range(3):
        cp.syncwarp()
        y = S[threadIdx.x ^ 1]
        cp.syncwarp()
        S[threadIdx.x] = y * y
    Y[idx] = S[threadIdx.x]


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (largest, "`reduce_max_sync`"),
        (masked, "`activemask` in a loop"),
        (changes_shared, "a loop that changes `S` and waits for a warp"),
    ],
)
def test_what_is_refused(function: Any, what: str) -> None:
    with pytest.raises(cp.CompileError) as caught:
        _ = cp.compile(function, VECTORS).vjp.cuda_source
    found = [each for each in caught.value.diagnostics if each["severity"] == "error"]
    assert (found[0]["code"], found[0]["message"]) == ("E790", f"{what} cannot be differentiated")


def distances_by_warp(X, Y):
    v = X[idx]
    d = 1
    if threadIdx.x // 32 % 2 == 1:
        d = 3
    v += cp.shfl_down_sync(0xFFFFFFFF, v * v, d)
    for k in range(threadIdx.x // 32 + 1):
        v += cp.shfl_up_sync(0xFFFFFFFF, math.sin(v), k + 1)
    Y[idx] = v


@pytest.mark.parametrize("block", [32, 128])
def test_distances_that_only_warps_agree_about(block: int) -> None:
    agrees(distances_by_warp, VECTORS, 2 * block, block, [doubles(2 * block), doubles(2 * block)])


def test_sums_by_shuffles_come_back_by_shuffles() -> None:
    text = cp.compile(summed_by_block, VECTORS).vjp.cuda_source
    reverse = text[text.index("// The reverse sweep.") :]
    assert reverse.count("__shfl_up_sync") == 2 and "__shfl_sync" not in reverse
