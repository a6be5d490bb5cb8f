"""Atomic operations and functions of bits, against CPython."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import atomicAdd, atomicCAS, atomicExch, local, popc, shared, syncthreads
from oracle import TARGET, Batch


# histogram : void (int* H, int* X)
def histogram(H, X):
    if idx < len(X):
        atomicAdd(H, X[idx], 1)


# block_histogram : void (int* H, int* X)
def block_histogram(H, X):
    bins = shared(int, 16)
    t = threadIdx.x
    if t < len(bins):
        bins[t] = 0
    syncthreads()
    if idx < len(X):
        cp.atomicAdd(bins, X[idx], 1)
    syncthreads()
    if t < len(bins):
        atomicAdd(H, t, bins[t])


# integers : void (int* A, int* X)
def integers(A, X):
    x = X[idx]
    atomicAdd(A, 0, x)
    atomicSub(A, 1, x)
    atomicMin(A, 2, x)
    atomicMax(A, 3, x)
    atomicAnd(A, 4, x)
    atomicOr(A, 5, x)
    atomicXor(A, -1, x)


# wide : void (int64* A, int64* X)
def wide(A, X):
    x = X[idx]
    atomicAdd(A, 0, x)
    atomicSub(A, 1, x)
    atomicMin(A, 2, x)
    atomicMax(A, 3, x)
    atomicAnd(A, 4, x)
    atomicOr(A, 5, x)
    atomicXor(A, -1, x)


# floats : void (float* F, double* D)
def floats(F, D):
    atomicAdd(F, idx % 4, 1)  # whole numbers: any order gives the same
    atomicAdd(D, idx % 2, float(idx))


# small_floats : void (half* H, bfloat16* B, half* sums)
def small_floats(H, B, sums):
    """Sums that the types hold, so that any order gives the same; halves of them in shared memory."""
    s = shared(cp.half, 3)
    t = threadIdx.x
    if t < 3:
        s[t] = t
    syncthreads()
    atomicAdd(H, idx % 4, 1)
    atomicAdd(B, -1, 0.5)
    atomicAdd(s, t % 3, 2.5)
    syncthreads()
    if t < 3:
        sums[blockIdx.x * 3 + t] = s[t]


# small_ones : void (half* H, bfloat16* B, uint16* U, int16* S, float* out)
def small_ones(H, B, U, S, out):
    """Old values and rounding, where only one thread works."""
    out[0] = atomicAdd(H, 0, 0.1)
    out[1] = atomicAdd(H, 0, 1000)
    out[2] = atomicAdd(H, 0, H[0]) - H[0]
    out[3] = atomicAdd(B, 0, 0.1)
    out[4] = atomicAdd(B, 0, 1000)
    out[5] = atomicAdd(B, 0, H[1]) * 2
    out[6] = atomicCAS(U, 0, 65535, 3)
    out[7] = atomicCAS(U, 0, 65535, 4)
    out[8] = atomicCAS(S, 1, -5, cp.int16(S[0] - 9))
    out[9] = atomicCAS(S, 1, -9, 7)
    s = shared(cp.uint16, 2)
    b = shared(cp.bfloat16, 1)
    s[0] = U[1]
    b[0] = 0.3
    syncthreads()
    out[10] = atomicCAS(s, 0, U[1], 9) + atomicCAS(s, 0, U[1], 10)
    out[11] = atomicAdd(b, 0, 1.01)
    out[12] = b[0]
    out[13] = s[0]


# add_to : float2 (float2* A, float2 v)
def add_to(A, v):
    return atomicAdd(A, 1, v)


# vectors : void (float2* P, float4* Q, float2* V)
def vectors(P, Q, V):
    """Each component by itself; in shared memory, in global memory and in a function that is given either."""
    s = shared(cp.float2, 2)
    if threadIdx.x < 2:
        s[threadIdx.x] = cp.float2(0, 1)
    syncthreads()
    atomicAdd(P, idx % 3, V[idx])
    atomicAdd(Q, 0, cp.float4(1, 2, V[idx].x, V[idx].y))
    atomicAdd(s, 0, V[idx])
    add_to(s, V[idx])
    add_to(P, V[idx])
    syncthreads()
    if threadIdx.x == 0:
        P[3 + blockIdx.x] = s[0] + s[1]


# vector_ones : void (float2* P, float4* Q)
def vector_ones(P, Q):
    P[1] = atomicAdd(P, 0, cp.float2(1.5, -2))
    Q[1] = atomicAdd(Q, -2, Q[0] * 2)
    Q[2] = cp.float4(atomicAdd(P, 0, P[0]).y, P[0].x, 0, 0)


# one_by_one : void (int* A, int64* W, float* F, double* D, int* out)
def one_by_one(A, W, F, D, out):
    """Old values, where only one thread works."""
    out[0] = atomicAdd(A, 0, 5)
    out[1] = atomicExch(A, 0, 7)
    out[2] = atomicCAS(A, 0, 7, 9)
    out[3] = atomicCAS(A, 0, 7, 11)
    out[4] = atomicMin(A, 0, 3) + atomicMax(A, 0, 4) * 100
    W[1] = atomicExch(W, 0, 2**40)
    W[2] = atomicCAS(W, 0, 2**40, -1)
    F[1] = atomicExch(F, 0, 2.5)
    D[1] = atomicExch(D, 0, 2.5)
    out[5] = A[0] - atomicAdd(A, 0, 1) * 2 + A[0]
    out[atomicAdd(A, 0, 1)] += 4
    A[1] += atomicAdd(A, 1, 10)


# wraps : void (int* A, int64* W)
def wraps(A, W):
    atomicAdd(A, 0, 1)
    atomicSub(A, 1, 1)
    atomicAdd(W, 0, 1)
    atomicSub(W, 1, 1)


# shared_ones : void (int* out, int* X)
def shared_ones(out, X):
    s = shared(int, 8)
    f = shared(float, 2)
    t = threadIdx.x
    if t < 8:
        s[t] = X[t]
    if t < 2:
        f[t] = 0.0
    syncthreads()
    x = X[idx]
    atomicAdd(s, 0, x)
    atomicSub(s, 1, x)
    atomicMin(s, 2, x)
    atomicMax(s, 3, x)
    atomicAnd(s, 4, x)
    atomicOr(s, 5, x)
    atomicXor(s, 6, x)
    atomicAdd(f, 1, 1)
    syncthreads()
    if t == 0:
        s[7] = atomicCAS(s, 0, s[0], 4) + atomicExch(s, 1, 3) + int(f[1])
    syncthreads()
    if t < 8:
        out[blockIdx.x * 8 + t] = s[t]


# places : void (int[,] A, int[,] B, int* X)
def places(A, B, X):
    row = A[idx % 4]
    atomicAdd(A, (idx % 4, X[idx]), 1)
    atomicAdd(A, (-1, -2), 1)
    atomicAdd(row, -1, 2)
    atomicAdd(A[0], X[idx], 3)
    atomicAdd(B[1:], (0, X[idx]), 4)


# tally : void (int* A, int by)
def tally(A, by):
    atomicAdd(A, 0, by)


# take : int (int* counter)
def take(counter):
    return atomicAdd(counter, 0, 1)


# queue : void (int* counter, int* X, int* out)
def queue(counter, X, out):
    """Each item is taken once, by whichever thread."""
    at = take(counter)
    while at < len(X):
        out[at] = 2 * X[at]
        at = take(counter)
    tally(counter, -1)


# locked : void (int* lock, int* A)
def locked(lock, A):
    while atomicCAS(lock, 0, 0, 1) != 0:
        pass
    A[0] = 3 * A[0] % 1000 + 1
    threadfence()
    atomicExch(lock, 0, 0)


# loops : void (int* H, float* X, int n)
def loops(H, X, n):
    """A strip with vector loops, and atomics between them."""
    total = 0.0
    for i in range(n):
        total += X[i] * idx
    atomicMax(H, 0, int(total))
    for i in range(n):
        atomicAdd(H, i % 4 + 1, idx)
    mine = local(int, 4)
    for i in range(4):
        mine[i] = atomicAdd(H, 5, 0)


# last_block : void (int* X, int* partial, int* done, int* out)
def last_block(X, partial, done, out):
    """The last block to finish adds what all have found."""
    cache = shared(int, 2)
    if threadIdx.x == 0:
        cache[0] = 0
    syncthreads()
    atomicAdd(cache, 0, X[idx])
    syncthreads()
    if threadIdx.x == 0:
        partial[blockIdx.x] = cache[0]
        threadfence()
        cache[1] = atomicAdd(done, 0, 1)
    syncthreads()
    if cache[1] == gridDim.x - 1:
        if threadIdx.x == 0:
            total = 0
            for i in range(gridDim.x):
                total += partial[i]
            out[0] = total


# slots : void (int* X, int* out, int* counts)
def slots(X, out, counts):
    """The old value lives across a barrier."""
    n = shared(int, 1)
    if threadIdx.x == 0:
        n[0] = 0
    syncthreads()
    at = atomicAdd(n, 0, 1) if X[idx] > 0 else -1
    syncthreads()
    if at >= 0:
        out[blockIdx.x * 256 + at] = X[idx]
    if threadIdx.x == 0:
        counts[blockIdx.x] = n[0]


# around : void (uint32* A, uint32* R)
def around(A, R):
    """Counts up and down within a range, and from a number outside it."""
    for i in range(5):
        R[2 * i] = atomicInc(A, 0, 2)
        R[2 * i + 1] = atomicDec(A, 1, 2)
    atomicInc(A, 2, 3)
    atomicDec(A, 3, 3)


# bits : void (int* X, int64* W, int* I, int64* R)
def bits(X, W, I, R):
    x = X[idx]
    w = W[idx]
    I[8 * idx] = popc(x)
    I[8 * idx + 1] = clz(x)
    I[8 * idx + 2] = ffs(x)
    I[8 * idx + 3] = brev(x)
    I[8 * idx + 4] = popc(w)
    I[8 * idx + 5] = clz(w)
    I[8 * idx + 6] = ffs(w)
    I[8 * idx + 7] = popc(0xFFFFFFFF) + popc(x > 0) + clz(1) - popc(x) % 5
    R[2 * idx] = brev(w)
    R[2 * idx + 1] = brev(x) + w // 4


# unsigned_bits : void (uint32* U, uint64* W, uint8* B, int* I, uint32* R, uint64* S)
def unsigned_bits(U, W, B, I, R, S):
    u = U[idx]
    w = W[idx]
    I[9 * idx] = popc(u)
    I[9 * idx + 1] = clz(u)
    I[9 * idx + 2] = ffs(u)
    I[9 * idx + 3] = popc(w)
    I[9 * idx + 4] = clz(w)
    I[9 * idx + 5] = ffs(w)
    I[9 * idx + 6] = popc(B[idx])
    I[9 * idx + 7] = clz(B[idx])
    I[9 * idx + 8] = ffs(B[idx])
    R[idx] = brev(u)
    S[idx] = brev(w)


# in_warp : int (int x)
def in_warp(x):
    return x * 100 + cp.laneid


# lanes : void (int* I)
def lanes(I):
    I[idx] = laneid
    I[idx] += in_warp(3)


# tile_lanes : void (int[,] I)
def tile_lanes(I):
    I[idy, idx] = laneid + in_warp(2)


# block_lanes : void (int* I, int* X)
def block_lanes(I, X):
    s = shared(int, 1024)
    s[threadIdx.y * blockDim.x + threadIdx.x] = laneid
    syncthreads()
    atomicAdd(I, (blockIdx.x * 2 + blockIdx.y) * 32 + laneid, s[laneid] + X[idx])


# lane_strip : void (int* I, int* X, int n)
def lane_strip(I, X, n):
    total = 0
    for i in range(n):
        total += X[i] * laneid
    I[idx] = total


BATCH = Batch(
    unsigned_bits,
    around,
    small_floats,
    small_ones,
    vectors,
    vector_ones,
    add_to,
    lanes,
    tile_lanes,
    in_warp,
    block_lanes,
    lane_strip,
    histogram,
    block_histogram,
    integers,
    wide,
    floats,
    one_by_one,
    wraps,
    shared_ones,
    places,
    tally,
    take,
    queue,
    locked,
    loops,
    last_block,
    slots,
    bits,
)
RANDOM = np.random.default_rng(11)


def test_histograms():
    X = RANDOM.integers(0, 16, 1400).astype(np.int32)
    for kernel in (histogram, block_histogram):
        (H, _) = BATCH.check(kernel, 1400, np.zeros(16, np.int32), X)
        assert (H == np.bincount(X, minlength=16)).all()


@pytest.mark.parametrize("kernel, dtype", [(integers, np.int32), (wide, np.int64)])
def test_every_operation_on_integers(kernel, dtype):
    info = np.iinfo(dtype)
    X = RANDOM.integers(info.min // 4, info.max // 4, 100).astype(dtype)
    X[5:] >>= 12  # sums that fit
    BATCH.check(kernel, 100, np.array([0, 0, 0, 0, -1, 0, 0], dtype), X)


def test_floats():
    BATCH.check(floats, 300, np.zeros(4, np.float32), np.zeros(2))


def test_small_floats():
    BATCH.check(
        small_floats, 300, np.array([0, 1, 2, 3], np.float16), [1.0, 2.0], np.zeros(6, np.float16), block=150
    )
    BATCH.check(
        small_ones,
        1,
        np.array([0.5, 3], np.float16),
        [0.3],
        np.array([65535, 77], np.uint16),
        np.array([0, -5], np.int16),
        np.zeros(14, np.float32),
        ulps=0,
        block=1,
    )


def test_vectors():
    V = RANDOM.integers(-50, 50, (96, 2)).astype(np.float32)
    BATCH.check(vectors, 96, np.zeros((6, 2), np.float32), np.zeros((1, 4), np.float32), V, block=32)
    BATCH.check(vector_ones, 1, np.ones((2, 2), np.float32), np.arange(12, dtype=np.float32).reshape(3, 4))


def test_old_values_and_their_order():
    BATCH.check(
        one_by_one,
        1,
        np.array([1, 2], np.int32),
        np.zeros(3, np.int64),
        np.ones(2, np.float32),
        np.ones(2),
        np.zeros(16, np.int32),
    )


def test_counting_around():
    BATCH.check(around, 1, np.array([0, 1, 9, 9], np.uint32), np.zeros(10, np.uint32))


def test_integers_wrap():
    BATCH.check(
        wraps, 1, np.array([2**31 - 1, -(2**31)], np.int32), np.array([2**63 - 1, -(2**63)], np.int64)
    )


def test_shared_memory():
    BATCH.check(shared_ones, 512, np.zeros(16, np.int32), RANDOM.integers(-1000, 1000, 512).astype(np.int32))


def test_rows_parts_and_indices_of_several_dimensions():
    BATCH.check(
        places,
        40,
        np.zeros((4, 6), np.int32),
        np.zeros((3, 6), np.int32),
        RANDOM.integers(0, 6, 40).astype(np.int32),
    )


def test_a_queue():
    BATCH.check(queue, 64, np.zeros(1, np.int32), np.arange(500, dtype=np.int32), np.zeros(500, np.int32))


def test_a_lock_is_released_by_the_thread_that_holds_it():
    (_, A) = BATCH.check(locked, 2000, np.zeros(1, np.int32), np.zeros(1, np.int32))


def test_between_vector_loops():
    BATCH.check(loops, 200, np.zeros(6, np.int32), np.ones(7, np.float32), 7)


def test_the_last_block():
    BATCH.check(
        last_block,
        256 * 6,
        np.ones(256 * 6, np.int32),
        np.zeros(6, np.int32),
        np.zeros(1, np.int32),
        np.zeros(1, np.int32),
    )


def test_slots_of_a_block():
    X = RANDOM.integers(-3, 3, 512).astype(np.int32)
    out, counts = np.zeros(512, np.int32), np.zeros(2, np.int32)
    cp.compile(slots, target=TARGET)(512)(X, out, counts)
    for block in range(2):
        mine = X[block * 256 : block * 256 + 256]
        assert counts[block] == (mine > 0).sum()
        assert sorted(out[block * 256 : block * 256 + counts[block]]) == sorted(mine[mine > 0])


def test_bits():
    X = np.concatenate([RANDOM.integers(-(2**31), 2**31, 60), [0, 1, -1, 2**31 - 1, -(2**31)]]).astype(
        np.int32
    )
    W = np.concatenate([RANDOM.integers(-(2**61), 2**61, 60), [0, 1, -1, 2**61, -(2**61)]]).astype(np.int64)
    BATCH.check(bits, len(X), X, W, np.zeros(8 * len(X), np.int32), np.zeros(2 * len(X), np.int64))


def test_bits_of_unsigned_integers():
    U = np.concatenate([RANDOM.integers(0, 2**32, 60), [0, 1, 2**31, 2**32 - 1]]).astype(np.uint32)
    W = np.concatenate(
        [RANDOM.integers(0, 2**64, 60, dtype=np.uint64), np.array([0, 1, 2**63, 2**64 - 1], np.uint64)]
    )
    B = RANDOM.integers(0, 256, 64).astype(np.uint8)
    BATCH.check(
        unsigned_bits,
        64,
        U,
        W,
        B,
        np.zeros(9 * 64, np.int32),
        np.zeros(64, np.uint32),
        np.zeros(64, np.uint64),
    )


@pytest.mark.parametrize("block", [None, 64, 48, 100])
def test_lanes(block):
    BATCH.check(lanes, 300, np.zeros(300, np.int32), block=block)
    BATCH.check(lane_strip, 300, np.zeros(300, np.int32), np.arange(9, dtype=np.int32), 9, block=block)


@pytest.mark.parametrize("block", [(16, 16), (8, 5), (33, 3)])
def test_lanes_of_blocks_with_two_axes(block):
    BATCH.check(tile_lanes, (70, 30), np.zeros((30, 70), np.int32), block=block)
    BATCH.check(
        block_lanes,
        (2 * block[0], 2 * block[1]),
        np.zeros(128, np.int32),
        np.arange(70, dtype=np.int32),
        block=block,
    )


@pytest.mark.parametrize(
    "dtype, signature",
    [(np.int32, "int"), (np.int64, "int64"), (np.float32, "float"), (np.float64, "double")],
)
def test_no_addition_is_lost_between_cores(dtype, signature):
    def count(A):
        for _ in range(100):
            atomicAdd(A, 0, 1)

    A = np.zeros(1, dtype)
    cp.compile(count, sig=f"void ({signature}* A)", target=TARGET)(20000)(A)
    assert A[0] == 2000000


def test_no_addition_of_16_bits_or_of_components_is_lost():
    def count(H, V):
        for i in range(500):
            atomicAdd(H, idx % 1000, 1)
            atomicAdd(V, i % 2, cp.float2(1, 2))

    H, V = np.zeros(1000, np.float16), np.zeros((2, 2), np.float32)
    cp.compile(count, sig="void (half* H, float2* V)", target=TARGET)(4000)(H, V)
    assert (H == 2000).all() and V.tolist() == [[1e6, 2e6], [1e6, 2e6]]


def test_outside_a_kernel():
    with pytest.raises(cp.Error, match="atomicAdd works only inside a kernel"):
        atomicAdd([0], 0, 1)
