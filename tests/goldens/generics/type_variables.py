"""Type variables and functions in annotations, and the type parameters of Python 3.12."""

import typing
from collections.abc import Callable
from typing import TypeVar

import cudapy as cp

T = TypeVar("T", cp.float32, cp.int32)
R = typing.TypeVar("R")


def clamp(x: T, low: T, high: T) -> T:
    return low if x < low else high if x > high else x


def total(X: cp.Array[T]) -> T:
    result = T(0)
    for x in X:
        result += x
    return result


def apply(f: Callable[[R], R], x: R) -> R:
    return f(x)


def fold[S, E](f: Callable[[S, E], S], X: cp.Array[E], start: S) -> S:
    result = start
    for x in X:
        result = f(result, x)
    return result


def corner[E: (int, float)](M: cp.Array[E, 2]) -> E:
    return M[0, 0]


def swap[P, Q](pair: tuple[P, Q]) -> tuple[Q, P]:
    return pair[1], pair[0]


def quoted(X: "T*", by: "cp.float32", V: "E[,]", n: cp.int32) -> "T":
    return T(X[0] * by + V[0, 0]) + n


def kernel(X: cp.Array[cp.float32], I: cp.Array[cp.int32], M: cp.Array[cp.float64, 2]) -> None:
    X[idx] = clamp(X[idx], 0, 1) + total(X)
    I[idx] = clamp(I[idx], -10, 10) + total(I)
    X[idx] += apply(lambda v: v * 2, X[idx]) + quoted(X, 2.0, M, 1)
    I[idx] += fold(lambda n, x: n + 1 if x > 0 else n, X, 0)
    M[0, idx] = corner(M)
    n, x = swap((X[idx], I[idx]))
    X[idx] += x * n


def scale[N](Y: cp.Array[N], by: N) -> None:
    Y[idx] *= by
