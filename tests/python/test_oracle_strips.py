"""Kernels with loops run in strips of threads on the CPU target: uniform loops outside the lanes, diverging
ones under a mask."""

import numpy as np
import pytest

import cudapy as cp

from oracle import check


# collatz : void (int* N, int* R)
def collatz(N, R):
    n = N[idx]
    steps = 0
    while n != 1 and steps < 500:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    R[idx] = steps


# escape : void (float* X, int* R, float* Z, int limit)
def escape(X, R, Z, limit):
    z = 0.0
    k = -1
    for i in range(limit):
        z = z * z + X[idx] if i < 0 else z * z + 0.3
        if z > 2.0:
            k = i
            if i > 10:
                z = -1.0
                break
            z = 1.5
        elif z < -5.0:
            break
        k += 2
    R[idx] = k
    Z[idx] = z


# tri : void (int* N, int* R)
def tri(N, R):
    total = 0
    for i in range(N[idx] % 50):
        if i == 40:
            break
        if i % 3 == 0:
            total += i
        else:
            total -= 1
    R[idx] = total


# dot : void (float* A, float* R, int n)
def dot(A, R, n):
    if idx >= len(R):
        return
    acc = 0.0
    for j in range(n):
        if j == 3:
            continue
        acc += A[j] * A[idx]
    R[idx] = acc


SIZES = (1, 31, 32, 33, 1000)  # less than a strip, one, one and a bit, many


@pytest.fixture
def rng():
    return np.random.default_rng(1)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("kernel", [collatz, tri])
def test_threads_that_leave_a_loop_at_different_times(kernel, n, rng):
    check(kernel, n, rng.integers(1, 10000, n).astype(np.int32), np.zeros(n, np.int32))


@pytest.mark.parametrize("n", SIZES)
def test_breaks_under_nested_conditions(n, rng):
    check(escape, n, rng.random(n).astype(np.float32), np.zeros(n, np.int32), np.zeros(n, np.float32), 30)


@pytest.mark.parametrize("n", SIZES)
def test_threads_that_disagree_about_returning(n, rng):
    check(dot, n + 5, rng.random(max(n + 5, 10)).astype(np.float32), np.zeros(n, np.float32), 9, ulps=16)


# steps : int (int n)
def steps(n):
    count = 0
    while n != 1:
        if count > 20:
            return -1
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


# first_above : int (float x, float limit, int most)
def first_above(x, limit, most):
    if x > limit:
        return 0
    for i in range(most):
        x = x * 1.5 + i
        if x > limit:
            if i > 2:
                return i
            x = -1.0
        elif x < -limit:
            return -i
    else:
        most += 1
    return -most


# total : float (float* X, int n)
def total(X, n):
    acc = 0.0
    for k in range(n):
        acc += X[k] * idx
    return acc


# helpers_with_loops : void (int* N, float* X, int* R, float* F)
def helpers_with_loops(N, X, R, F):
    if idx >= len(N):
        return
    if N[idx] > 0:
        R[idx] = steps(N[idx]) + 2 * steps(2 * N[idx])
    r = first_above(X[idx], 10.0, 8)
    R[idx] += r if r > 0 else first_above(X[idx], 5.0, 3)
    F[idx] = total(X, 5) + total(X, N[0] % 4)


# all_take_it : void (int* N, float* X, int* R)
def all_take_it(N, X, R):
    if idx < len(N):
        s = steps(N[idx] + 1)
        R[idx] = s + first_above(X[idx], 4.0, s)


@pytest.mark.parametrize("n", (1, 31, 32, 33, 96, 1000))
def test_loops_in_helpers(n):
    random = np.random.default_rng(n)
    N = random.integers(1, 60, n).astype(np.int32)
    X = random.uniform(-3, 3, max(n, 5)).astype(np.float32)
    check([all_take_it, steps, first_above], n + 7, N, X, np.zeros(n, np.int32))
    # `total` adds numbers that cancel, which a GPU rounds once where NumPy rounds twice.
    check(
        [helpers_with_loops, steps, first_above, total],
        n,
        N,
        X,
        np.zeros(n, np.int32),
        np.zeros(n, np.float32),
        ulps=16,
    )
    N[::3] = 0
    check(
        [helpers_with_loops, steps, first_above, total],
        n + 40,
        N,
        X,
        np.zeros(n, np.int32),
        np.zeros(n, np.float32),
        ulps=16,
    )


# said_in_each_branch : void (int* N, int64* R)
def said_in_each_branch(N, R):
    total = N[idx]
    for i in range(N[idx] % 5):
        if total % 3 != i:
            own: cp.int64 = total * 2
            total = int(own) % 1000 - i
        else:
            own: cp.int64 = total - 7
            if own > 40:
                break
            total = int(own) + i
    R[idx] = total


def test_a_variable_that_each_branch_declares():
    check(said_in_each_branch, 100, np.arange(100, dtype=np.int32), np.zeros(100, np.int64))


# row_sums : void (float[,] A, double[,] B, float* sums, double* weighted)
def row_sums(A, B, sums, weighted):
    total = 0.0
    for v in A[idx]:
        total += v
    sums[idx] = total
    for k in range(1, B.shape[1]):
        weighted[idx] += B[idx, k] * A[0, k] - B[idx, k - 1]


# row_changes : void (uint8[,] A, int[,] B, int n)
def row_changes(A, B, n):
    most = 0
    for k in range(n):
        if A[idx, k] > most:
            most = int(A[idx, k])
        B[idx, k] += most
    for k in range(B.shape[1]):
        B[idx, k] -= most


@pytest.mark.parametrize("rows", (1, 8, 17, 50))
@pytest.mark.parametrize("columns", (1, 3, 4, 7, 8, 9, 16, 23, 24, 40, 100))
def test_threads_along_rows(rows, columns):
    random = np.random.default_rng(columns)
    A = random.uniform(-1, 1, (rows, columns)).astype(np.float32)
    B = random.uniform(-1, 1, (rows, columns))
    check(row_sums, rows, A, B, np.zeros(rows, np.float32), np.zeros(rows), ulps=16)
    C = random.integers(0, 256, (rows, columns)).astype(np.uint8)
    for n in (columns, columns // 2, 0, -5, -(2**31)):
        check(row_changes, rows, C, random.integers(-9, 9, (rows, columns)).astype(np.int32), n)
