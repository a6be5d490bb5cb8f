"""Atomics of floating numbers that CUDA has only for integers, the bits of numbers, and masks of lanes,
against CPython."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import atomicCAS, atomicMax, atomicMin, ballot_sync, popc, shared, shfl_sync, syncthreads
from oracle import TARGET, Batch


# extremes : void (float* F, double* D, float* X)
def extremes(F, D, X):
    atomicMin(F, 0, X[idx])
    atomicMax(F, 1, X[idx])
    atomicMin(D, 0, X[idx])
    atomicMax(D, -1, X[idx])


# extremes_of_a_block : void (float* F, double* D, float* X)
def extremes_of_a_block(F, D, X):
    low = shared(float, 1)
    high = shared(double, 1)
    if threadIdx.x == 0:
        low[0] = X[idx]
        high[0] = X[idx]
    syncthreads()
    atomicMin(low, 0, X[idx])
    atomicMax(high, 0, X[idx])
    syncthreads()
    if threadIdx.x == 0:
        F[blockIdx.x] = low[0]
        D[blockIdx.x] = high[0]


# old_values : void (float* F, double* D, float* out)
def old_values(F, D, out):
    out[0] = atomicMin(F, 0, 3)
    out[1] = atomicMin(F, 0, 5)
    out[2] = atomicMax(F, 0, 9)
    out[3] = float(atomicMax(D, 0, -2) + atomicMin(D, 0, -4))
    out[4] = atomicCAS(F, 0, 9, 1)
    out[5] = atomicCAS(F, 0, 9, 2)
    out[6] = float(atomicCAS(D, 0, -4, 7))
    out[7] = atomicMin(F, 1, F[2])
    out[8] = atomicMax(F, 2, 4)
    out[9] = atomicCAS(F, 2, F[2], 6)
    out[10] = atomicCAS(F, 3, 0.0, 6)
    s = shared(float, 2)
    s[0] = F[2]
    s[1] = F[3]
    out[11] = atomicCAS(s, 0, s[0], 8)
    out[12] = atomicCAS(s, 1, 0.0, 8)
    out[13] = s[0] + s[1]


# bits_of_numbers : void (float* F, double* D, int* I, int64* W, uint32* U, uint64* V, uint32* RU, uint64* RV)
def bits_of_numbers(F, D, I, W, U, V, RU, RV):
    RU[4 * idx] = cp.bits(F[idx])
    RU[4 * idx + 1] = cp.bits(I[idx])
    RU[4 * idx + 2] = cp.bits(U[idx]) ^ 1
    RU[4 * idx + 3] = cp.bits(F[idx] * 2 + 1)
    RV[4 * idx] = cp.bits(D[idx])
    RV[4 * idx + 1] = cp.bits(W[idx])
    RV[4 * idx + 2] = cp.bits(V[idx])
    RV[4 * idx + 3] = cp.bits(D[idx] / 3)


# numbers_of_bits : void (uint32* U, int* I, uint64* V, int64* W, float* F, double* D)
def numbers_of_bits(U, I, V, W, F, D):
    F[3 * idx] = cp.float_of_bits(U[idx])
    F[3 * idx + 1] = cp.float_of_bits(I[idx])
    F[3 * idx + 2] = cp.float_of_bits(0x3F800000) + cp.float_of_bits(cp.bits(F[3 * idx]))
    D[3 * idx] = cp.double_of_bits(V[idx])
    D[3 * idx + 1] = cp.double_of_bits(W[idx])
    D[3 * idx + 2] = cp.double_of_bits(0x3FF0000000000000) - cp.double_of_bits(-0x4010000000000000)


# lane_masks : void (uint32* R)
def lane_masks(R):
    R[5 * idx] = cp.lanemask_lt()
    R[5 * idx + 1] = cp.lanemask_le()
    R[5 * idx + 2] = cp.lanemask_eq()
    R[5 * idx + 3] = cp.lanemask_ge()
    R[5 * idx + 4] = cp.lanemask_gt()


# compact : void (int* X, int* R)
def compact(X, R):
    kept = ballot_sync(0xFFFFFFFF, X[idx] > 0)
    if X[idx] > 0:
        R[popc(kept & cp.lanemask_lt()) + idx // 32 * 32] = X[idx]


# from_an_unsigned_lane : void (int* X, uint32* lanes)
def from_an_unsigned_lane(X, lanes):
    X[idx] = shfl_sync(0xFFFFFFFF, X[idx], lanes[idx])


BATCH = Batch(
    extremes,
    extremes_of_a_block,
    old_values,
    bits_of_numbers,
    numbers_of_bits,
    lane_masks,
    compact,
    from_an_unsigned_lane,
)
RNG = np.random.default_rng(11)


def test_extremes():
    X = RNG.normal(0, 100, 2000).astype(np.float32)
    BATCH.check(extremes, 2000, np.zeros(2, np.float32), np.zeros(2), X)


@pytest.mark.parametrize("value", (np.nan, np.inf, -np.inf, -0.0))
def test_extremes_with_special_values(value):
    X = RNG.normal(0, 100, 64).astype(np.float32)
    X[7] = value
    BATCH.check(extremes, 64, np.zeros(2, np.float32), np.zeros(2), X)


def test_extremes_of_a_block():
    X = RNG.normal(0, 100, 256).astype(np.float32)
    BATCH.check(extremes_of_a_block, 256, np.zeros(4, np.float32), np.zeros(4), X, block=64)


def test_old_values_and_bits_that_compare():
    F = np.array([4, -1, np.nan, -0.0], np.float32)
    BATCH.check(old_values, 1, F, np.array([-3.0]), np.zeros(14, np.float32), block=1)


def test_bits():
    F = np.array([0.0, -0.0, 1.5, -np.inf, 3e-41, 1e30], np.float32)
    D = np.array([0.0, -0.0, 1.5, -np.inf, 3e-320, 1e300])
    I, W = (
        np.array([0, -1, 2**31 - 1, -(2**31), 5, -7], np.int32),
        np.array([0, -1, 2**63 - 1, -(2**63), 5, -7]),
    )
    U, V = I.view(np.uint32).copy(), W.view(np.uint64).copy()
    BATCH.check(bits_of_numbers, 6, F, D, I, W, U, V, np.zeros(24, np.uint32), np.zeros(24, np.uint64))
    finite = np.array([0x3F800000, 0x80000000, 0x7F7FFFFF, 1, 0xC0490FDB, 0x00800000], np.uint32)
    wide = (finite.astype(np.uint64) << np.uint64(29)) & np.uint64(0x3FFFFFFFFFFFFFFF)
    BATCH.check(
        numbers_of_bits,
        6,
        finite,
        finite.view(np.int32).copy(),
        wide,
        wide.view(np.int64).copy(),
        np.zeros(18, np.float32),
        np.zeros(18),
    )


def test_masks_of_lanes():
    BATCH.check(lane_masks, 64, np.zeros(5 * 64, np.uint32), block=64)
    BATCH.check(compact, 64, RNG.integers(-3, 4, 64).astype(np.int32), np.zeros(64, np.int32), block=64)


def test_a_lane_that_is_unsigned():
    BATCH.check(
        from_an_unsigned_lane,
        32,
        np.arange(32, dtype=np.int32),
        RNG.integers(0, 32, 32).astype(np.uint32),
        block=32,
    )


def test_no_change_is_lost_between_cores():
    def extremes_of_many(F, D):
        for i in range(100):
            atomicMax(F, 0, idx + i)
            atomicMin(D, 0, -(idx + i))

    F, D = np.zeros(1, np.float32), np.zeros(1)
    cp.compile(extremes_of_many, sig="void (float* F, double* D)", target=TARGET)(20000)(F, D)
    assert F.tolist() == [20098.0] and D.tolist() == [-20098.0]
