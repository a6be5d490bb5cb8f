"""Parts of arrays: rows, columns and slices, names for them, loops over them, and helpers that take them."""

import numpy as np
import pytest

from oracle import check


# total : float (float* X)
def total(X):
    acc = 0.0
    for x in X:
        acc += x
    return acc


# scale : void (float* X, float by)
def scale(X, by):
    for i in range(len(X)):
        X[i] *= by


# trace : float (float[,] A)
def trace(A):
    acc = 0.0
    for i in range(min(A.shape[0], A.shape[1])):
        acc += A[i, i]
    return acc


# rows : void (float[,] A, float* sums)
def rows(A, sums):
    row = A[idx]
    last = len(row) - 1
    row[0], row[last] = row[last], row[0]
    scale(row, 2.0)
    sums[idx] = total(row) + total(A[idx, 1:]) + row[-1] + A[idx][0]


# columns : void (float[,] A, float* sums)
def columns(A, sums):
    column = A[:, idx]
    acc = 0.0
    for x in column:
        acc += x
    for i, x in enumerate(A[1:, idx], 2):
        acc += i * x
    column[-1] = column[0]
    sums[idx] = acc * column.size + column[1:][0] * column.ndim


# windows : void (float* X, float* Y, int n, int from_)
def windows(X, Y, n, from_):
    window = X[idx : idx + n]
    Y[idx] = (
        total(window) / max(len(window), 1)
        + len(X[from_:]) * 100
        + len(X[:from_]) * 10
        + len(X[from_ + idx : n])
    )
    odd = 0.0
    rest = X[1:]
    while len(rest) > 0:
        odd += rest[0]
        rest = rest[2:]
    Y[idx] += (
        odd + total(X[-3:-1]) + total(X[:n]) + total(X[-n:]) + len(X[3:1]) + len(X[:-100]) + len(X[100:])
    )


# planes : void (double[,,] T, double* R)
def planes(T, R):
    plane = T[idx]
    acc = 0.0
    for row in plane:
        for x in row[1:-1]:
            acc += x
        row = row[1:]
        acc += row[0]
    for row in plane[1:]:
        acc += row[-1]
    for i, x in enumerate(plane[0]):
        acc += i * x
    for a, b in zip(T[0, 0], T[:, 0, 1]):
        acc += a * b
    inner = plane[1:-1, 1:-1]
    rows, columns = inner.shape
    R[idx] = acc + inner[0, 0] + inner[-1][-1] + rows * columns + T[idx, 1:, 2].shape[0] + len(T[0].shape)


# traces : void (float[,,] T, float* R)
def traces(T, R):
    R[idx] = trace(T[idx]) + trace(T[0][1:3])


# moving : void (float[,] A, float* R)
def moving(A, R):
    part = A[idx]
    begin = 0
    for x in part[1:]:  # what the loop goes through stays
        part = A[0]
        begin += 1
        R[idx] += x * part[begin]
    if idx % 2 == 0:
        part = A[1]
    else:
        part = A[idx, :]
    R[idx] += part[1]
    first = A
    R[idx] += first[0, 0] + len(first)


# bump : int (int* X)
def bump(X):
    X[0] += 1
    return X[0]


# pick : int (int* X, int i)
def pick(X, i):
    return X[i % len(X)]


# order : void (int* X, int[,] A)
def order(X, A):
    X[1] = pick(X[X[0] :], bump(X))
    X[2] = pick(A[X[0]], bump(X)) + pick(A[bump(X)], X[0])
    q = A[0]
    q[0], q = 5, A[1]
    q, q[1] = A[0], 7


# nested : void (int[,,] B, int* X)
def nested(B, X):
    for row in B[0]:
        X[1] += row[0]
        for row in B[1]:
            X[2] += row[1]
    rows = B[0, 1:]
    for row in rows:
        rows = B[1, 2:]
        X[3] += row[0]
    for row in rows:
        X[3] += row[1]
    n = 2
    for row in B[0][:, 0:n]:
        X[4] += len(row)
        n = 1


# wide : void (int* X, int[,] A, int64 m)
def wide(X, A, m):
    for x in X[m:]:
        X[0] += x
    for i, x in enumerate(X[:m]):
        X[1] += i * x
    for a, b in zip(X[m:], X):
        X[2] += a - b
    for row in A[m:]:
        X[3] += row[-1]
    X[4] = len(A[m:]) + len(X[1:m])


# tiles : void (float* X)
def tiles(X):
    tile = shared(float, (4, 32))
    row = tile[threadIdx.x // 32]
    row[threadIdx.x % 32] = X[idx]
    syncthreads()
    column = tile[:, threadIdx.x % 32]
    X[idx] = total(row) + column[0] + total(tile[1, 1:3])


# fill : void (float* X, float value)
def fill(X, value):
    n = 0
    while n < len(X):
        X[n] = value + n
        n += 1


# fills : void (float[,] A)
def fills(A):
    fill(A[idx, 1:], 10.0)
    fill(A[idx][:1], -1.0)


@pytest.mark.parametrize("shape", [(1, 1), (3, 2), (40, 7)])
def test_rows(shape):
    A = np.random.default_rng(1).random(shape, np.float32)
    check([rows, scale, total], shape[0], A, np.zeros(shape[0], np.float32), ulps=16)


@pytest.mark.parametrize("shape", [(2, 1), (3, 40)])
def test_columns(shape):
    A = np.random.default_rng(2).random(shape, np.float32)
    check(columns, shape[1], A, np.zeros(shape[1], np.float32), ulps=16)


@pytest.mark.parametrize("n,start", [(1, 0), (3, 2), (50, -3), (3, -70), (2, 90)])
def test_windows(n, start):
    X = np.random.default_rng(3).random(33, np.float32)
    check([windows, total], 40, X, np.zeros(40, np.float32), n, start, ulps=16)


@pytest.mark.parametrize("index", [None, "int64"])
def test_planes(index):
    import cudapy as cp

    options = {} if index is None else {"index": cp.int64}
    T = np.random.default_rng(4).random((33, 4, 5))
    check(planes, 33, T, np.zeros(33), ulps=16, **options)


def test_parts_of_two_dimensions():
    T = np.random.default_rng(5).random((34, 4, 3), np.float32)
    check([traces, trace], 34, T, np.zeros(34, np.float32), ulps=16)


def test_names_that_move():
    A = np.random.default_rng(6).random((40, 6), np.float32)
    check(moving, 40, A, np.zeros(40, np.float32), ulps=16)


def test_order_of_brackets():
    A = np.arange(50, dtype=np.int32).reshape(10, 5)
    check([order, bump, pick], 1, np.array([1, 2, 3, 4, 5, 6, 7], np.int32), A)


def test_loops_over_rows_that_change():
    check(nested, 1, np.arange(24, dtype=np.int32).reshape(2, 4, 3), np.zeros(5, np.int32))


@pytest.mark.parametrize("m", [0, 3, -2, 2**40, -(2**40)])
def test_wide_bounds(m):
    check(wide, 1, np.arange(9, dtype=np.int32), np.arange(50, dtype=np.int32).reshape(10, 5), m)


def test_parts_of_shared_memory():
    check([tiles, total], 256, np.random.default_rng(7).random(256, np.float32), block=128, ulps=16)


@pytest.mark.parametrize("n", [1, 32, 65])
def test_helpers_that_write(n):
    check([fills, fill], n, np.zeros((n, 6), np.float32))
