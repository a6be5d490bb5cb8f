"""Parts of arrays with gaps: slices with a step, columns as arguments, rows in `zip` and `enumerate`, calls
in brackets."""

import numpy as np
import pytest

from oracle import check


# total : float (float* X)
def total(X):
    acc = 0.0
    for i, x in enumerate(X):
        acc += (i + 1) * x
    for i in range(len(X)):
        acc += X[i] * X[-1]
    return acc


# scale : void (float* X, float by)
def scale(X, by):
    for i in range(len(X)):
        X[i] *= by


# ends : float (float* X)
def ends(X):
    """The first and the last half, down to nothing."""
    if len(X) < 2:
        return X[0] if len(X) == 1 else 0.0
    return ends(X[: len(X) // 2]) - 2 * ends(X[::-1][: len(X) // 3]) + ends(X[1::2])


# dot : float (float* X, float* Y)
def dot(X, Y):
    acc = 0.0
    for x, y in zip(X, Y):
        acc += x * y
    return acc


# trace : float (float[,] A)
def trace(A):
    acc = 0.0
    for i in range(min(A.shape[0], A.shape[1])):
        acc += A[i, i]
    for row in A:
        acc += total(row)
    for i, row in enumerate(A[1:]):
        acc += i * row[-1] + len(row)
    return acc + total(A[:, -1]) + A.size


# columns : void (float[,] A, float[,] B, float* R)
def columns(A, B, R):
    column = A[:, idx]
    scale(column, 2.0)
    scale(A[1:, idx], 0.5)
    R[idx] = total(column) + total(column[1:]) + total(column[::-1]) + dot(column, B[0]) + dot(B[-1], B[0])
    R[idx] += dot(column, column) + ends(column) + ends(B[idx % len(B)])


# blocks : void (float[,] A, float* R)
def blocks(A, R):
    R[idx] = trace(A[:, 1:]) + trace(A[::2, ::-1]) + trace(A[idx:]) + trace(A[:, idx % 5 : idx + 2])
    R[idx] += trace(A[::-1]) - trace(A)


# planes : void (float[,,] T, float* R)
def planes(T, R):
    R[idx] = (
        trace(T[:, idx]) + trace(T[:, :, 1]) + trace(T[idx % 2, ::2]) + total(T[0, :, 1]) + cube(T[:, ::2])
    )
    R[idx] += cube(T[:, :, ::2]) + cube(T[1:])


# cube : float (float[,,] T)
def cube(T):
    acc = 0.0
    for plane in T:
        for row in plane:
            for x in row:
                acc = 0.5 * acc + x
    return acc + T[-1, -1, -1] * T.shape[1]


@pytest.mark.parametrize("shape", [(1, 1), (3, 2), (40, 7)])
def test_columns_as_arguments(shape):
    A = np.random.default_rng(1).random(shape, np.float32)
    check([columns, scale, total, dot, ends], shape[1], A, A + 1, np.zeros(shape[1], np.float32), ulps=64)


@pytest.mark.parametrize("index", [None, "int64"])
def test_parts_of_two_dimensions(index):
    import cudapy as cp

    options = {} if index is None else {"index": cp.int64}
    A = np.random.default_rng(2).random((9, 5), np.float32)
    check([blocks, trace, total], 6, A, np.zeros(6, np.float32), ulps=64, **options)
    T = np.random.default_rng(3).random((4, 5, 3), np.float32)
    check([planes, trace, total, cube], 5, T, np.zeros(5, np.float32), ulps=64, **options)


# --- Slices with a step
# -----------------------------------------------------------------------------------------------


# stepped : void (int* X, int* R, int from_, int to, int step)
def stepped(X, R, from_, to, step):
    n = 0
    for x in X[from_:to:step]:
        n = (n * 31 + x) % 100003
    R[0] = n * 100 + len(X[from_:to:step])
    n = 0
    for i, x in enumerate(X[from_::step]):
        n = (n * 31 + x + i) % 100003
    R[1] = n * 100 + len(X[from_::step])
    n = 0
    for x, y in zip(X[:to:step], X[::step]):
        n = (n * 31 + x - y) % 100003
    R[2] = n * 100 + X[:to:step].size + X[::step].shape[0]
    part = X[::step]
    part = part[from_:to]
    R[3] = mix(part) + mix(X[to::step][::-1]) + mix(X[from_:][::step])
    part = part[::-1]
    if len(part) > 0:
        R[4] = part[0] * 3 + part[-1]
    R[5] = mix(X[1:to]) + mix(part)
    while len(part) > 1:
        part = part[::-2]
        R[6] = R[6] * 7 % 1009 + part[0]


# mix : int (int* X)
def mix(X):
    n = 0
    for x in X:
        n = (n * 17 + x) % 10007
    return n


# constants : void (int* X, int* R)
def constants(X, R):
    R[0] = mix(X[::2]) + mix(X[::-1]) + mix(X[1::3]) + mix(X[-2::-2]) + mix(X[:2:-1]) + mix(X[2::-1])
    R[1] = mix(X[5:1:-1]) + mix(X[1:5:-1]) + mix(X[-1:-100:-3]) + mix(X[100:-100:-1]) + mix(X[-100:100:4])
    R[2] = mix(X[::100]) + mix(X[::-100]) + mix(X[::2][::2]) + mix(X[::-1][::-1]) + mix(X[1::2][1::-1])
    R[3] = (
        mix(X[::2147483647])
        + mix(X[::-2147483648])
        + mix(X[3 :: 2**40])
        + len(X[:: 2**40])
        + len(X[:: -(2**40)])
    )
    R[4] = len(X[0:0:-1]) + 10 * len(X[:0:-1]) + 1000 * len(X[:-1:-1]) + 10000 * len(X[-1:]) + len(X[:0:2])
    own = local(int, 7)
    for i in range(7):
        own[i] = i * i + X[0] if len(X) > 0 else i
    R[5] = (
        mix(own[::2])
        + mix(own[::-1])
        + own[5:1:-2][1]
        + len(own[::-3])
        + own[1:][::2][-1]
        + mix(own[-100:100])
    )
    for i, x in enumerate(own[::-2], 1):
        R[6] += i * x
    back = X[::-1]
    for x in back[:2]:
        R[7] += x
    if len(X) > 2:
        back[0], back[1] = back[1], back[0]
        X[::-1][2] = 77


@pytest.mark.parametrize("n", [0, 1, 2, 5, 9])
def test_constant_steps(n):
    check([constants, mix], 1, np.arange(1, n + 1, dtype=np.int32), np.zeros(8, np.int32))


BOUNDS = [-100, -9, -3, -1, 0, 1, 4, 9, 100]


@pytest.mark.parametrize("step", [1, 2, 3, 8, 100, -1, -2, -5, -100])
def test_run_time_steps(step):
    from oracle import Batch

    batch = Batch(stepped, mix)
    for n in (0, 1, 8):
        for from_ in BOUNDS:
            for to in BOUNDS:
                batch.check(
                    stepped, 1, np.arange(1, n + 1, dtype=np.int32), np.zeros(7, np.int32), from_, to, step
                )


# wide : void (int* X, int* R, int64 m, int8 s)
def wide(X, R, m, s):
    R[0] = mix(X[m::2]) + len(X[::m]) + mix(X[:m:-1]) + mix(X[::s]) + mix(X[::m])
    part = X[::m]
    R[1] = part[0] + len(part)
    for x in X[::m]:
        R[2] += x


@pytest.mark.parametrize("m", [1, 3, -2, 2**40, -(2**40), 2**31, -(2**63)])
def test_wide_steps(m):
    check([wide, mix], 1, np.arange(3, 12, dtype=np.int32), np.zeros(3, np.int32), m, -3)


# --- Rows in `zip` and `enumerate`
# -------------------------------------------------------------------------------------


# pairs : void (int[,] A, int[,] B, int* X, int* R)
def pairs(A, B, X, R):
    for a, b in zip(A, B):
        a[0] += b[-1]
        R[0] += len(a) * 100 + len(b)
    for i, row in enumerate(A, 3):
        R[1] += i * row[1] + mix(row)
    for i, (a, x) in enumerate(zip(A[1:, ::2], X)):
        R[2] += i + x * a[-1] + len(a) + mix(a)
    for x, a, column in zip(X, A[::-1], B[:, 1:]):
        a = a[1:]
        column[0] = x
        R[3] += mix(a) + mix(column[::-1]) + len(a)
    n = 1
    for i, row in enumerate(A[:, n:]):
        n = 0
        row = row[n + 1 :]
        R[4] += len(row)
        A[i, 0] += 1
    for i, row in enumerate(A[5:]):
        R[5] = 100
    else:
        R[5] += 1
    for row, other in zip(A, A):
        if row[0] % 2 == 0:
            continue
        if row[1] > 12:
            break
        R[6] += other[2]
    R[7] = row[0]


# cubes : void (int[,,] T, int* R)
def cubes(T, R):
    for i, plane in enumerate(T):
        for row, other in zip(plane, plane[::-1]):
            R[idx] += i * row[idx % len(row)] + other[0]
        for j, row in enumerate(plane[:, ::-1]):
            R[idx] += j * mix(row)


@pytest.mark.parametrize("rows", [1, 2, 4])
def test_rows_with_others(rows):
    rng = np.random.default_rng(4)
    A, B = (rng.integers(0, 20, (rows + more, 4)).astype(np.int32) for more in (1, 0))
    check([pairs, mix], 1, A, B, np.arange(3, dtype=np.int32), np.zeros(8, np.int32))


def test_planes_with_others():
    T = np.arange(60, dtype=np.int32).reshape(3, 4, 5)
    check([cubes, mix], 70, T, np.zeros(70, np.int32))


# --- Calls in the brackets of parts
# --------------------------------------------------------------------------------------


# bump : int (int* C)
def bump(C):
    C[0] += 1
    return C[0]


# half : int (int n)
def half(n):
    return n // 2


# calls : void (int* C, int* X, int[,] A, int* R)
def calls(C, X, A, R):
    part = X[bump(C) :]
    R[0] = part[0] + len(X[: bump(C)]) * 10 + len(A[bump(C) % 3]) * 100
    R[1] = C[0] + mix(X[bump(C) : bump(C)]) + C[0] + mix(X[half(6) :]) + C[0]
    R[2] = A[bump(C) % 3].shape[0] + A[bump(C) % 3 :].size + A[bump(C) % 3].ndim + C[0]
    for x in X[bump(C) % 4 :: bump(C) % 3 + 1]:
        R[3] += x
    for i, row in enumerate(A[bump(C) % 2 :, bump(C) % 2 :]):
        R[4] += i * row[0] + len(row)
    for row in A[: bump(C) % 3]:
        R[5] += row[1]
    a, b = X[half(C[0]) % 5 :], A[bump(C) % 3]
    R[6] = a[0] + b[0]
    R[7] = X[bump(C) % 3 :][bump(C) % 2] if C[0] % 2 == 0 else X[bump(C) % 3 :][0]
    if C[0] > 0 and len(X[bump(C) % 4 :]) > 2 or X[: bump(C)][0] > 0:
        R[8] = C[0]
    while mix(X[bump(C) % 7 :]) % 3 != 0 and C[0] < 60:
        R[9] += 1
    X[bump(C) % 3 :][0] += bump(C)
    X[bump(C) % 3 :][1], R[10] = C[0], len(X[bump(C) % 5 :: 2])
    rows, columns = A[: bump(C) % 3].shape
    R[11] = rows * 10 + columns + C[0]
    for i in range(len(X[bump(C) % 5 :])):
        R[12] += i
    R[13] = X[X[0] % 3 : bump(X) % 9][0] + A[:, bump(C) % 2][half(2)] + A[half(2) :][bump(C) % 2][X[0] % 3]


# first : float (float[,] A, int* C)
def first(A, C):
    return A[bump(C) % 2 :, ::-1][C[0] % 2][0]


# in_helpers : void (float[,] A, int* C, float* R)
def in_helpers(A, C, R):
    R[0] = first(A, C) + first(A[:, bump(C) % 2 :], C) + first(A[::-1], C)


@pytest.mark.parametrize("start", [0, 1, 5])
def test_calls_in_brackets(start):
    C = np.array([start], np.int32)
    A = np.arange(12, dtype=np.int32).reshape(3, 4)
    check([calls, bump, half, mix], 1, C, np.arange(2, 12, dtype=np.int32), A, np.zeros(14, np.int32))
    B = np.arange(12, dtype=np.float32).reshape(3, 4)
    check([in_helpers, first, bump], 1, B, C, np.zeros(1, np.float32))


# --- With barriers and shared memory
# ------------------------------------------------------------------------------------


# tiles : void (float[,] A, float* R)
def tiles(A, R):
    tile = shared(float, (8, 8))
    row = threadIdx.x // 8
    column = threadIdx.x % 8
    strip = tile[:, column]
    strip[row] = A[row, blockIdx.x * 8 + column]
    syncthreads()
    part = tile[row, column % 3 :: 2]
    for k in range(2):
        acc = total(part) + total(strip) + total(tile[::-1, row]) + total(tile[row][:8])
        syncthreads()
        strip[row] = acc * 0.001
        syncthreads()
        part = part[::-1]
    for i, other in enumerate(tile[:, ::2]):
        R[idx] += i * other[column % 4] + len(other)


# reduced : void (float* X, float* R)
def reduced(X, R):
    cache = shared(float, 64)
    cache[threadIdx.x] = X[idx] if idx < len(X) else 0.0
    syncthreads()
    part = cache[::2]
    n = 32
    while n > 0:
        value = part[threadIdx.x] if threadIdx.x < len(part) else 0.0
        syncthreads()
        if threadIdx.x < n:
            cache[threadIdx.x] += value
        syncthreads()
        part = cache[:n]
        n //= 2
    R[idx] = cache[0] + cache[threadIdx.x]


@pytest.mark.parametrize("blocks", [1, 3])
def test_strided_parts_of_shared_memory(blocks):
    A = np.random.default_rng(5).random((8, 8 * blocks), np.float32)

    check([tiles, total], 64 * blocks, A, np.zeros(64 * blocks, np.float32), block=64, ulps=256)


def test_steps_in_a_reduction():
    X = np.random.default_rng(6).random(150, np.float32)
    check(reduced, 192, X, np.zeros(192, np.float32), block=64, ulps=64)


# warps : void (int[,] A, int* R)
def warps(A, R):
    column = A[:, threadIdx.x]
    v = mix(column) + column[-1]
    for i, row in enumerate(A[::-1]):
        v += shfl_xor_sync(0xFFFFFFFF, row[threadIdx.x], 1) * i
    R[idx] = v


def test_columns_in_warps():
    A = np.random.default_rng(7).integers(0, 100, (5, 32)).astype(np.int32)
    check([warps, mix], 64, A, np.zeros(64, np.int32), block=32)


# --- Atomics, random numbers, generic helpers
# ----------------------------------------------------------------------------


# tally : void (int* bins, int[,] A)
def tally(bins, A):
    for x in A[:, idx + 1]:
        atomicAdd(bins[::2], x % len(bins[::2]), 1)
    atomicAdd(A[:, 0][::-1], 1, idx)


# largest : T (T* X)
def largest(X):
    best = X[0]
    for x in X[1:]:
        best = max(best, x)
    return best


# apply : T (T(T*) f, T* X)
def apply(f, X):
    return f(X) + f(X[::2])


# generics : void (int[,] A, double[,] B, int* R, double* S)
def generics(A, B, R, S):
    R[idx] = largest(A[:, idx]) + apply(largest, A[idx % len(A)]) + apply(largest, A[:, idx])
    S[idx] = largest(B[idx % len(B), ::-2]) + apply(largest, B[::-1, 0])


def test_atomics_in_gaps():
    A = np.random.default_rng(8).integers(0, 100, (6, 40)).astype(np.int32)
    check(tally, 39, np.zeros(7, np.int32), A)


def test_generic_helpers():
    rng = np.random.default_rng(9)
    A, B = rng.integers(0, 100, (6, 40)).astype(np.int32), rng.random((5, 9))
    check([generics, largest, apply], 40, A, B, np.zeros(40, np.int32), np.zeros(40))
