"""Gathers of several bars in one kernel, whose parts share the loops of a thread for its own element."""

from __future__ import annotations

import math
import re
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx
from inner_products import Cases, doubles, pulls_back


def arrays(*shapes: int | tuple[int, ...]) -> list[Any]:
    """Returns an array of random numbers for each shape."""
    return [doubles(*(shape if isinstance(shape, tuple) else (shape,))) for shape in shapes]


cases = Cases()
SIZES = (1, 3, 70)


@cases.case("void (double* x, double* y, double* m, double* ax, double* ay)", 70, *arrays(*[70] * 5))
def bodies(x, y, m, ax, ay):
    px = x[idx]
    py = y[idx]
    a = b = 0.0
    for j in range(len(x)):
        dx = x[j] - px
        dy = y[j] - py
        r = 1.0 / math.sqrt(dx * dx + dy * dy + 0.01)
        f = m[j] * r * r * r
        a += dx * f
        b += dy * f
    ax[idx] = a
    ay[idx] = b


@cases.case("void (double* X, double* Y, double* out)", 70, *arrays(*[70] * 3))
def counted_down(X, Y, out):
    mine = X[idx] * Y[idx]
    total = 0.0
    for j in range(len(X) - 1, 4, -1):
        total += math.sin(X[j] * mine) * Y[j]
    out[idx] = total


@cases.case("void (int n, double* X, double* out)", 70, 50, *arrays(70, 70))
def begins_later(n, X, out):
    mine = X[idx]
    total = 0.0
    for j in range(3, n):
        total += mine * X[j] * X[j]
    out[idx] = total


@cases.case("void (int n, double* X, double* out)", 70, 0, *arrays(70, 70))
def never_comes(n, X, out):
    mine = X[idx]
    total = 0.0
    for j in range(n):
        total += mine * X[j]
    out[idx] = total


@cases.case("void (double* X, double* Y, double* out, double* last)", 70, *arrays(*[70] * 4))
def uses_the_state(X, Y, out, last):
    mine = X[idx]
    state = 0.5
    total = 0.0
    for j in range(len(X)):
        state = 0.5 * state + X[j] * mine
        total += state * Y[j]
    out[idx] = total
    last[idx] = state


@cases.case("void (double c, double* X, double* Y, double* out)", 70, 0.7, *arrays(*[70] * 3))
def sums_of_numbers_too(c, X, Y, out):
    mine = X[idx]
    total = 0.0
    for j in range(len(X)):
        total += math.exp(-c * (X[j] - mine) * (X[j] - mine)) * Y[j]
    out[idx] = total


@cases.case("void (double[,] P, double* m, double* out)", 70, *arrays((70, 3), 70, 70))
def rows_and_masses(P, m, out):
    total = 0.0
    for j in range(len(m)):
        d = 0.01
        for k in range(3):
            d += (P[j, k] - P[idx, k]) * (P[j, k] - P[idx, k])
        total += m[j] / math.sqrt(d)
    out[idx] = total


@cases.case("void (double[,] P, double* m, double* out)", 70, *arrays((70, 3), 70, 70))
def named_columns(P, m, out):
    x = P[idx, 0]
    z = P[idx, 2]
    total = 0.0
    for j in range(len(m)):
        total += m[j] * ((P[j, 0] - x) * (P[j, 0] - x) + (P[j, 2] - z) * (P[j, 1] - z))
    out[idx] = total


@cases.case("void (double* X, double* Y, double* out)", 70, *arrays(70, 70, 70))
def only_some(X, Y, out):
    if idx < len(out):
        mine = X[idx]
        total = 0.0
        for j in range(len(X)):
            if j > idx:
                total += X[j] * mine * Y[j]
        out[idx] = total - mine


@pytest.mark.parametrize("name", cases)
def test_derivative(name: str) -> None:
    call, threads, arguments = cases[name]
    pulls_back(call, threads, arguments)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("threads", [1, 2, 70])
def test_sizes(size: int, threads: int) -> None:
    call, _, _ = cases["bodies"]
    pulls_back(call, min(size, threads), arrays(*[size] * 5))


@pytest.mark.parametrize("lengths", [(70, 12, 30), (12, 70, 9)])
def test_bars_of_other_lengths(lengths: tuple[int, int, int]) -> None:
    @cp.kernel("void (int n, double* X, double* Y, double* Z, double* out)")
    def mixed(n, X, Y, Z, out):
        total = 0.0
        for j in range(n):
            total += X[j] * Y[j] * Z[j] * out[idx]
        out[idx] = total

    X, Y, Z = arrays(*lengths)
    pulls_back(mixed, 40, [min(lengths), X, Y, Z, *arrays(40)])


def test_positions_that_no_thread_comes_to() -> None:
    """Of a matrix with two columns, column 2 is that of the next row, or outside."""

    @cp.kernel("void (double[,] A, double* X, double* out)")
    def third(A, X, out):
        total = 0.0
        for j in range(A.shape[0]):
            total += A[j, 0] * X[idx]
            if A.shape[1] > 2:
                total += A[j, 2] * X[idx]
        if len(X) > 100:
            total += X[100]
        out[idx] = total

    for columns in (1, 2, 3):
        pulls_back(third, 40, [*arrays((60, columns), 40, 40)])


def emitted(call: Any) -> str:
    return re.sub(r"\n\n+", "\n", call.vjp.cuda_source)


def test_emitted() -> None:
    source = emitted(cases["bodies"][0])
    names = set(re.findall(r"bodies_vjp\w*(?=\()", source))
    assert {name for name in names if "thread" not in name and "strip" not in name} >= {
        "bodies_vjp",
        "bodies_vjp_x_bar",
    }
    assert not any("y_bar" in name or "m_bar" in name for name in names), names
    leader = source[source.index("void bodies_vjp(") :]
    assert "for (int" not in leader[: leader.index("\n}")]


def test_gradient_of_energy() -> None:
    """The forces of a potential are its gradient, whatever the parts of the elements are."""
    n = 300
    x, y, m = (np.random.default_rng(5).normal(size=n) for _ in range(3))

    @cp.kernel("void (double* x, double* y, double* m, double* energy)")
    def potential(x, y, m, energy):
        px = x[idx]
        py = y[idx]
        total = 0.0
        for j in range(len(x)):
            dx = x[j] - px
            dy = y[j] - py
            total += m[idx] * m[j] / math.sqrt(dx * dx + dy * dy + 0.01)
        energy[idx] = total

    bars = [np.zeros(n), np.zeros(n), np.zeros(n), np.ones(n)]
    potential.vjp(n)(x, y, m, np.zeros(n), *bars)
    dx, dy = x[None] - x[:, None], y[None] - y[:, None]
    cubed = (dx * dx + dy * dy + 0.01) ** -1.5
    np.testing.assert_allclose(bars[0], 2 * m * (m * dx * cubed).sum(1), rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(bars[1], 2 * m * (m * dy * cubed).sum(1), rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(bars[2], 2 * (m * cubed ** (1 / 3)).sum(1), rtol=1e-10, atol=1e-10)
