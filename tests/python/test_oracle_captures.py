"""Lambdas that use variables around them, and built-in functions as arguments, through the oracle."""

import math

import numpy as np

import cudapy as cp
from cudapy import shared, syncthreads
from oracle import Batch

N = 40


@cp.struct
class Line:
    slope: cp.float32
    start: cp.float32


# apply : R (R(A) f, A x)
def apply(f, x):
    return f(x)


# twice : T (T(T) f, T x)
def twice(f, x):
    return apply(f, apply(lambda y: f(y), x))


# both : R (R(A) f, S(A) g, A x)
def both(f, g, x):
    return f(x) + g(x)


# fold : A (A(A, B) f, B* X, A start)
def fold(f, X, start):
    result = start
    for x in X:
        result = f(result, x)
    return result


# power : T (T(T) f, T x, int n)
def power(f, x, n):
    """Recursive: what f uses goes along."""
    return x if n == 0 else power(f, f(x), n - 1)


# each : void (R(A) f, A* X, R* Y)
def each(f, X, Y):
    for i in range(len(X)):
        Y[i] = f(X[i])


# numbers : void (float* X, int* A, float alpha, double d, uint8 u)
def numbers(X, A, alpha, d, u):
    k = 2
    scale = 0
    scale += alpha
    X[idx] = apply(lambda v: alpha * v + k, X[idx])
    A[idx] = apply(lambda n: n + k + u, A[idx])
    X[idx] += twice(lambda v: v * scale / 4, X[idx])
    X[idx] = float(apply(lambda v: v * d, X[idx]))
    X[idx] += both(lambda v: v * k, lambda v: alpha - v, X[idx])
    X[idx] = power(lambda v: v * 0.5 + alpha, X[idx], A[idx] % 5)
    k = 7
    A[idx] += apply(lambda n: n * k, A[idx])


# arrays : void (float* X, float[,] M, float* Y)
def arrays(X, M, Y):
    row = M[idx]
    Y[idx] = apply(lambda v: fold(lambda a, b: a + b * v * len(row), row, v), X[idx])
    Y[idx] += fold(lambda t, b: t + len(X) + M.shape[1] + M[0, 1] * b, X, 0.0)
    part = X[2:7]
    Y[idx] += fold(lambda t, b: t * 0.5 + b * part[-1] + len(part), part, Y[idx])
    mine = cp.local(float, 4)
    each(lambda v: v * X[idx] + part[0], X[0:4], mine)
    Y[idx] += mine[0] - mine[3]


# parts : void (Line* lines, float2* P, float* X, float[,] M, float* Y)
def parts(lines, P, X, M, Y):
    line = lines[idx]
    p = P[idx]
    pair = (X[0], 2)
    own = Line(p.x, 1.5)
    Y[idx] = apply(lambda v: line.slope * v + line.start + p.x + pair[0] * pair[1], X[idx])
    Y[idx] += fold(lambda t, b: t + b * p.y + own.slope, M[:, idx], own.start)


# tile_sum : void (float* X, float* Y)
def tile_sum(X, Y):
    tile = shared(float, 32)
    t = threadIdx.x
    tile[t] = X[idx]
    syncthreads()
    Y[idx] = fold(lambda a, x: a + x * tile[31 - t], X[0:32], 0.0)
    syncthreads()
    tile[t] = apply(lambda v: v + tile[t], Y[idx])
    Y[idx] = tile[t]


# branches : void (float* X, float* Y, int n)
def branches(X, Y, n):
    """Captured in loops, where the value is another one each time, and where a lambda makes another."""
    total = 0.0
    for i in range(n):
        total = fold(lambda t, x: t + x * i if x > total else t - i, X[0:6], total / 4)
    Y[idx] = total + apply(lambda v: apply(lambda w: apply(lambda u: u + v + w + total, w), v), X[idx])


# built_in : void (float* X, int* A, double* D, uint8* U)
def built_in(X, A, D, U):
    D[idx] = apply(math.sqrt, D[idx])
    X[idx] += apply(math.sqrt, abs(X[idx])) + twice(abs, X[idx])
    A[idx] += apply(int, X[idx]) + apply(round, X[idx])
    U[idx] = apply(cp.uint8, A[idx])
    X[idx] = apply(float, A[idx])
    X[idx] += apply(cp.float32, D[idx]) + apply(math.floor, X[idx] / 3)
    X[idx] += both(math.sin, math.cos, X[idx])


# literals : void (float* X, int* A, double* D, double* R)
def literals(X, A, D, R):
    """A literal takes the type of what a function gives, which it is given in turn."""
    X[idx] = fold(lambda t, x: t + x * 0.5, A, 0)
    R[idx] = fold(lambda t, x: t + x, D, 0) + fold(max, D, 1.5)
    R[idx] += twice(lambda v: v * D[1] + D[0], 3)
    R[idx] += 1 if fold(lambda t, x: t or x > 15 + idx % 5, A, False) else 0


# extremes : void (float* X, int* A, float* R, int* S)
def extremes(X, A, R, S):
    R[idx] = fold(max, X, 0.0) + fold(min, X, X[idx])
    S[idx] = fold(min, A, A[idx]) + fold(max, A, 0) * 2
    R[idx] = fold(math.hypot, X[0:5], R[idx])
    S[idx] += int(fold(pow, X[0:2], 1.5))


BATCH = Batch(
    literals,
    extremes,
    numbers,
    arrays,
    parts,
    tile_sum,
    branches,
    built_in,
    apply,
    twice,
    both,
    fold,
    power,
    each,
)
RANDOM = np.random.default_rng(3)


def floats(*shape):
    return (RANDOM.random(shape, dtype=np.float32) * 4 - 2).astype(np.float32)


def ints(n=N):
    return RANDOM.integers(-20, 20, n, dtype=np.int32)


def test_numbers():
    BATCH.check(numbers, N, floats(N), ints(), 0.75, 1.25, 200, ulps=16)


def test_arrays():
    BATCH.check(arrays, N, floats(N), floats(N, 5), np.zeros(N, np.float32), ulps=32)


def test_parts():
    lines = np.array(
        [(i / 8, 1 - i) for i in range(N)],
        Line.dtype if hasattr(Line, "dtype") else [("slope", "f4"), ("start", "f4")],
    )
    BATCH.check(parts, N, lines, floats(N, 2), floats(N), floats(6, N), np.zeros(N, np.float32), ulps=32)


def test_literals_take_the_type_of_what_a_function_gives():
    BATCH.check(literals, N, floats(N), ints(), RANDOM.random(N), np.zeros(N), ulps=32)


def test_in_blocks():
    BATCH.check(tile_sum, 96, floats(96), np.zeros(96, np.float32), block=32, ulps=64)


def test_in_loops_and_lambdas():
    BATCH.check(branches, N, floats(N), np.zeros(N, np.float32), 5, ulps=32)


def test_built_in_functions():
    BATCH.check(built_in, N, floats(N), ints(), RANDOM.random(N) * 9, np.zeros(N, np.uint8), ulps=16)
    BATCH.check(extremes, N, abs(floats(N)), ints(), np.zeros(N, np.float32), np.zeros(N, np.int32), ulps=16)
