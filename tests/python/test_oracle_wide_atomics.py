"""Atomic operations on 16 bytes: vectors, complex128 and structs of a vector, against CPython.

CUDA has them from compute capability 9.0 on.
"""

import math

import numpy as np
import pytest

import cudapy as cp
from cudapy import atomicCAS, atomicExch, shared, syncthreads
from oracle import TARGET, Batch


@cp.struct
class Cell:
    at: cp.float4


# exchange : void (float4* F, int4* I, uint4* U, double2* D, longlong2* L, ulonglong2* W, complex128* Z)
def exchange(F, I, U, D, L, W, Z):
    """Old values, where only one thread works."""
    F[1] = atomicExch(F, 0, cp.float4(1, 2, 3, 4.5))
    I[1] = atomicExch(I, 0, I[2] * 2)
    U[1] = atomicExch(U, 0, U[2])
    D[1] = atomicExch(D, -1, D[0])
    L[1] = atomicExch(L, 0, cp.longlong2(2**40, -1))
    W[1] = atomicExch(W, 0, W[2])
    Z[1] = atomicExch(Z, 0, Z[2] * 2)
    Z[2] = atomicExch(Z, 2, 1)
    W[2] = cp.ulonglong2(atomicExch(W, 1, W[0]).y, 7)


# compare : void (float4* F, int4* I, double2* D, complex128* Z, Cell* cells, int* hits)
def compare(F, I, D, Z, cells, hits):
    F[1] = atomicCAS(F, 0, F[0], F[2])
    F[2] = atomicCAS(F, 0, cp.float4(0, 0, 0, 0), F[1])
    I[1] = atomicCAS(I, 0, I[0], cp.int4(1, 2, 3, 4))
    I[2] = atomicCAS(I, 0, cp.int4(1, 2, 3, 5), I[1])
    if atomicCAS(I, 0, cp.int4(1, 2, 3, 4), cp.int4(0, 0, 0, 0)).w == 4:
        hits[0] += 1
    D[1] = atomicCAS(D, 0, cp.double2(0.5, -0.0), cp.double2(1, 1))  # -0.0 is not 0.0
    D[2] = atomicCAS(D, 0, cp.double2(0.5, 0.0), cp.double2(2, 2))
    D[3] = atomicCAS(D, 4, D[4], cp.double2(3, 3))  # a NaN is the same NaN
    Z[1] = atomicCAS(Z, 0, Z[0], 2j)
    Z[2] = atomicCAS(Z, 0, 0, Z[1])
    old = atomicCAS(cells, 0, Cell(cells[0].at), Cell(cp.float4(9, 8, 7, 6)))
    cells[1] = old
    cells[2].at = atomicExch(cells, 3, old).at


# in_shared : void (double2* D, complex128* out)
def in_shared(D, out):
    s = shared(cp.double2, 2)
    z = shared(cp.complex128, 1)
    if threadIdx.x == 0:
        s[0] = D[0]
        s[1] = D[1]
        z[0] = 0
    syncthreads()
    if threadIdx.x == 0:
        out[0] = atomicExch(z, 0, 1 + 2j)
        out[1] = atomicCAS(z, 0, 1 + 2j, 3)
        out[2] = z[0]
        D[0] = atomicCAS(s, 0, D[0], D[1])
        D[1] = atomicExch(s, 1, s[0])
        D[2] = s[1]


# swap_in : float4 (float4* A, int i, float4 v)
def swap_in(A, i, v):
    return atomicExch(A, i, v)


# called : void (float4* A, float4* B)
def called(A, B):
    """A helper is given global and shared memory; the threads have an element each."""
    s = shared(cp.float4, 64)
    t = threadIdx.x
    s[t] = A[idx]
    syncthreads()
    B[idx] = swap_in(s, 63 - t, swap_in(A, idx, cp.float4(t, 1, 2, 3)))


# pushes : void (ulonglong2* top, int n)
def pushes(top, n):
    """Both halves change together, or not at all. They are read by an atomic, too: only `top[0]` may be read
    in parts."""
    for i in range(n):
        old = atomicCAS(top, 0, cp.ulonglong2(0, 0), cp.ulonglong2(0, 0))
        seen = atomicCAS(top, 0, old, cp.ulonglong2(old.x + 1, old.y + 3))
        while seen.x != old.x or seen.y != old.y:
            old = seen
            seen = atomicCAS(top, 0, old, cp.ulonglong2(old.x + 1, old.y + 3))


# rotate : void (longlong2* A, longlong2* out)
def rotate(A, out):
    """Every value is taken out by exactly one thread, whole."""
    out[idx] = atomicExch(A, 0, cp.longlong2(idx + 1, -(idx + 1)))


BATCH = Batch(exchange, compare, in_shared, swap_in, called, pushes, rotate)
RANDOM = np.random.default_rng(16)


def test_exchange():
    ints = RANDOM.integers(0, 2**31, (3, 4))
    wide = RANDOM.integers(0, 2**62, (3, 2))
    BATCH.check(
        exchange,
        1,
        RANDOM.random((3, 4), np.float32),
        (ints // 2).astype(np.int32),
        (ints * 2).astype(np.uint32),
        RANDOM.random((3, 2)),
        wide.copy(),
        wide.astype(np.uint64),
        RANDOM.random(3) + 1j * RANDOM.random(3),
    )


def test_compare():
    D = np.array([[0.5, 0.0], [0, 0], [0, 0], [0, 0], [math.nan, 1]])
    cells = np.zeros(4, Cell.dtype)
    for name in "xyzw":
        cells["at"][name] = RANDOM.random(4)
    BATCH.check(
        compare,
        1,
        RANDOM.random((3, 4), np.float32),
        RANDOM.integers(0, 9, (3, 4)).astype(np.int32),
        D,
        RANDOM.random(3) + 1j * RANDOM.random(3),
        cells,
        np.zeros(1, np.int32),
    )


def test_shared_memory():
    BATCH.check(in_shared, 1, RANDOM.random((3, 2)), np.zeros(3, np.complex128), block=32)


def test_functions():
    BATCH.check(called, 128, RANDOM.random((128, 4), np.float32), np.zeros((128, 4), np.float32), block=64)


def test_memory_that_is_not_aligned():
    memory = np.zeros(8 + 16 * 3, np.uint8)
    memory = memory[(8 - memory.ctypes.data) % 16 :][: 16 * 2]
    Z = memory.view(np.complex128)
    Z[:] = 1 + 2j, 3

    def swap(Z):
        Z[1] = atomicExch(Z, 0, Z[1])

    cp.compile(swap, sig="void (complex128* Z)", target=TARGET)(1)(Z)
    assert Z.tolist() == [3, 1 + 2j]


def test_no_change_is_lost_between_cores():
    top = np.zeros((1, 2), np.uint64)
    BATCH.call(pushes)(4000)(top, 50)
    assert top.tolist() == [[200000, 600000]]


def test_no_value_is_torn_between_cores():
    n = 100000
    A, out = np.zeros((1, 2), np.int64), np.zeros((n, 2), np.int64)
    BATCH.call(rotate)(n)(A, out)
    taken = np.concatenate([out, A])
    assert (taken[:, 0] == -taken[:, 1]).all() and sorted(taken[:, 0]) == list(range(n + 1))


@pytest.mark.skipif(TARGET == "cpu", reason="about GPUs")
def test_what_an_older_gpu_is_told():
    assert "__CUDA_ARCH__ < 900" in BATCH.call(exchange).cuda_source
