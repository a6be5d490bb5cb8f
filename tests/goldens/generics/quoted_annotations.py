import cudapy as cp

from typing import Callable, TypeVar

T = TypeVar("T")


def clamped(x: "T", low: "T", high: "T") -> "T":
    return low if x < low else high if x > high else x


def pair(x: "tuple[T, cp.int32]") -> "tuple[cp.int32, T]":
    return x[1], x[0]


def applied(f: "Callable[[T], T]", X: "cp.Array[T]", M: cp.Array["cp.float32", 2]) -> "None":
    X[idx] = f(X[idx])


def kernel(X: "cp.Array[cp.float32]", M: "cp.Array[cp.float32, 2]", Y: "float*", n: "cp.int32") -> "None":
    X[idx] = clamped(X[idx], 0, 1) + M[n, 0]
    k, Y[idx] = pair((X[idx], n))
    applied(lambda x: x * k, X, M)
