"""Kernel.vjp of loops of every kind that need a tape, of few and of many iterations, where memory is short
and where it is not: against Kernel.jvp, which needs none."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx, idy


@cp.kernel("void (double* X, double* Y, int n)")
def for_range(X, Y, n):
    x = X[idx]
    for k in range(n):
        x = math.sin(x) * 1.3 + 0.01 * k
    Y[idx] = x


@cp.kernel("void (double* X, double* Y, int n)")
def downwards(X, Y, n):
    x = X[idx]
    for k in range(2 * n, 0, -2):
        x = math.sin(x) * 1.3 + 0.01 * k * x
    Y[idx] = x


@cp.kernel("void (double* X, double* Y, int n)")
def while_loop(X, Y, n):
    x = X[idx]
    k = 0
    while k < n + idx:
        x = math.sin(x) * 1.3
        k += 1
    Y[idx] = x


@cp.kernel("void (double* X, double* Y, int n)")
def with_break(X, Y, n):
    x = X[idx]
    for k in range(1000):
        if k >= n + 3 * idx:
            break
        if k % 3 == 1:
            continue
        x = math.sin(x) * 1.3
    Y[idx] = x


@cp.kernel("void (double* X, double* Y, int n)")
def one_after_the_other(X, Y, n):
    x = X[idx]
    k = 0
    while k < n:
        x = math.sin(x) * 1.3
        k += 1
    for _ in range(idx):
        x = math.exp(-x) + x
    while k > 0:
        x = math.cos(x) * 1.1
        k -= 2
    Y[idx] = x


@cp.kernel("void (double* X, double* Y, int n)")
def nested(X, Y, n):
    x = X[idx]
    for i in range(n // 5 + 1):
        y = x
        j = 0
        while j < i % 7 + idx:
            y = math.sin(y) * 1.2
            j += 1
        x = 0.5 * x + 0.5 * y * x
    Y[idx] = x


@cp.kernel("void (double* X, double* Y, int n)")
def while_in_while(X, Y, n):
    x = X[idx]
    i = 0
    while i < n // 4:
        j = 0
        while j < (i * 3) % 5:
            x = math.sin(x) * 1.2
            j += 1
        for _ in range(idx % 3):
            x = math.cos(x)
        i += 1
    Y[idx] = x


@cp.kernel("void (double* X, double* Y, int n)")
def several_values(X, Y, n):
    x, y, m = X[idx], 1.0, 1
    while m < n:
        x, y = math.sin(x * y), math.cos(x) + y * 0.1
        m += 1 if x > 0 else 2
    Y[idx] = x * y


def step(x: "double", n: "int") -> "double":
    k = 0
    while k < n:
        x = math.sin(x) * 1.3
        k += 1
    return x


@cp.kernel("void (double* X, double* Y, int n)")
def in_a_function(X, Y, n):
    Y[idx] = step(X[idx], n) * step(X[idx] * 0.5, idx)


@cp.kernel("void (double[,] X, double[,] Y, int n)")
def two_axes(X, Y, n):
    x = X[idy, idx]
    k = 0
    while k < n + idy:
        x = math.sin(x) * 1.3
        k += 1
    Y[idy, idx] = x


KERNELS = [
    for_range,
    downwards,
    while_loop,
    with_break,
    one_after_the_other,
    nested,
    while_in_while,
    several_values,
    in_a_function,
    two_axes,
]


@pytest.mark.parametrize("memory", [None, "8", "3000"])
@pytest.mark.parametrize("n", [0, 3, 17, 300])
@pytest.mark.parametrize("call", KERNELS, ids=lambda call: call.__name__)
def test_against_forward_mode(call: Any, n: int, memory: str | None, monkeypatch: Any) -> None:
    if memory:
        monkeypatch.setenv("CUDAPY_TAPE_MEMORY", memory)
    shape = (5, 4) if call is two_axes else (20,)
    X = np.linspace(0.3, 1.7, 20).reshape(shape)
    Y, X_bar, Y_bar = np.zeros(shape), np.zeros(shape), np.linspace(1.0, 2.0, 20).reshape(shape)
    Y_dot, bars = np.zeros(shape), Y_bar.copy()
    call.jvp(shape[::-1])(X, Y, n, np.ones(shape), Y_dot)
    Y[:] = 7.0
    call.vjp(shape[::-1])(X, Y, n, X_bar, bars)
    np.testing.assert_allclose(X_bar, Y_bar * Y_dot, rtol=1e-11, atol=1e-280)
    np.testing.assert_array_equal(bars, np.zeros(shape))
    np.testing.assert_array_equal(Y, np.full(shape, 7.0))


@cp.kernel("void (double* X, double* Y, int n)")
def stores_in_a_loop(X, Y, n):
    x = X[idx]
    for k in range(n):
        Y[k * 4 + idx] = x * x
        x = math.sin(x) * 1.2


@cp.kernel("void (double* X, double* Y, int n)")
def reads_of_elements(X, Y, n):
    t = 1.0
    for k in range(n):
        t = t * 0.5 + X[k % len(X)] * t * 0.4 + X[idx]
    Y[idx] = t


@cp.kernel("void (double* X, double* Y, int n)")
def local_array_of_a_while(X, Y, n):
    A = cp.local(cp.double, 4, 0.5)
    x = X[idx]
    k = 0
    while k < n:
        A[k % 4] = A[(k + 1) % 4] * math.sin(x) + 0.1
        x = x * 0.9 + A[(k + 2) % 4] * A[k % 4]
        k += 1
    Y[idx] = x + A[0] * A[1]


@cp.kernel("void (double* X, double* Y, int n)")
def early_return(X, Y, n):
    x = X[idx]
    k = 0
    while True:
        x = math.sin(x) * 1.3
        if x > 1.1 + 0.01 * k:
            Y[idx] = x * x
            return
        k += 1
        if k > n:
            break
    Y[idx] = x * X[idx]


@cp.kernel("void (double* X, double* Y, int n)")
def condition_on_values(X, Y, n):
    x = X[idx]
    while x * x - X[idx] > 1e-9 or x * x - X[idx] < -1e-9:
        x = 0.7 * x + 0.3 * X[idx] / x
    Y[idx] = x


@cp.kernel("void (double* X, double* Y, int n)")
def local_array_in_nested_loops(X, Y, n):
    A = cp.local(cp.double, 3, 1.0)
    x = X[idx]
    for i in range(n // 3):
        for j in range(3):
            A[j] = A[j] * x * 0.5 + 0.2
            m = 0
            while m < (i + j) % 4:
                x = math.cos(x) * A[j]
                m += 1
    Y[idx] = x * A[0] + A[2]


@cp.kernel("void (double* X, double* Y, int n)")
def branches(X, Y, n):
    x, s = X[idx], 0.0
    p = 1
    for k in range(n):
        p = (p * 5 + 3) % 17
        if p % 2 == 0:
            x = x * 0.8 + 0.1 * p
        else:
            s += x * x
            x = math.sin(x)
    Y[idx] = s + x


WITH_MORE = [
    stores_in_a_loop,
    reads_of_elements,
    local_array_of_a_while,
    early_return,
    condition_on_values,
    local_array_in_nested_loops,
    branches,
]


@pytest.mark.parametrize("memory", [None, "8", "5000"])
@pytest.mark.parametrize("n", [0, 2, 5, 60, 333])
@pytest.mark.parametrize("call", WITH_MORE, ids=lambda call: call.__name__)
def test_inner_products(call: Any, n: int, memory: str | None, monkeypatch: Any) -> None:
    """What X_dot and Y_dot become, times cotangents, is what these become, times X_dot and Y_dot."""
    if memory:
        monkeypatch.setenv("CUDAPY_TAPE_MEMORY", memory)
    rng = np.random.default_rng(n)
    X, Y = rng.uniform(0.5, 1.5, 4), rng.uniform(0.5, 1.5, 4 * max(n, 1))
    X_dot, Y_dot, X_bar, Y_bar = (rng.uniform(-1, 1, len(each)) for each in (X, Y, X, Y))
    x, y, x_dot, y_dot, x_bar, y_bar = map(np.copy, (X, Y, X_dot, Y_dot, X_bar, Y_bar))
    call.jvp(4)(x, y, n, x_dot, y_dot)
    forward = X_bar @ x_dot + Y_bar @ y_dot
    x, y = X.copy(), Y.copy()
    call.vjp(4)(x, y, n, x_bar, y_bar)
    np.testing.assert_array_equal(x, X)
    np.testing.assert_array_equal(y, Y)
    assert x_bar @ X_dot + y_bar @ Y_dot == pytest.approx(forward, rel=1e-10, abs=1e-12)
