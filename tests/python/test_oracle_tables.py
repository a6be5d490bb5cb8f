"""Captured tuples whose elements are chosen when the kernel runs, and constants of classes."""

import enum

import numpy as np

from oracle import check

WEIGHTS = (0.1, 0.5, 0.3)
OFFSETS = ((0, 1), (1, 0), (-1, 0), (0, -1))
MATRIX = ((1, 2, 3), (4, 5, 6))
BIG = (1, 2**40)
FLAGS = (True, False)
TYPED = (np.float64(0.1), np.float64(0.2))


class Color(enum.IntEnum):
    RED = 3
    BLUE = 4


class Config:
    STEPS = 8


# floats : void (float* X, double* Z, int* I)
def floats(X, Z, I):
    total = 0.0
    exact = Z[idx]
    for k in range(len(WEIGHTS)):
        total += WEIGHTS[k] * X[idx]
        exact += WEIGHTS[k] * Z[idx]
    X[idx] = total
    Z[idx] = exact + TYPED[I[idx] % 2] + WEIGHTS[I[idx]]


# integers : void (int* R, int64* L, int* I)
def integers(R, L, I):
    i = I[idx]
    R[idx] = MATRIX[i % 2][i] + MATRIX[1][i] + MATRIX[i % 2][-1] + MATRIX[0][1]
    L[idx] = BIG[i % 2]
    if FLAGS[i % 2]:
        R[idx] += 100


# loops : void (int* R, float* X)
def loops(R, X):
    count = 0
    for dx, dy in OFFSETS:
        count += dx * 3 + dy * idx
    for n, (dx, dy) in enumerate(OFFSETS, 2):
        count += n * dx - dy
    for step in (1, 2, 5):
        count += step
    else:
        count += 1000
    for w, x in zip(WEIGHTS, X):
        count += int(w * x * 10)
    R[idx] = count


# unpacking : void (int* R, int a, int b)
def unpacking(R, a, b):
    (p, q), r = (b, a), a + b
    p, (q, r) = q, (r, p)
    ((s, t), (u, v), (w, x), (y, z)) = OFFSETS
    R[idx] = p + 10 * q + 100 * r + s + t + u + v + w + x + y + z


# classes : void (int* R)
def classes(R):
    R[idx] = Color.RED.value * 10 + Color.BLUE + Config.STEPS


I = np.array([0, 1, 2] * 40, dtype=np.int32)


def test_floats_take_the_precision_of_what_they_meet():
    check(floats, 120, np.linspace(-3, 3, 120, dtype=np.float32), np.linspace(-3, 3, 120), I)


def test_integers():
    check(integers, 120, np.zeros(120, np.int32), np.zeros(120, np.int64), I)


def test_loops():
    for length in (0, 2, 3, 50):
        check(loops, 50, np.zeros(50, np.int32), np.arange(length, dtype=np.float32))


def test_nested_unpacking():
    check(unpacking, 5, np.zeros(5, np.int32), 3, 4)


def test_constants_of_classes():
    check(classes, 5, np.zeros(5, np.int32))


# literals : void (double* D, bool* B)
def literals(D, B):
    D[0] = max(0.1, 0.2) * D[5]
    D[1] = abs(-0.1) * D[5]
    D[2] = (B[0] and 0.1 or 0.2) * D[5]
    D[3] = (B[1] and 0.1 or 0.2) * D[5]
    D[4] = D[5] + (0.1 or 0.2)
    D[6] = min(0.1, 2) + D[5]


def test_floating_literals_in_functions_and_operators():
    check(literals, 1, np.linspace(1, 2, 7), np.array([True, False]))
