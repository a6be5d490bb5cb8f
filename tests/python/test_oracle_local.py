"""Arrays of each thread in kernels without barriers, against CPython."""

import numpy as np
import pytest

import cudapy as cp
from oracle import Batch


# nearest : void (int* A, int* out, int n)
def nearest(A, out, n):
    best = cp.local(int, 3)
    for k in range(3):
        best[k] = 10000
    for i in range(n):
        d = abs(A[i] - idx)
        k = 2
        if d < best[2]:
            while k > 0 and best[k - 1] > d:
                best[k] = best[k - 1]
                k -= 1
            best[k] = d
    total = 0
    for b in best:
        total = total * 100 + b
    out[idx] = total


# table : void (float[,] F)
def table(F):
    own = cp.local(cp.float32, (2, 4))
    for i in range(2):
        for j in range(4):
            own[i, j] = i * 10 + j + F[0, idx]
    fill(own, idx)
    acc = 0.0
    for j in range(4):
        acc += own[1, j] * own[0, -1]
    F[1, idx] = acc + last(own)


# fill : void (float[,] T, int i)
def fill(T, i):
    T[i % 2, i % 4] += 0.5


# last : float (float[,] T)
def last(T):
    total = 0.0
    for k in range(T.shape[1]):
        total += T[-1, k]
    return total


# sums : void (int* X)
def sums(X):
    a = cp.local(int, 4)
    a[0], a[1], a[2], a[3] = 1, 2, 3, X[idx]
    a[1] += a[0]
    a[X[idx] % 4] *= 2
    X[idx] = a[0] + a[1] * 10 + a[2] * 100 + a[-1] * 1000


batch = Batch(nearest, table, sums, fill, last)


@pytest.fixture
def rng():
    return np.random.default_rng(5)


@pytest.mark.parametrize("n", (1, 31, 32, 100))
def test_loops_over_a_local_array(n, rng):
    batch.check(nearest, n, rng.integers(0, 100, 40).astype(np.int32), np.zeros(n, np.int32), 40)


@pytest.mark.parametrize("n", (1, 31, 32, 100))
def test_local_arrays_of_two_dimensions(n, rng):
    batch.check(table, n, rng.random((2, n), dtype=np.float32))


def test_elements_by_a_number_of_the_thread(rng):
    batch.check(sums, 70, rng.integers(0, 9, 70).astype(np.int32))


SHAPE = (2, 3)


# sized : void (int* R)
def sized(R):
    WIDTH = 4
    rows, both = WIDTH // 2, (WIDTH, WIDTH + 1)
    a = cp.local(int, WIDTH)
    b = cp.local(int, (rows, 2 * WIDTH))
    c = cp.local(int, SHAPE)
    d = cp.local(int, both)
    for i in range(WIDTH):
        a[i] = idx + i
        b[i % rows, i] = a[i]
        d[i, WIDTH] = b[i % rows, i]
    e = cp.local(int, (len(a) + c.size, len(b)))
    e[9, 1] = len(e)
    c[1, 2] = e[9, 1] + len(a) + 10 * len(b) + 100 * len(c) + 1000 * len(d) + d[3, 4]
    R[idx] = c[1, 2] + a[WIDTH - 1]


def test_sizes_that_are_locals_and_tuples():
    Batch(sized).check(sized, 8, np.zeros(8, np.int32))


def window(X, i, dtype, size):
    values = cp.local(dtype, size)
    for k in range(size):
        values[k] = dtype(X[i + k])
    total = dtype(0)
    for k in range(len(values)):
        total += values[k] * (k + 1)
    return total


def doubled(i, width=3, rows=1):
    table = cp.local(int, (rows, width * 2))
    for k in range(2 * width):
        table[rows - 1, k] = i * k
    return table[-1, 2 * width - 1] + len(table)


def below(x, least):
    own = cp.local(int, 2 - least)
    own[1 - least] = x // least + least % 3 + abs(least) - ~least
    return own[1 - least] + len(own) - least


def passed_on(x, n):
    return deeper(x, n, 2 * n) + deeper(width=3, x=x, n=n)


def deeper(x, n, width):
    if n > 100:
        return passed_on(x, n)
    return below(x, -width) + doubled(x, rows=n)


TYPED = np.int64(3)


def widened(a, n):
    own = cp.local(int, n)
    own[0] = 0
    return int((a * n - n) % 1000)  # wraps as a `uint32`, and not as an `int64`


# with_sizes : void (float* X, double* R, int* S, uint32* A)
def with_sizes(X, R, S, A):
    SIZE = 4
    R[idx] = (
        window(X, idx, cp.float32, 3)
        + window(X, idx, cp.float64, SIZE)
        + window(X, idx, X.dtype.type, SIZE - 1)
    )
    S[idx] = (
        window(X, idx, int, len(SHAPE))
        + doubled(idx)
        + doubled(idx, 5)
        + doubled(i=idx, rows=SIZE, width=SHAPE[1])
    )
    S[idx] += below(idx, -3) + below(idx, 1) + below(idx, least=-SIZE) + passed_on(idx, SIZE)
    S[idx] += widened(A[0], 3) + widened(A[0], TYPED) + widened(A[0], cp.uint8(3))


def test_types_and_sizes_that_calls_give():
    Batch(with_sizes).check(
        with_sizes,
        20,
        np.arange(30, dtype=np.float32) / 8,
        np.zeros(20),
        np.zeros(20, np.int32),
        np.full(1, 4000000000, np.uint32),
    )


KIND = cp.float64


def halved(x, dtype=KIND, size=2):
    own = cp.local(dtype, size)
    own[-1] = dtype(x) / dtype(2)
    return own[size - 1]


KIND = cp.int32


# by_default : void (int* A, double* R)
def by_default(A, R):
    R[idx] = (
        halved(A[idx])
        + halved(A[idx], size=3)
        + halved(A[idx], float)
        + halved(A[idx], dtype=cp.float64, size=4)
    )


def test_types_that_are_defaults_are_those_that_python_evaluated():
    A, R = np.arange(20, dtype=np.int32), np.zeros(20)
    cp.compile(by_default)(20)(A, R)
    assert R.tolist() == (A * 2.0).tolist()


def weighed(a, size):
    own = cp.local(cp.float64, size)
    for i in range(size):
        own[i] = a[i]
    total = 0.0
    for i in range(size):
        total += own[i] * (i + 1)
    return total


# parts : void (double[,] A, double* R)
def parts(A, R):
    if idx < A.shape[1]:
        R[idx] = weighed(A[:, idx], 3) + weighed(A[idx], 4) * 100


def test_a_size_is_given_beside_an_array_with_gaps():
    Batch(parts).check(parts, 4, np.arange(16.0).reshape(4, 4), np.zeros(4))
