"""Functions as arguments of helpers without a signature."""

import math

import cudapy as cp
import pytest

np = pytest.importorskip("numpy")


def square(x):
    return x * x


def apply(f, x):
    return f(x)


def twice(f, x):
    return apply(f, apply(f, x))


def fold(f, X, start):
    total = start
    for x in X:
        total = f(total, x)
    return total


# given : void (float* X, float* Y)
def given(X, Y):
    Y[0] = apply(square, X[0])
    Y[1] = twice(square, X[1])
    Y[2] = apply(lambda x: x + 1, X[2])
    Y[3] = apply(math.sqrt, X[3])
    by = X[0] + 1
    Y[4] = twice(lambda x: x * by, X[4])
    Y[5] = fold(max, X, 0.0) + fold(lambda a, b: a + b, X, 0.0)
    op = square
    Y[6] = apply(op, X[6])
    Y[7] = apply(x=X[7], f=abs)


def test_like_cpython(target):
    call = cp.compile(given, target=target)
    X = np.array([1, 2, 3, 4, 5, 6, 7, -8], np.float32)
    Y, Z = np.zeros(8, np.float32), np.zeros(8, np.float32)
    call(1)(X, Y)
    call.simulate(1, X, Z)
    assert Y.tolist() == Z.tolist() == [1, 16, 4, 2, 20, 27, 49, 8]
