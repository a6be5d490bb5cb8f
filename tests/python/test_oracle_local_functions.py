"""Local names of functions, lambdas, types and modules, through the oracle."""

import math

import numpy as np

import cudapy as cp
from oracle import Batch, check

N = 40


def helper(x, by=2.0):
    return x * by


# apply : T (T(T) f, T x)
def apply(f, x):
    return f(f(x))


# built_ins : void (float* X, double* D, int* A)
def built_ins(X, D, A):
    math_sqrt = math.sqrt
    low = min
    m = math
    X[idx] = math_sqrt(abs(X[idx])) + m.cos(X[idx])
    D[idx] = math_sqrt(abs(D[idx])) + low(D[idx], 0.5)
    A[idx] = low(A[idx], 3, 7)


# functions : void (float* X, int* A)
def functions(X, A):
    f = helper
    g = f
    X[idx] = g(X[idx]) + f(X[idx], by=3) + apply(g, X[idx])
    A[idx] = apply(abs, A[idx]) + len(X)
    size = len
    A[idx] += size(A)
    root = math.sqrt
    X[idx] += apply(root, abs(X[idx]))


# lambdas : void (float* X, int* A)
def lambdas(X, A):
    op = lambda x, y: x * y + 1
    X[idx] = op(X[idx], 2) + op(y=X[idx], x=0.5)
    A[idx] = op(A[idx], 3)


# captures : void (float* X, int* A, float alpha)
def captures(X, A, alpha):
    total = alpha
    op = lambda x: x * total + X[idx]
    X[idx] = op(2.0)
    total += 1
    X[idx] = op(X[idx])  # with what `total` is by now
    for i in range(3):
        step = lambda x: op(x) + i
        X[idx] += step(1.0) + apply(step, 0.5)
        if A[idx] > i:
            twice = lambda x: step(x) * 2
            X[idx] += twice(A[idx])
    A[idx] = apply(lambda x: x + A[idx], 1)


# nested : void (float* X)
def nested(X):
    k = X[idx]
    f = lambda x: x + k
    g = lambda x: apply(f, x) * apply(lambda y: f(y) - k, x)
    X[idx] = g(1.0) + apply(g, 0.25)


# types : void (float* X, double* D, uint8* B, int* A)
def types(X, D, B, A):
    Real = cp.float64
    D[idx] = Real(X[idx]) + Real(1) / 3
    dtype = X.dtype
    X[idx] = dtype.type(D[idx] * 3) + X.dtype.type(1)
    small = B.dtype.type
    B[idx] = small((A[idx] & 127) + B[idx] % small(3)) if A[idx] > 100 else small(7)
    t = A[idx]
    A[idx] = type(t)(X[idx]) + type(A[0])(3.5) + type(idx)(2)
    acc = dtype.type(0)
    for k in range(3):
        acc += dtype.type(k)
    X[idx] += acc


# annotations : void (float* X, double* D, int64* W, int n)
def annotations(X, D, W, n):
    half = 0.5
    whole: type(half) = n
    wide = W[idx]
    big: type(wide) = n
    bigger: type(big) = 1  # which is found in another round still
    for i in range(3):
        big = big * 101 + wide
        bigger *= big
        whole = whole / 3
    W[idx] = big ^ bigger
    later = 1
    third: type(later) = n
    third = third / 3
    later = D[idx]  # both are doubles by this
    D[idx] = third + later
    X[idx] = whole + half


# tiles_of_types_that_are_found : void (float* X, int64* W, bool* B)
def tiles_of_types_that_are_found(X, W, B):
    wide = W[idx]
    T = type(wide)
    mine = cp.local(type(wide), 4)
    other = cp.local(T, (2, 2))
    mine[0] = 3000000000
    mine[1] = B[idx]
    mine[2] = wide
    other[1, 0] = wide * 3000000000
    w: T = 3
    scaled = lambda x: x * T(3000000000)
    W[idx] = mine[0] + mine[1] * 5 + mine[2] + other[1, 0] + w * 3000000000 + scaled(w)
    half = X[idx] * 0.5
    tile = cp.shared(type(half), 32)
    tile[threadIdx.x] = half
    cp.syncthreads()
    now = tile if B[idx] else tile[3:]
    row = tile[1:]
    X[idx] = tile[31 - threadIdx.x] + now[0] + row[0]


# tiles : void (float* X, int64* W)
def tiles(X, W):
    T = X.dtype
    tile = cp.shared(T, 32)
    wide = cp.local(W.dtype, 4)
    other = cp.local(tile.dtype, 2)
    tile[threadIdx.x] = X[idx] if idx < len(X) else T.type(0)
    cp.syncthreads()
    if idx < len(X):
        wide[3] = W[idx] * 3000000000
        other[1] = tile[31 - threadIdx.x]
        X[idx] = other[1]
        W[idx] = wide[3]


BATCH = Batch(
    built_ins,
    functions,
    lambdas,
    captures,
    nested,
    types,
    annotations,
    tiles,
    tiles_of_types_that_are_found,
    apply,
)


def floats(kind=np.float32):
    return np.random.default_rng(5).standard_normal(N).astype(kind)


def ints(kind=np.int32, low=-20, high=20):
    return np.random.default_rng(6).integers(low, high, N).astype(kind)


def test_built_ins():
    BATCH.check(built_ins, N, floats(), floats(np.float64), ints())


def test_functions():
    BATCH.check(functions, N, floats(), ints())


def test_lambdas():
    BATCH.check(lambdas, N, floats(), ints())


def test_captures():
    BATCH.check(captures, N, floats(), ints(), 0.75, ulps=40)


def test_nested():
    BATCH.check(nested, N, floats(), ulps=20)


def test_types():
    BATCH.check(
        types, N, floats(), floats(np.float64), ints(np.uint8, 0, 255), ints(np.int32, 0, 255), ulps=40
    )


def test_annotations():
    BATCH.check(annotations, N, floats(), floats(np.float64), ints(np.int64, -999, 999), 20, ulps=40)


def test_tiles():
    BATCH.check(tiles, 64, np.arange(64, dtype=np.float32), np.arange(64, dtype=np.int64), block=32)


def test_tiles_of_types_that_are_found():
    BATCH.check(
        tiles_of_types_that_are_found,
        64,
        floats()[:1].repeat(64),
        np.arange(64, dtype=np.int64),
        np.arange(64) % 3 == 0,
        block=32,
    )


# zips : void (float* X, int* A, float* Y)
def zips(X, A, Y):
    total = 0.0
    for (i, x), a in zip(enumerate(X), A):
        total += i * x + a
    for i, (x, (j, a)) in zip(A, zip(X, enumerate(A, 3))):
        total += i * x - j * a
    for i, (x, a) in enumerate(zip(X, A[2:])):
        total += (i + 1) * x * a
    for (x, a), y in zip(zip(X, A), Y):
        total += x * a - y
    Y[idx] = total


# rows : void (float[,] P, float* Y)
def rows(P, Y):
    total = 0.0
    for (i, row), y in zip(enumerate(P), Y):
        total += row[i] * y
    Y[idx] = total


def test_zips():
    check(zips, 1, floats(), ints(), np.zeros(30, np.float32), ulps=200)
    check(rows, 1, np.arange(12, dtype=np.float32).reshape(3, 4), np.array([1, 2], np.float32))
