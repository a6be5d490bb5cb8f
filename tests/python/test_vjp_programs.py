"""Kernel.vjp against Kernel.jvp: <u, J v> is <J^T u, v>, for loops."""

from __future__ import annotations

import math

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx, idy
from inner_products import Cases, doubles, pulls_back

KERNELS = Cases()
case = KERNELS.case


# Loops.


@case("void (double* X, double* Y)", 8, doubles(8), doubles(8))
def newton(X, Y):
    x = X[idx]
    for _ in range(20):
        x -= (x * x - X[idx]) / (2 * x)
    Y[idx] = x


@case("void (double* X, double* W, double* Y)", 3, doubles(7), doubles(7), doubles(3))
def weighted_mean(X, W, Y):
    total, weight = 0.0, 0.0
    for k in range(len(X)):
        total += W[k] * X[k]
        weight += W[k]
    Y[idx] = total / weight


@case("void (double* X, double* Y)", 8, doubles(8), doubles(8))
def marcher(X, Y):
    t = X[idx]
    for _ in range(50):
        d = math.sin(t) + 1.0
        if d < 0.01:
            break
        t += d * 0.5
    Y[idx] = t


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def steps(X, Y):
    x = X[idx]
    for i in range(10, -7, -3):
        x = math.sin(x) * (i + 1)
        for j in range(7, 1, -2):
            if j % 2 == 0:
                continue
            x = x * 0.7 + math.cos(x) * j
            Y[idx] += x * j
    for i in range(5, 2):
        x = x * x
    for i in range(1):
        x = math.exp(-x * x)
    Y[idx] += x * i


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def changed_index(X, Y):
    x = X[idx]
    n = 4
    i = 0
    for i in range(4):
        n = n - 1
        i = i * 2 + n
        x = x * x / (i + 1.5)
    Y[idx] = x + n * X[i % 6]


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def nested(X, Y):
    x, y = X[idx], Y[idx]
    for i in range(4):
        z = x
        for j in range(3):
            z = math.sin(z) * y + x
            for k in range(2):
                y = y * 0.9 + z * 0.1 * k
            if z > 1.2:
                continue
            x = x + z * z * 0.1
        y = y * z
    Y[idx] = x * y


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def flow(X, Y):
    total = 0.0
    for k in range(8):
        if X[idx] * k > 9.0:
            break
        if k % 3 == 1:
            if X[idx] > 1.5:
                continue
            total = total * 1.5
        total += math.sqrt(X[idx] + total * k)
        if total > 20:
            return
    else:
        total *= 1.25
    Y[idx] = total * Y[idx]


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def own_element_in_a_loop(X, Y):
    for k in range(5):
        Y[idx] = Y[idx] * X[k] + math.sin(Y[idx])
        if k % 2 == 0:
            Y[idx] *= 1.1


@case("void (double* X)", 1, doubles(6))
def recurrence(X):
    for i in range(1, 6):
        X[i] = X[i] * X[i - 1]


@case("void (double* X, double* Y)", 1, doubles(6), doubles(6))
def prefix_sum(X, Y):
    for i in range(1, len(X)):
        X[i] += X[i - 1]
        Y[i] = 2 * Y[i - 1] + X[i]


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def local_arrays(X, Y):
    A = cp.local(cp.double, 4)
    B = cp.local(cp.double, (2, 2), 1.0)
    for i in range(4):
        A[i] = X[idx] * (i + 1)
    B[1, 0] += A[2] * A[3]
    for i in range(3):
        A[i] = A[i + 1] * B[1, 0] * A[i]
        B[i % 2, 1] = A[i] * A[i]
    Y[idx] = A[0] + B[1, 1] * B[0, 0] * A[1]


@case("void (double* X, double* Y)", 3, doubles(3), doubles(3))
def pendulum(X, Y):
    q, p = X[idx], Y[idx]
    h = 0.01
    for _ in range(100):
        k1, l1 = p, -math.sin(q)
        k2, l2 = p + h / 2 * l1, -math.sin(q + h / 2 * k1)
        k3, l3 = p + h / 2 * l2, -math.sin(q + h / 2 * k2)
        k4, l4 = p + h * l3, -math.sin(q + h * k3)
        q += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        p += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
    X[idx] = q
    Y[idx] = p


@case(
    "void (double* S, double* K, double* T, double* C, double r, double v)",
    6,
    doubles(6),
    doubles(6),
    doubles(6),
    doubles(6),
    0.03,
    0.3,
)
def black_scholes(S, K, T, C, r, v):
    if idx >= len(S):
        return
    root = v * math.sqrt(T[idx])
    d1 = (math.log(S[idx] / K[idx]) + (r + 0.5 * v * v) * T[idx]) / root
    d2 = d1 - root
    C[idx] = S[idx] * math.normcdf(d1) - K[idx] * math.exp(-r * T[idx]) * math.normcdf(d2)


@case("void (double* X, double* F, double eps)", 5, doubles(15), doubles(15), 0.1)
def bodies(X, F, eps):
    fx, fy, fz = 0.0, 0.0, 0.0
    x, y, z = X[3 * idx], X[3 * idx + 1], X[3 * idx + 2]
    for j in range(len(X) // 3):
        dx, dy, dz = X[3 * j] - x, X[3 * j + 1] - y, X[3 * j + 2] - z
        r = dx * dx + dy * dy + dz * dz + eps
        w = 1.0 / (r * math.sqrt(r))
        fx += w * dx
        fy += w * dy
        fz += w * dz
    F[3 * idx] = fx
    F[3 * idx + 1] = fy
    F[3 * idx + 2] = fz


@case("void (double[,] P, double[,] C, double* D)", 5, doubles(5, 3), doubles(4, 3), doubles(5))
def nearest(P, C, D):
    best = math.inf
    for c in range(4):
        d = 0.0
        for k in range(C.shape[1]):
            d += (P[idx, k] - C[c, k]) ** 2
        if d < best:
            best = d
    D[idx] = best


@case(
    "void (int* begins, int* columns, double* values, double* X, double* Y)",
    3,
    np.array([0, 2, 2, 5], np.int32),
    np.array([0, 2, 1, 2, 0], np.int32),
    doubles(5),
    doubles(3),
    doubles(3),
)
def sparse_product(begins, columns, values, X, Y):
    total = 0.0
    for k in range(begins[idx], begins[idx + 1]):
        total += values[k] * X[columns[k]]
    Y[idx] = total


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def linear_while(X, Y):
    total = 0.0
    i = 0
    while i < len(X):
        total += X[i] * i
        i += 2
    n = 3
    while n:
        total -= X[n] * Y[idx]
        n -= 1
    Y[idx] = total


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def for_each(X, Y):
    for x in X:
        Y[idx] += x * x
    for i, (x, y) in enumerate(zip(X, X)):
        Y[idx] += i * x / y


@case("void (double* X, int* N)", 1, doubles(6), np.array([3, 0, 1, 2, 5, 4], np.int32))
def chained_index(X, N):
    i = 0
    for _ in range(5):
        i = N[i]
        X[i] = X[i] * X[0] * X[5]


# Loops that need a tape.


@case("void (double* X, double* Y)", 5, doubles(5), doubles(5))
def product_of_all(X, Y):
    x = 1.0
    for k in range(len(X)):
        x = x * X[k]
    Y[idx] = x


@case("void (double* X, double* Y)", 5, doubles(5), doubles(5))
def until_small(X, Y):
    x = X[idx] + 3
    n = 0
    while x > 0.1 and n < 50:
        x = x * 0.5 + math.sin(x) * 0.1
        n = n + 1
    Y[idx] = x * n


@case("void (double* X, double* Y, int n)", 5, doubles(5), doubles(5), 7)
def nested_tapes(X, Y, n):
    x, y = X[idx], 1.0
    for i in range(n):
        z = x
        for j in range(i, -2, -2):
            z = math.sin(z) * y + x
            k = n
            while k > j and z > 0.1:
                y = y * 0.9 + z * 0.1
                k -= 2
                if y > 3:
                    break
            if z > 1.2:
                continue
            x = x + z * z * 0.1
        if i > 2:
            for j in range(i):
                y = y * math.cos(y)
        y = math.cos(y * z)
    for i in range(n // 2):
        y = math.sin(y * y * 0.8)
    Y[idx] = x * y


@case("void (float* X, double* Y, int64 n)", 5, doubles(5).astype(np.float32), doubles(5), 6)
def other_words(X, Y, n):
    x = X[idx]
    y = Y[idx]
    flips = False
    m = n
    for i in range(n):
        if flips:
            x = x * x
        else:
            y = y * cp.double(x) + m
        flips = i % 3 == 1
        m = m // 2 - 1
    Y[idx] = y


@case("void (double[,] X, double[,] Y, int n)", (4, 3), doubles(3, 4), doubles(3, 4), 9)
def in_a_plane(X, Y, n):
    x = X[idy, idx]
    for k in range(n):
        if k % 4 == 2:
            continue
        x = math.sin(x) + x * x * 0.1
    Y[idy, idx] = x * Y[idy, idx]


@case("void (double* X, double* Y, int n)", 3, doubles(3), doubles(3), 6)
def array_on_tape(X, Y, n):
    A = cp.local(cp.double, 3, 1.0)
    for k in range(n):
        A[k % 3] = A[(k + 1) % 3] * A[k % 3] * X[idx] * 0.7 + 0.2
    Y[idx] = A[0] + A[1] * A[2]


@case("void (double* X, double* Y, int n)", 3, doubles(3), doubles(3), 1000)
def long_pendulum(X, Y, n):
    q, p = X[idx], Y[idx]
    for _ in range(n):
        k = p - 0.005 * math.sin(q)
        q += 0.01 * k
        p -= 0.01 * math.sin(q)
    X[idx] = q
    Y[idx] = p


@pytest.mark.parametrize("name", KERNELS)
def test_inner_products(name: str) -> None:
    pulls_back(*KERNELS[name])
