"""Kernel.jvp of operators, functions and statements in their rarer forms, against differences."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx
from test_jvp import doubles, tangents


@cp.kernel("void (double* X, double* Y, int n)")
def powers(X, Y, n):
    x = X[idx]
    Y[idx] = x**n + pow(x, 2) + x**-1 + x**0.5 + 2.0**x + pow(x, n) + math.pow(x, 3)


@cp.kernel("void (double* X, double* Y)")
def rests(X, Y):
    x = X[idx]
    q, r = divmod(x, 0.3)
    Y[idx] = x % -0.37 + r * x + q + round(x, 1) * x + math.remainder(x, 0.7) + math.fmod(x, -0.45) + 5.5 % x


@cp.kernel("void (double* X, double* Y)")
def loops(X, Y):
    t = 1.0
    for a in (X[0], X[1], 2.0):
        t *= a
    for k in range(3, 0, -1):
        t += X[k] * k
        if t > 100:
            break
    else:
        t -= X[2]
    s = 0.0
    m = 0.0
    for k in range(3):
        s += X[k] * X[k]
        m = max(m, X[k] * t)
    l = min(X[0], X[1], X[2])
    i = 0
    while i < 3:
        i += 1
        if i == 2:
            continue
        t = t * X[i] + s
    else:
        t += m
    X[0], X[1] = X[1], X[0]
    y = 1.0
    X[2] += (X[0] * t) ** 2 + y
    Y[idx] = t + s * m + l + X[-1] + (X[0] if t > 0 else X[1] if s > 0 else X[2])


@cp.kernel("void (double* X, double* Y)")
def parts(X, Y):
    A = X[1:]
    B = X[::2]
    Y[idx] = A[0] * B[1] + A[-1]
    C = cp.local(cp.double, (2, 3), 0.0)
    for i in range(2):
        row = C[i]
        for j in range(3):
            row[j] = X[i + j] * X[j]
    C[1, 2] *= C[0, 1]
    Y[idx] += C[1, 2] + C[0, -1] / C[1, 0]
    D = Y[idx:]
    D[0] = D[0] * X[0]


@cp.kernel("void (double4* V, double* Y)")
def vec(V, Y):
    v = V[idx]
    v = cp.double4(v.x + v.y * v.z, v.y, v.z, v.x * v.w)
    w = cp.double4(v.x, 2.0 * v.x, v.z, v.w * v.y)
    V[idx] = w * 0.5 - v
    Y[idx] = w.y * v.x + V[idx].z
    u = V[idx]
    V[idx] = cp.double4(Y[idx] * u.y, u.y, u.x * u.z, u.w)


def inner(A: "double*", n: "int") -> "double":
    t = 0.0
    for k in range(n):
        A[k] *= A[k]
        t += A[k]
    return t


def outer(A: "double*", x: "double") -> "double":
    A[0] += x
    return inner(A, 2) * inner(A[1:], 2) + x


@cp.kernel("void (double* X, double* Y)")
def nested(X, Y):
    L = cp.local(cp.double, 4, 0.5)
    L[1] = X[idx]
    Y[idx] = outer(L, Y[idx]) + L[2] * L[0]
    Y[idx] -= inner(L, 3) - inner(L, 1)


@cp.kernel("void (double* X, double* Y, bool flag)")
def conds(X, Y, flag):
    x, y = X[idx], Y[idx]
    z = x if flag and x > 1 else y
    if not flag or (x > y and y > 0.7):
        z *= x
    elif x < 0.8:
        z = z / y
    z += (x and y) + (0.0 or x) + (x > 1) * y + (not flag) * x
    Y[idx] = abs(-z) * (1 if z > 0 else -1) + float(int(z)) * x + bool(z) * y
    Y[idx] += math.copysign(x, -y) + math.fabs(x - 1) + math.hypot(x, y, z)


@cp.kernel("void (double* X, double* Y)")
def special(X, Y):
    x = X[idx]
    f, w = math.modf(x * 3)
    Y[idx] = f * x + w + math.frexp(x)[0] + math.ldexp(x, 3) + math.log(x, 3.0) + math.log(8.0, x + 2)


@pytest.mark.parametrize(
    ("call", "n", "args"),
    [
        (powers, 5, [doubles(5), doubles(5), 3]),
        (powers, 5, [doubles(5), doubles(5), 0]),
        (powers, 5, [doubles(5), doubles(5), -2]),
        (rests, 5, [doubles(5), doubles(5)]),
        (loops, 1, [doubles(5), doubles(1)]),
        (parts, 1, [doubles(6), doubles(2)]),
        (nested, 4, [doubles(4), doubles(4)]),
        (conds, 6, [doubles(6), doubles(6), True]),
        (conds, 6, [doubles(6), doubles(6), False]),
    ],
    ids=lambda v: getattr(v, "__name__", None),
)
def test_against_differences(call: Any, n: int, args: list[Any]) -> None:
    tangents(call, n, args)


def test_special() -> None:
    tangents(special, 4, [doubles(4), doubles(4)])


def test_vectors() -> None:
    V, Vd, Y, Yd = doubles(3, 4), doubles(3, 4), doubles(3), doubles(3)

    def left(h: float) -> tuple[Any, Any]:
        v, y = (V + h * Vd).copy(), Y + h * Yd
        vec(3)(v, y)
        return v, y

    a, b = left(1e-6), left(-1e-6)
    v, y, vd, yd = V.copy(), Y.copy(), Vd.copy(), Yd.copy()
    vec.jvp(3)(v, y, vd, yd)
    np.testing.assert_allclose(vd, (a[0] - b[0]) / 2e-6, rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(yd, (a[1] - b[1]) / 2e-6, rtol=1e-6, atol=1e-7)
