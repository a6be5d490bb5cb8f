"""Loops over tuples of arrays, and arrays that an assignment takes apart, through the oracle and in both
dialects."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda, local, shared, syncthreads
from oracle import Batch

N = 12


# scaled : void (float* X, float* Y, float* Z, int[,] A)
def scaled(X, Y, Z, A):
    for V in (X, Y, Z):
        V[idx] = 2 * V[idx] + len(V)
    both = (X, Z)
    for i, V in enumerate(both):
        V[idx] += i
        if V[idx] > 20:
            continue
        V[idx] += both[1][idx]
    for V, W in zip((X, Y), (Y, Z)):
        V[idx] += W[idx]
    else:
        X[idx] += len(both[0])
    for row in (A[0], A[2]):
        Y[idx] += row[idx % 3]


# apart : void (int[,] A, float[,] M, int* P, float* R)
def apart(A, M, P, R):
    a, b, c = A[idx % 2]
    d, e = P[idx : idx + 2]
    row = M[:, 1]
    f, (g, h) = row[0], row[1:3]
    own = local(float, 3)
    own[0], own[1], own[2] = f, g, h
    x, y, z = own
    tile = shared(int, 2)
    if threadIdx.x == 0:
        tile[0], tile[1] = P[0], P[1]
    syncthreads()
    p, q = tile
    R[idx] = a + 10 * b - c + d * e + x * y - z + p - q
    c, b, a = A[1]
    R[idx] += a - b


batch = Batch(scaled, apart)
random = np.random.default_rng(4)


def floats(*shape):
    return random.integers(-8, 8, shape).astype(np.float32)


def ints(*shape):
    return random.integers(-5, 5, shape).astype(np.int32)


def test_loops_over_arrays():
    batch.check(scaled, N, floats(N), floats(N), floats(N), ints(3, 3))


def test_arrays_are_taken_apart():
    batch.check(apart, N, ints(2, 3), floats(3, 2), ints(N + 1), np.zeros(N, np.float32), block=N)


@cuda.jit
def scales(out, pair, third, k):
    i = cuda.grid(1)
    for v in pair:
        out[0, i] += v[i] * len(v)
    for j, v in enumerate((pair[0], third)):
        out[1, i] += j * v[i]
    a, b = k[i % 2]
    out[2, i] = a - b


def test_loops_over_arrays_under_cuda_jit():
    x, y, z = (random.normal(size=N) for _ in range(3))
    out, k = np.zeros((3, N)), ints(2, 2)
    scales[1, N](out, (x, y), z, k)
    assert np.allclose(out, [(x + y) * N, z, np.resize(k[:, 0] - k[:, 1], N)])


# two_of : void (int* X, int* R)
def two_of(X, R):
    a, b = X
    R[0] = a + b


def test_the_number_of_elements_is_looked_at():
    R = np.zeros(1, np.int32)
    checked = cp.compile(two_of, checked=True)
    checked(1)(np.array([3, 4], np.int32), R)
    assert R[0] == 7
    for count in (0, 1, 3):
        with pytest.raises(cp.KernelError) as error:
            checked(1)(np.arange(count, dtype=np.int32), R)
        elements = "1 element" if count == 1 else f"{count} elements"
        assert f"X has {elements}, and 2 names are given one each, in thread 0: `X`" in str(error.value)


# third : void (int* X, int i, int* R)
def third(X, i, R):
    t = (X[0], X[1], X[2])
    R[0] = t[i] + (4, 5, 6)[i]


@pytest.mark.parametrize("i", [-1, 3])
def test_an_index_outside_a_tuple_is_reported(i):
    checked = cp.compile(third, checked=True)
    with pytest.raises(cp.KernelError) as error:
        checked(1)(np.arange(3, dtype=np.int32), i, np.zeros(1, np.int32))
    assert f"index {i} is outside t, which has 3 elements, in thread 0: `t[i]`" in str(error.value)
