"""Operations of warps, against CPython with a Python thread for each thread of a block."""

import re

import numpy as np
import pytest

import cudapy as cp
from cudapy import (
    atomicAdd,
    ballot_sync,
    laneid,
    lanemask_lt,
    popc,
    shared,
    shfl_down_sync,
    shfl_sync,
    syncthreads,
    syncwarp,
)
from oracle import TARGET, Batch
from cudapy._simulate.blocks import WrongMask

ALL = 0xFFFFFFFF


# warp_sum : float (float v)
def warp_sum(v):
    offset = 16
    while offset > 0:
        v += shfl_down_sync(0xFFFFFFFF, v, offset)
        offset //= 2
    return v


# block_sum : void (float* X, float* sums)
def block_sum(X, sums):
    partial = shared(float, 32)
    v = 0.0
    i = idx
    while i < len(X):
        v += X[i]
        i += blockDim.x * gridDim.x
    v = warp_sum(v)
    warp = threadIdx.x // 32
    if laneid == 0:
        partial[warp] = v
    syncthreads()
    if warp == 0:
        v = partial[laneid] if laneid < blockDim.x // 32 else 0.0
        v = warp_sum(v)
        if laneid == 0:
            sums[blockIdx.x] = v


# one_line_sum : void (int* X, int* sums)
def one_line_sum(X, sums):
    """Written without a helper, with one variable for both stages."""
    partial = shared(int, 32)
    v = X[idx] if idx < len(X) else 0
    o = 16
    while o > 0:
        v += cp.shfl_down_sync(ALL, v, o)
        o //= 2
    if laneid == 0:
        partial[threadIdx.x // 32] = v
    syncthreads()
    if threadIdx.x < 32:
        v = partial[threadIdx.x] if threadIdx.x < blockDim.x // 32 else 0
        for o in (16, 8, 4, 2, 1):
            v += cp.shfl_xor_sync(ALL, v, o)
        if threadIdx.x == 0:
            sums[blockIdx.x] = v


# compact : void (int* X, int* out, int* count)
def compact(X, out, count):
    """Each warp's own place in the result, in any order of the warps."""
    wanted = idx < len(X) and X[idx] > 0
    votes = ballot_sync(0xFFFFFFFF, wanted)
    before = popc(votes & ((cp.uint32(1) << laneid) - 1))
    first = 0
    if laneid == 0 and votes != 0:
        first = atomicAdd(count, 0, popc(votes))
    first = shfl_sync(0xFFFFFFFF, first, 0)
    if wanted:
        out[first + before] = X[idx]


# scan : void (int* X)
def scan(X):
    v = X[idx]
    offset = 1
    while offset < 32:
        other = shfl_up_sync(0xFFFFFFFF, v, offset)
        if laneid >= offset:
            v += other
        offset *= 2
    X[idx] = v


# shuffles : void (int* X, int64* W, float* F, double* D, int width, int from_)
def shuffles(X, W, F, D, width, from_):
    x = X[idx]
    X[idx] = shfl_sync(ALL, x, laneid * 7 + from_, width) * 2 + shfl_sync(ALL, x, 3)
    W[idx] = shfl_up_sync(ALL, W[idx], from_, width) + shfl_up_sync(ALL, W[idx], laneid)
    F[idx] = shfl_down_sync(ALL, F[idx], from_, 8) + shfl_down_sync(ALL, F[idx], x % 32)
    D[idx] = shfl_xor_sync(ALL, D[idx], 5, width) + shfl_xor_sync(ALL, D[idx], from_)
    x = shfl_sync(ALL, x, 31 - laneid)
    X[idx] += x + shfl_sync(ALL, idx, 4) + shfl_sync(ALL, x > 3, 9)


# votes : void (int* X, int64* W)
def votes(X, W):
    x = X[idx]
    a = all_sync(ALL, x > 0)
    b = any_sync(ALL, x > 20)
    W[idx] = ballot_sync(ALL, x % 3 == 0) * 4
    if a:
        W[idx] += 1
    if b:
        W[idx] += 2
    n = 0
    while any_sync(ALL, x > 0):
        x -= laneid + 1
        n += 1
    X[idx] = n


# reductions : void (int* X, int64* W, float* F)
def reductions(X, W, F):
    x = X[idx]
    w = W[idx]
    W[idx] = reduce_add_sync(ALL, w) + reduce_min_sync(ALL, w) * 3 + reduce_xor_sync(ALL, w)
    X[idx] = (
        reduce_add_sync(ALL, x)
        + reduce_min_sync(ALL, x) * 3
        + reduce_max_sync(ALL, x)
        + reduce_and_sync(ALL, x)
        + reduce_or_sync(ALL, x)
        + reduce_xor_sync(ALL, x)
    )
    F[idx] = reduce_add_sync(ALL, F[idx]) + reduce_max_sync(ALL, F[idx])


# matches : void (int* X, int64* W, float* F, double* D, uint32* out)
def matches(X, W, F, D, out):
    x = X[idx]
    same = cp.match_any_sync(ALL, x)
    out[idx] = popc(same) * 100 + popc(same & lanemask_lt())
    out[idx] += cp.match_any_sync(ALL, W[idx]) % 1000 + cp.match_any_sync(ALL, F[idx]) % 777
    out[idx] ^= cp.match_any_sync(ALL, D[idx])
    if laneid % 2 == 0:
        out[idx] += cp.match_any_sync(0x55555555, x % 3 == 0)
    if x < 0:
        return
    out[idx] ^= cp.match_any_sync(same, idx % 4)


# matches_small : void (int8* A, half* H, bfloat16* B, uint32* out)
def matches_small(A, H, B, out):
    out[idx] = cp.match_any_sync(ALL, A[idx]) ^ cp.match_any_sync(ALL, H[idx])
    out[idx] += cp.match_any_sync(ALL, B[idx] + 1) % 4096


# not_same : void (int* X)
def not_same(X):
    if X[idx] > 3:
        X[idx] = popc(cp.match_any_sync(0xFFFFFFFF, X[idx]))


# parts : void (int* X, int n)
def parts(X, n):
    if idx >= n:
        return
    x = X[idx]
    if laneid < 16:
        x = shfl_sync(0xFFFF, x, laneid // 4 * 4)
        syncwarp(0xFFFF)
        x += reduce_add_sync(0xFFFF, x)
    else:
        x = shfl_xor_sync(0xFFFF0000, x, 1)
    mask = cp.int64(0xFF) << laneid // 8 * 8
    X[idx] = x + reduce_add_sync(mask, x) + popc(ballot_sync(mask, x > 5))
    if all_sync(mask, x > 0):
        return
    X[idx] += reduce_add_sync(ballot_sync(0xFFFFFFFF, True), x)


# deep : void (int* X, int* out)
def deep(X, out):
    """Conditions in loops in conditions."""
    x = X[idx]
    total = 0
    warp = threadIdx.x // 32
    if warp % 2 == 1:
        for i in range(warp + 2):
            if x % 2 == 0:
                total += 1
                continue_here = True
            else:
                continue_here = False
            if any_sync(0xFFFFFFFF, continue_here):
                total += 10 * popc(ballot_sync(0xFFFFFFFF, continue_here))
            x = shfl_down_sync(0xFFFFFFFF, x, 1) + 1
            if i == 4:
                break
        total += x
    else:
        while all_sync(0xFFFFFFFF, x < 50):
            x += 1 + reduce_max_sync(0xFFFFFFFF, x) // 2
        total = -x
    out[idx] = total


# ragged : void (int* N, int* out)
def ragged(N, out):
    """Warps loop for different numbers of times, their threads leave together."""
    n = N[threadIdx.x // 32]
    total = 0
    i = 0
    while True:
        if i >= n:
            break
        i += 1
        if i % 3 == 0:
            continue
        total += shfl_sync(0xFFFFFFFF, idx, i)
    out[idx] = total


# single : void (int* X)
def single(X):
    """Some threads of the warp, one after the other."""
    for i in range(4):
        if laneid % 4 == i:
            mask = cp.int64(0x11111111) << i
            X[idx] += shfl_sync(mask, X[idx], i + 4) + i


# through_memory : void (int* X)
def through_memory(X):
    s = shared(int, 256)
    t = threadIdx.x
    s[t] = X[idx]
    syncwarp()
    v = s[t ^ 1]
    syncwarp()
    s[t] = v + 1
    cp.syncwarp(ALL)
    X[idx] = s[t ^ 2]


# tile : void (int[,] A)
def tile(A):
    v = A[idy, idx]
    A[idy, idx] = v + shfl_down_sync(0xFFFFFFFF, v, 5) + reduce_add_sync(0xFFFFFFFF, idx)


# early : void (int* X, int n)
def early(X, n):
    """Threads that have ended are not waited for."""
    if X[idx] < n:
        return
    x = X[idx]
    for i in range(3):
        x += popc(ballot_sync(0xFFFFFFFF, x % 2 == 0))
        if x > 60:
            X[idx] = x
            return
    X[idx] = -x


# wrong_mask : void (int* X)
def wrong_mask(X):
    if X[idx] > 3:
        X[idx] = shfl_sync(0xFFFFFFFF, X[idx], 5)
    syncthreads()
    X[idx] += 1


# not_named : void (int* X)
def not_named(X):
    X[idx] = shfl_sync(0xFFFF, X[idx], 5)


# two_masks : void (int* X)
def two_masks(X):
    mask = 0xF
    if laneid % 2 == 0:
        mask = 0x5
    if laneid < 4:
        X[idx] = shfl_sync(mask, X[idx], 0)
    syncthreads()


# every_integer : void (int8* A, uint8* B, int16* C, uint16* D, uint32* E, int64* F, uint64* G, bool* H)
def every_integer(A, B, C, D, E, F, G, H):
    A[idx] = cp.int8(cp.shfl_xor_sync(ALL, A[idx], 5))
    B[idx] = cp.uint8(shfl_sync(ALL, B[idx], laneid * 3))
    C[idx] = cp.int16(shfl_down_sync(ALL, C[idx], 2))
    D[idx] = cp.uint16(cp.shfl_up_sync(ALL, D[idx], 7, 16))
    E[idx] = cp.shfl_xor_sync(ALL, E[idx], 31)
    F[idx] = shfl_down_sync(ALL, F[idx], 9) - shfl_sync(ALL, F[idx], 3, 8)
    G[idx] = shfl_sync(ALL, G[idx], 31 - laneid)
    H[idx] = bool(cp.shfl_xor_sync(ALL, H[idx], 1))


# reduced : void (uint32* U, uint64* W, uint8* B)
def reduced(U, W, B):
    u = cp.reduce_add_sync(ALL, U[idx] // 64) + cp.reduce_max_sync(ALL, U[idx]) // 2
    U[idx] = u + cp.reduce_and_sync(ALL, U[idx]) // 4 + cp.reduce_min_sync(ALL, U[idx]) // 8
    W[idx] = cp.reduce_max_sync(ALL, W[idx]) // 2 + cp.reduce_xor_sync(ALL, W[idx]) // 4
    B[idx] = cp.uint8(cp.reduce_add_sync(ALL, B[idx]) % 256)


# every_float : void (half* A, bfloat16* B, float* C, double* D)
def every_float(A, B, C, D):
    A[idx] = cp.shfl_xor_sync(ALL, A[idx], 5) + shfl_sync(ALL, A[idx], 2)
    B[idx] = cp.shfl_up_sync(ALL, B[idx], 3) + shfl_down_sync(ALL, B[idx], 1, 8)
    C[idx] = shfl_down_sync(ALL, C[idx], 2)
    D[idx] = shfl_sync(ALL, D[idx], laneid ^ 1)


# here : void (uint32* M)
def here(M):
    M[idx] = activemask()


BATCH = Batch(
    here,
    reduced,
    every_integer,
    every_float,
    warp_sum,
    block_sum,
    one_line_sum,
    compact,
    scan,
    shuffles,
    votes,
    reductions,
    matches,
    matches_small,
    not_same,
    parts,
    deep,
    ragged,
    single,
    through_memory,
    tile,
    early,
    wrong_mask,
    not_named,
    two_masks,
)
RANDOM = np.random.default_rng(5)


def ints(count, low=-50, high=50):
    return RANDOM.integers(low, high, count).astype(np.int32)


@pytest.mark.parametrize("block", [64, 40])
def test_the_threads_that_are_here(block):
    """The last warp of a block may have fewer threads."""
    BATCH.check(here, block, np.zeros(block, np.uint32), block=block)


def test_block_sums():
    BATCH.check(block_sum, 512, RANDOM.random(1300).astype(np.float32), np.zeros(2, np.float32), ulps=64)
    BATCH.check(
        block_sum, 128, RANDOM.random(700).astype(np.float32), np.zeros(2, np.float32), block=64, ulps=64
    )
    X = ints(600)
    (_, sums) = BATCH.check(one_line_sum, 600, X, np.zeros(3, np.int32))
    assert sums.sum() == X.sum()


def test_compaction():
    X = ints(600)
    out, count = np.zeros(600, np.int32), np.zeros(1, np.int32)
    cp.compile(compact, target=TARGET)(600)(X, out, count)
    assert count[0] == (X > 0).sum() and sorted(out[: count[0]]) == sorted(X[X > 0])
    BATCH.check(compact, 30, X[:30], np.zeros(30, np.int32), np.zeros(1, np.int32), block=32)


def test_scan():
    (X,) = BATCH.check(scan, 256, np.ones(256, np.int32))
    assert (X == np.arange(256) % 32 + 1).all()


@pytest.mark.parametrize(
    "width, from_", [(32, 0), (16, 3), (8, 9), (4, 1), (1, 0), (2, 33), (32, 31), (16, -1)]
)
def test_shuffles(width, from_):
    BATCH.check(
        shuffles,
        96,
        ints(96),
        ints(96).astype(np.int64) << 33,
        RANDOM.random(96).astype(np.float32),
        RANDOM.random(96),
        width,
        from_,
        block=96,
    )


def test_votes():
    X = ints(256, -5, 40)
    X[32:64] = np.abs(X[32:64]) + 1
    BATCH.check(votes, 256, X, np.zeros(256, np.int64))


@pytest.mark.parametrize("block", [256, 32, 48, 20])
def test_reductions(block):
    BATCH.check(
        reductions,
        2 * block,
        ints(2 * block),
        ints(2 * block).astype(np.int64) << 20,
        ints(2 * block).astype(np.float32),
        block=block,
    )


@pytest.mark.parametrize("block", [256, 32, 48, 20])
def test_matches(block):
    F = RANDOM.integers(0, 4, 2 * block).astype(np.float32)
    F[::5] *= -1  # 0.0 and -0.0 have different bits
    W = RANDOM.integers(0, 3, 2 * block) << 40
    D = np.where(RANDOM.random(2 * block) < 0.5, np.nan, 1.0)
    out = np.zeros(2 * block, np.uint32)
    if TARGET == "cuda" and block % 32 != 0:
        pytest.skip("a warp of a GPU that is not full has no such lanes")
    BATCH.check(matches, 2 * block, ints(2 * block, -2, 5), W, F, D, out, block=block)


def test_matches_of_small_types():
    A, H, B = (RANDOM.integers(-2, 3, 64) for _ in range(3))
    BATCH.check(
        matches_small,
        64,
        A.astype(np.int8),
        H.astype(np.float16),
        B.astype(float).tolist(),
        np.zeros(64, np.uint32),
        block=64,
    )


@pytest.mark.parametrize("n", [256, 100, 33, 7, 0])
def test_parts_of_warps(n):
    X = ints(256, -3, 50)
    X[64:72] = np.abs(X[64:72]) + 1
    BATCH.check(parts, 256, X, n)


def test_control_flow():
    BATCH.check(deep, 256, ints(256, 0, 30), np.zeros(256, np.int32))
    BATCH.check(ragged, 256, ints(8, 0, 12), np.zeros(256, np.int32))
    BATCH.check(single, 64, ints(64), block=64)
    BATCH.check(early, 256, ints(256, 0, 40), 20)
    BATCH.check(early, 256, ints(256, 0, 10), 20)


def test_memory_between_the_threads_of_a_warp():
    BATCH.check(through_memory, 256, ints(256))


@pytest.mark.parametrize("block", [None, (8, 8), (33, 2), (5, 5)])
def test_blocks_with_two_axes(block):
    extent = block or (16, 16)
    if TARGET != "cpu" and extent[0] * extent[1] % 32:
        pytest.skip("what a GPU gives of threads that a block does not have is not defined")
    BATCH.check(tile, extent, ints(extent[0] * extent[1]).reshape(extent[1], extent[0]), block=block)


@pytest.mark.skipif(TARGET != "cpu", reason="a GPU may hang")
@pytest.mark.parametrize("kernel", [wrong_mask, not_named, two_masks, not_same])
def test_others_than_the_mask_names(kernel):
    X = ints(64)
    message = (
        rf"{kernel.__name__}: the mask in line \d+ of {re.escape(__file__)} names other threads of the warp "
        r"than come there: each thread that it names must come with the same mask, and no other; "
        rf"`{kernel.__name__}\.simulate\(…\)` names them$"
    )
    with pytest.raises(cp.KernelError, match=message):
        cp.compile(kernel, target=TARGET)(64, block=64)(X.copy())
    with pytest.raises(WrongMask):
        BATCH.program.run(kernel, (64,), [X], (64,))


def test_every_type():
    random = np.random.default_rng(7)

    def integers(kind):
        info = np.iinfo(kind)
        return random.integers(info.min // 2, info.max // 2, 96, dtype=kind)

    kinds = (np.int8, np.uint8, np.int16, np.uint16, np.uint32, np.int64, np.uint64)
    BATCH.check(every_integer, 96, *map(integers, kinds), random.integers(0, 2, 96).astype(bool), block=96)
    values = random.normal(0, 2, 96)
    BATCH.check(
        every_float,
        96,
        values.astype(np.float16),
        values.tolist(),
        values.astype(np.float32),
        values,
        block=96,
        ulps=0,
    )
    BATCH.check(reduced, 96, integers(np.uint32), integers(np.uint64), integers(np.uint8), block=96)
