"""Kernel.vjp of names that stand for one array and later for another, or for parts of them."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx
from inner_products import doubles, pulls_back

KERNELS: dict[str, tuple[Any, Any, list[Any]]] = {}


def case(signature: str, threads: Any, *arguments: Any) -> Any:
    def add(function: Any) -> Any:
        KERNELS[function.__name__] = cp.kernel(signature)(function), threads, list(arguments)
        return function

    return add


THREE = "void (double* X, double* Y, double* Z, int n)"


def three(n: int = 5) -> list[Any]:
    return [doubles(6), doubles(6), doubles(6), n]


@case(THREE, 6, *three())
def read(X, Y, Z, n):
    A = X if idx % 2 == 0 else Y
    Z[idx] = A[idx] * A[idx] * len(A)


@case(THREE, 6, *three())
def stored(X, Y, Z, n):
    A = X if Z[idx] > 1.2 else Y
    A[idx] = A[idx] * Z[idx]
    Z[idx] = math.sin(A[idx]) * X[idx]
    A[idx] *= Z[idx]


@case(THREE, 6, *three())
def of_three(X, Y, Z, n):
    A = X if idx % 3 == 0 else (Y if idx % 3 == 1 else Z)
    B = A if idx > 2 else X
    A[idx] = math.sin(A[idx] * B[idx])
    B[idx] += A[idx] * A[idx]


@case(THREE, 6, *three(7))
def exchanged(X, Y, Z, n):
    old = X
    new = Y
    for i in range(n):
        new[idx] = math.sin(old[idx]) + 0.3 * new[idx] * old[idx]
        t = old
        old = new
        new = t
    Z[idx] *= old[idx]


@case(THREE, 6, *three(6))
def by_what_it_holds(X, Y, Z, n):
    A = X
    for i in range(n):
        if A[idx] > 1:
            A = Y if Z[idx] > A[idx] * 0.5 else Z
        else:
            A = X
        A[idx] = A[idx] * 0.8 + 0.3 * math.cos(A[idx])


@case("void (double* X, double* Y, double* Z, int n)", 2, doubles(9), doubles(9), doubles(9), 3)
def parts(X, Y, Z, n):
    A = X[n:]
    if idx == 1:
        A = Y[1:7]
    B = A[1:3]
    total = 0.0
    for i in range(len(B)):
        total += B[i] * A[i] * A[len(A) - 1]
    Z[idx] = total * len(A)


@case("void (double[,] M, double[,] N, double* Y, int n)", 3, doubles(3, 4), doubles(3, 4), doubles(3), 3)
def rows(M, N, Y, n):
    A = M if n > 2 and idx > 0 else N
    for j in range(A.shape[1]):
        A[idx, j] = A[idx, j] * Y[idx]
        Y[idx] += A[idx, j] * A[idx, 0]


@case(THREE, 6, *three())
def added_atomically(X, Y, Z, n):
    A = X if idx % 2 == 0 else Y
    cp.atomicAdd(A, idx // 2, Z[idx] * Z[idx])


@case("void (double* X, double* Y, int n)", 4, doubles(4), doubles(4), 9)
def local_arrays(X, Y, n):
    P = cp.local(cp.double, 3, 0.5)
    Q = cp.local(cp.double, 3, 1.5)
    A = P
    B = Q
    for i in range(n):
        A[i % 3] = B[(i + 1) % 3] * X[idx] + 0.1 * A[i % 3]
        C = A
        A = B
        B = C
    Y[idx] *= A[0] * B[1] + A[2]


@cp.struct
class Body:
    p: cp.double
    n: cp.int32
    v: cp.double


def bodies(count: int) -> Any:
    made = np.zeros(count, Body.dtype)  # type: ignore[attr-defined]
    made["p"], made["v"], made["n"] = doubles(count), doubles(count), 2
    return made


@case("void (Body* A, Body* B, double* Y)", 4, bodies(4), bodies(4), doubles(4))
def structs(A, B, Y):
    C = A if Y[idx] > 1 else B
    C[idx].p = C[idx].p * C[idx].v
    C[idx].v += Y[idx] * C[idx].p
    b = C[idx].copy()
    Y[idx] = b.p * b.v


def larger(A, B, i):
    return A[i] * B[i] if A[i] > B[i] else B[i] * B[i]


@case("void (double* X, double* Y, double* Z, double* V)", 6, doubles(6), doubles(6), doubles(6), doubles(6))
def given_to_functions(X, Y, Z, V):
    A = X if idx % 2 == 0 else Z
    V[idx] = larger(A, Y, idx) + larger(Y, A, (idx + 1) % 6)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("memory", [None, "8", "600"])
def test_inner_products(name: str, memory: str | None, monkeypatch: Any) -> None:
    if memory:
        monkeypatch.setenv("CUDAPY_TAPE_MEMORY", memory)
    call, threads, arguments = KERNELS[name]
    pulls_back(call, threads, arguments)


def test_a_number_says_which_array_it_is() -> None:
    text = KERNELS["read"][0].vjp.cuda_source
    assert "    const int A_which = idx % 2 == 0 ? 0 : 1;\n" in text
    assert "A_start" not in text
