"""Lambdas that use variables of the functions around them, and built-in functions as arguments."""

import math

import cudapy as cp


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


# fold : A (A(A, B) f, B* X, A start)
def fold(f, X, start):
    result = start
    for x in X:
        result = f(result, x)
    return result


# numbers : void (float* X, int* A, float alpha, double d)
def numbers(X, A, alpha, d):
    k = 2
    scale = 0
    scale += alpha
    X[idx] = apply(lambda v: alpha * v + k, X[idx])
    A[idx] = apply(lambda n: n + k, A[idx])
    X[idx] += twice(lambda v: v * scale, X[idx])
    X[idx] = float(apply(lambda v, by=-1: v * d * by, X[idx]))


# literals : void (float* X, int* A, double* D)
def literals(X, A, D):
    """A literal takes the type of what a function gives, which it is given in turn."""
    X[idx] = float(fold(lambda t, x: t + x * 0.5, A, 0))
    D[idx] = fold(lambda t, x: t + x, D, 0.0) + fold(max, X, 0)
    A[idx] = fold(lambda t, x: t or x > 3, A, False)
    D[idx] += twice(lambda v: v / A[0] + D[0], 3)


# arrays : void (float* X, float[,] M)
def arrays(X, M):
    row = M[idx]
    X[idx] = apply(lambda v: fold(lambda a, b: a + b * v, row, v), X[idx])
    X[idx] += fold(lambda t, b: t + len(X) + M.shape[1] + M[0, 1] * b, X, 0.0)


# parts : void (Line* lines, float2* P, float* X, float[,] M)
def parts(lines, P, X, M):
    line = lines[idx]
    p = P[idx]
    pair = (X[0], 2)
    X[idx] = apply(lambda v: line.slope * v + line.start + p.x + pair[0] * pair[1], X[idx])
    X[idx] += fold(lambda t, b: t + b * p.y, M[:, idx], 0.0)


# tile_sum : void (float* X)
def tile_sum(X):
    tile = shared(float, 64)
    tile[threadIdx.x] = X[idx]
    syncthreads()
    X[idx] = fold(lambda t, x: t + x * tile[threadIdx.x], X, 0.0)


# built_in : void (float* X, int* A, double* D)
def built_in(X, A, D):
    X[idx] = fold(max, X, 0.0)
    A[idx] = fold(min, A, A[0])
    D[idx] = apply(math.sqrt, D[idx])
    X[idx] += apply(math.sqrt, X[idx]) + twice(abs, X[idx])
    A[idx] += apply(int, X[idx])
    X[idx] = apply(float, A[idx])
    X[idx] += apply(cp.float32, D[idx])
