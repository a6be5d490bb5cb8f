"""Generic helpers, function parameters and lambdas in kernels, through the oracle."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

import cudapy as cp
from oracle import Batch

N = 50
SCALE = 3


# clamp : T (T x, T low, T high)
def clamp(x, low, high):
    return low if x < low else high if x > high else x


# total : T (T* X)
def total(X):
    result = T(0)
    for x in X:
        result += x
    return result


# swap : (B, A) ((A, B) pair)
def swap(pair):
    return pair[1], pair[0]


# helpers : void (float* X, double* D, int* A)
def helpers(X, D, A):
    X[idx] = clamp(X[idx], 0, 1)
    D[idx] = clamp(D[idx], 0.5, X[idx] + 1)
    A[idx] = clamp(A[idx], -10, 10) + clamp(x=7, low=A[idx], high=9)
    t = swap((A[idx], X[idx]))
    X[idx] += t[0] * 2
    A[idx] += t[1]


# totals : void (float* X, int* A, float* R, int* S)
def totals(X, A, R, S):
    R[idx] = total(X)
    S[idx] = total(A)


# add : float (float a, float b)
def add(a, b):
    return a + b


# twice : T (T(T) f, T x)
def twice(f, x):
    return f(f(x))


# fold : A (A(A, B) f, B* X, A start)
def fold(f, X, start):
    result = start
    for x in X:
        result = f(result, x)
    return result


# functions : void (float* X, int* A, float* R)
def functions(X, A, R):
    R[idx * 4] = fold(add, X, 0.0)
    R[idx * 4 + 1] = twice(lambda x: x * SCALE, X[idx])
    R[idx * 4 + 2] = fold(f=lambda best, x: x if x > best else best, X=X, start=X[idx])
    lo, hi = fold(lambda t, x: (min(t[0], x), max(t[1], x)), X, (X[idx], X[idx]))
    R[idx * 4 + 3] = hi - lo
    A[idx] = fold(lambda n, x: n + 1 if x > 0 else n, X, A[idx])


# block_fold : T (T(T, T) f, T* cache, int t, int count)
def block_fold(f, cache, t, count):
    stride = 1
    while stride < count:
        if t % (2 * stride) == 0 and t + stride < count:
            cache[t] = f(cache[t], cache[t + stride])
        syncthreads()
        stride *= 2
    return cache[0]


# blocks : void (int* A, float* X)
def blocks(A, X):
    ints = shared(int, 32)
    floats = shared(float, 32)
    t = threadIdx.x
    ints[t] = A[min(idx, len(A) - 1)]
    floats[t] = X[min(idx, len(X) - 1)]
    syncthreads()
    largest = block_fold(lambda a, b: max(a, b), ints, t, 32)
    first = block_fold(lambda a, b: a * 0.5 + b, floats, t, 32)
    if idx < len(A):
        A[idx] = largest
        X[idx] = first


A, B, R = TypeVar("A"), TypeVar("B"), TypeVar("R")
N_ = TypeVar("N_", cp.float32, cp.int32)


def annotated_clamp(x: N_, low: N_, high: N_) -> N_:
    return low if x < low else high if x > high else x


def annotated_total(X: cp.Array[N_], M: cp.Array[A, 2]) -> N_:
    result = N_(0)
    for x in X:
        result += x
    return result + N_(M[1, 0])


def annotated_fold(f: Callable[[A, B], A], X: cp.Array[B], start: A) -> A:
    result = start
    for x in X:
        result = f(result, x)
    return result


def annotated_pair(f: Callable[[A], R], pair: tuple[A, B]) -> tuple[B, R]:
    return pair[1], f(pair[0])


def annotations(
    X: cp.Array[cp.float32],
    I: cp.Array[cp.int32],
    M: cp.Array[cp.float64, 2],
    Y: cp.Array[cp.float32],
    J: "int*",
) -> None:
    X[idx] = annotated_clamp(X[idx], -1, 1) + annotated_total(Y, M)
    I[idx] = annotated_clamp(I[idx], -10, 10) + annotated_total(J, M)
    I[idx] += annotated_fold(lambda n, x: n + 1 if x > 0 else n, M[0], 0)
    n, x = annotated_pair(lambda v: v * 2, (X[idx], I[idx]))
    X[idx] += x * n


batch = Batch(
    annotations,
    annotated_clamp,
    annotated_total,
    annotated_fold,
    annotated_pair,
    helpers,
    totals,
    functions,
    blocks,
    clamp,
    total,
    swap,
    add,
    twice,
    fold,
    block_fold,
)
random = np.random.default_rng(11)


def floats(n=N):
    return (random.random(n, dtype=np.float32) * 4 - 2).astype(np.float32)


def ints(n=N):
    return random.integers(-20, 20, n, dtype=np.int32)


def test_helpers():
    batch.check(helpers, N, floats(), random.random(N) * 3, ints())


def test_type_variables_in_annotations():
    batch.check(annotations, N, floats(), ints(), random.random((2, 3)), floats(5), ints(7), ulps=16)


def test_of_arrays():
    batch.check(totals, N, floats(), ints(), np.zeros(N, np.float32), np.zeros(N, np.int32))


def test_functions():
    batch.check(functions, N, floats(), ints(), np.zeros(4 * N, np.float32))


def test_in_blocks():
    batch.check(blocks, N, ints(), floats(), block=32)
