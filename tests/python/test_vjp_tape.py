"""Kernel.vjp of loops that record on a tape: in-place updates, values of several numbers, sizes that are
known when the kernel begins and those that are not, and tapes that are too short at first."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx, idy
from inner_products import doubles, pulls_back

KERNELS: dict[str, tuple[Any, Any, list[Any]]] = {}


def case(signature: str, threads: Any, *arguments: Any) -> Any:
    def add(function: Any) -> Any:
        KERNELS[function.__name__] = cp.kernel(signature)(function), threads, list(arguments)
        return function

    return add


@cp.struct
class Spring:
    length: cp.double
    count: cp.int32
    speed: cp.double


# In place. The number of iterations is known when the kernel begins.


@case("void (double[,] X, double a, double* Y)", 3, doubles(3, 5), 0.7, doubles(3))
def sums_along(X, a, Y):
    for j in range(1, X.shape[1]):
        X[idx, j] += X[idx, j - 1] * a
    Y[idx] *= X[idx, 4] * X[idx, 2]


@case("void (double* X, double* Y, int n)", 6, doubles(6), doubles(6), 3)
def two_in_place(X, Y, n):
    for i in range(n):
        X[idx] = X[idx] * Y[idx] + 0.5
        Y[idx] = math.cos(X[idx]) + Y[idx]


@case("void (double* X, int* C, double* Y)", 6, doubles(6), np.zeros(6, np.int32), doubles(6))
def counted(X, C, Y):
    for i in range(len(X)):
        if X[i] < X[idx]:
            C[idx] += 1
    Y[C[idx]] = X[idx] * X[C[idx]]


@case("void (double* X, double* Y, int n)", 5, doubles(5), doubles(5), 9)
def downwards(X, Y, n):
    m = n - 1
    for i in range(m, -1, -4):
        X[idx] = X[idx] * Y[idx] * 0.3 + i * 0.1
    for i in range(n // 2, m):
        Y[idx] = Y[idx] * Y[idx] * 0.3 + X[idx]


def put(A, i, v):
    A[i] = v * A[i]


@case("void (double* X, double* Y, int n)", 5, doubles(5), doubles(5), 3)
def stored_by_functions(X, Y, n):
    for i in range(n):
        put(X, idx, Y[idx])
        put(Y, idx, math.sin(X[idx]))


@case("void (double* X, double* Y, int n)", 5, doubles(5), doubles(5), 0)
def never(X, Y, n):
    for i in range(n):
        X[idx] = X[idx] * Y[idx]
    Y[idx] = X[idx] * Y[idx]


@case("void (double* X, double* Y, int n)", (3, 2), doubles(6), doubles(6), 3)
def two_axes(X, Y, n):
    i = idy * 3 + idx
    for q in range(n):
        X[i] = math.exp(-X[i]) * Y[i]
    Y[i] = X[i] * X[i]


# Values of several numbers.


@case("void (double* X, double* Y, int n)", 5, doubles(5), doubles(5), 4)
def tuples(X, Y, n):
    t = (X[idx], Y[idx])
    for i in range(n):
        t = (math.sin(t[1] * t[0]), t[0] + t[1] * 0.3)
    X[idx], Y[idx] = t


@case("void (double* X, double* Y)", 5, doubles(5), doubles(5))
def tuples_a_few_times(X, Y):
    t = (X[idx], Y[idx])
    for i in range(3):
        t = (t[1] * t[0], t[0] + t[1])
    X[idx], Y[idx] = t


@case("void (double* X, double* Y, int n)", 5, doubles(5), doubles(5), 4)
def structs(X, Y, n):
    p = Spring(X[idx], 0, Y[idx])
    for i in range(n):
        p.count += 2
        p.length = math.sin(p.length * p.speed) + p.count * 0.01
        if p.length > 0.5:
            p.speed = p.speed * 0.9
    X[idx] = p.length * p.speed


@case("void (complex128* Z, int n)", 4, doubles(4) * 0.3 + 0.3j * doubles(4), 5)
def complexes(Z, n):
    z = Z[idx]
    for i in range(n):
        z = z * z * 0.5 + Z[idx]
    Z[idx] = z


@case("void (complex128* Z, double* Y, int n)", 4, doubles(4) * 0.3 + 0.3j * doubles(4), doubles(4), 5)
def complexes_in_place(Z, Y, n):
    for i in range(n):
        Z[idx] = Z[idx] * Z[idx] * 0.5 + Y[idx] * 0.3
    Y[idx] = abs(Z[idx])


@case("void (double* X, double* Y, int n)", 5, doubles(5), doubles(5), 9)
def vectors(X, Y, n):
    v = cp.double2(X[idx], Y[idx])
    for i in range(0, n, 3):
        v = v * (v.x * 0.2) + cp.double2(v.y, 0.1 * i)
    X[idx] = v.x * v.y


# Numbers of iterations that only the loop itself finds out.


@case("void (double* X, double* Y, int n)", 6, doubles(6), doubles(6), 3)
def nested_whiles(X, Y, n):
    a = X[idx]
    i = 0
    while i < n:
        j = i
        b = a
        while j < n + 1:
            b = b * a * 0.3 + 0.2
            a = a * 0.9 + b * 0.1
            j += 1
        i += 1
        a = math.tanh(a + b)
    Y[idx] = a


@case("void (double* X, double* Y, int n)", 5, doubles(5), doubles(5), 5)
def triangle(X, Y, n):
    a = X[idx]
    for i in range(n):
        for j in range(i):
            a = math.sin(a * Y[idx]) + 0.1 * j
        a = math.sin(a)
    Y[idx] = a


@case("void (double* X, double* Y, int n)", 5, doubles(5), doubles(5), 6)
def both_kinds(X, Y, n):
    a = X[idx] * 0.4
    m = 0
    while a > 0.2 and m < 20:
        a = a * a * 0.9
        m += 1
    for i in range(m):
        a = a + Y[idx] * a
    for i in range(n):
        a = a * Y[idx] * 0.3 + 0.1
    Y[idx] = a


@case(
    "void (double* X, int* S, double* V, double* Y)",
    3,
    doubles(9),
    np.array([0, 2, 5, 9], np.int32),
    doubles(9),
    doubles(3),
)
def rows_of_lists(X, S, V, Y):
    s = 1.0
    for q in range(S[idx], S[idx + 1]):
        s = s * (V[q] * X[q] + 0.5)
    Y[idx] += s


@case("void (double* X, double* Y, int n, double* Z)", 5, doubles(5), doubles(5), 7, doubles(5))
def left_early(X, Y, n, Z):
    a = X[idx]
    for i in range(n):
        if a > 4.0:
            break
        if i == 2:
            continue
        a = a * 1.2 + Y[i % 5]
    else:
        a = a * 2
    Z[idx] = a * a


@pytest.mark.parametrize("name", KERNELS)
def test_inner_products(name: str) -> None:
    call, threads, arguments = KERNELS[name]
    pulls_back(call, threads, arguments)


def long_arguments(name: str, count: int) -> tuple[Any, list[Any]]:
    """The same kernel with more threads, and so many iterations."""
    call, _, arguments = KERNELS[name]
    many: list[Any] = []
    for value in arguments:
        if isinstance(value, np.ndarray):
            many.append(np.resize(value * 0.5, 300))
        else:
            many.append(count)
    return call, many


@pytest.mark.parametrize("name", ["two_in_place", "tuples", "nested_whiles", "both_kinds", "downwards"])
@pytest.mark.parametrize("memory", [None, "8", "4096"])
def test_tapes_that_are_too_short_at_first(name: str, memory: str | None, monkeypatch: Any) -> None:
    """And those of which only a part of the threads has room."""
    if memory:
        monkeypatch.setenv("CUDAPY_TAPE_MEMORY", memory)
    for count in (3, 41):
        call, arguments = long_arguments(name, count)
        pulls_back(call, 300, arguments, 1e-10)


def test_the_size_is_known_when_the_kernel_begins() -> None:
    """In the text: a range of parameters costs one assignment, and nothing is counted."""
    text = KERNELS["sums_along"][0].vjp.cuda_source
    assert "    needed += 1 < X_cols ? X_cols - 1 : 0;\n    if (needed > tape_words) {\n" in text
    assert "trips" not in text
