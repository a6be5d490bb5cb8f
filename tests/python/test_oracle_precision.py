"""Floats without a width: section 4 of the language. Integers that are made of them show a single last
bit."""

import math

import numpy as np
import pytest

import cudapy as cp
from cudapy import *
from oracle import Batch

THIRD, TABLE, SOME = 1.0 / 3.0, (0.1, 0.2, 0.7), 0.1 + 0.2j


# doubles : void (double* X, double* Y, int n)
def doubles(X, Y, n):
    h = 1.0 / n
    dt = 0.1
    angle = -2 * math.pi * idx / n
    Y[idx] = math.cos(angle) + h * X[idx] + math.sqrt(n) + dt
    Y[idx] += idx / n + THIRD * n + TABLE[idx % 3] + math.sqrt(2.0)
    for w in (0.1, 0.2):
        Y[idx] += w
    Y[idx] += half_of(n) + half_of(0.1) + max(0.1, n / 7) + (0.1 if idx > 2 else 0.3)
    Y[idx] += float(n) / 3 + abs(-0.1) + n**0.5 + 2**-3 + (idx or 0.7) / 3 + math.hypot(n, 0.1)


# half_of : double (double x)
def half_of(x):
    return x * 0.5


# floats : void (float* X, float* Y, int n)
def floats(X, Y, n):
    h = 1.0 / n
    Y[idx] = h * X[idx] + math.sqrt(n) + idx / n + n**0.5 + float(n) / 3


# integers : void (int* I, int64* L, int n)
def integers(I, L, n):
    h = 1.0 / n
    I[idx] = int(h * idx * 10000000.0) + int(math.sqrt(idx * 1000003) * 1000.0) + int(0.1 * n * 1000000)
    L[idx] = int64(math.pi * 1000000000000.0) + math.floor(n * 0.1) + round(2.5 * idx)
    I[idx] += idx / n < 0.3


# mixed : void (float* F, double* D, int n)
def mixed(F, D, n):
    w = 1.0 / n  # of a double
    D[idx] = w * D[idx] + 1.0 / n * D[idx]
    F[idx] = 0.1 * F[idx]
    D[idx] += F[idx]


class Body:
    x: cp.float64
    m: cp.float32


Body = cp.struct(Body)


# fields : void (Body* B, int n)
def fields(B, n):
    B[idx].x += idx / n
    B[idx].m = B[idx].m * 0.1


# wholly : void (complex128* Z, int n)
def wholly(Z, n):
    w = 2j * math.pi / n
    Z[idx] = Z[idx] * w + SOME + complex(idx, 0.1) + complex(0.1 * n, n)


# pairs : void (double* Y, int n)
def pairs(Y, n):
    a, b = 0.1 * n, 1 / 3
    t = (0.1, idx / 7)
    Y[idx] = a + b + t[0] + t[1]
    n, c = 3, 1.0 / n
    Y[idx] += c + divmod(n * 0.7, 0.3)[1] + round(0.123456789 * n, 4)
    a = b = 0.1 + n
    Y[idx] += a * b


# locals_ : void (double* Y, int n)
def locals_(Y, n):
    T = local(double, 3)
    T[0] = 0.1
    T[1] = n / 7
    T[2] = T[1] * 0.1 + idx / 3
    Y[idx] = T[0] + T[1] + T[2]


# vectors : void (double2* V, double* Y, int n)
def vectors(V, Y, n):
    V[idx] = V[idx] * (1.0 / n) + double2(0.1, idx / 3)
    Y[idx] = n / 3


BATCH = Batch(doubles, half_of, floats, integers, mixed, fields, wholly, pairs, locals_, vectors)
DOUBLES = np.linspace(-1, 1, 12)


@pytest.mark.parametrize("kernel", [doubles])
def test_a_double_kernel_never_computes_in_single_precision(kernel):
    BATCH.check(kernel, 12, DOUBLES, np.zeros(12), 7)


def test_of_pairs_locals_and_vectors():
    BATCH.check(pairs, 12, np.zeros(12), 7)
    BATCH.check(locals_, 12, np.zeros(12), 7)
    BATCH.check(vectors, 4, np.ones((4, 2)), np.zeros(4), 7)


def test_a_float_kernel_computes_in_single_precision():
    BATCH.check(floats, 12, DOUBLES.astype(np.float32), np.zeros(12, np.float32), 7)
    assert "double" not in cp.compile(floats, target="cpu").cpu_source


def test_a_kernel_of_integers_computes_as_python_does():
    BATCH.check(integers, 40, np.zeros(40, np.int32), np.zeros(40, np.int64), 40)


def test_a_kernel_of_both_computes_in_what_is_met():
    BATCH.check(mixed, 12, np.full(12, 0.3, np.float32), DOUBLES.copy(), 7)


def test_of_fields_and_complex_numbers():
    BATCH.check(fields, 5, [Body(0.1, 0.2) for _ in range(5)], 7)
    BATCH.check(wholly, 5, np.full(5, 0.1 + 0.3j), 7)
