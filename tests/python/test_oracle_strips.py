"""Kernels with loops run in strips of threads on the CPU target: uniform loops outside the lanes, diverging ones under a mask."""

import numpy as np
import pytest

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
    check(dot, n + 5, rng.random(max(n + 5, 10)).astype(np.float32), np.zeros(n, np.float32), 9, ulps=64)
