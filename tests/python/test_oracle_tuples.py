"""Tuples as values: results, parts, unpacking, in loops and in blocks, through the oracle."""

import math

import numpy as np

import cudapy as cp
from oracle import Batch

N = 70


# minmax : (float, float) (float a, float b)
def minmax(a, b):
    if a < b:
        return a, b
    return b, a


# results : void (float* X, float* Y, float* R)
def results(X, Y, R):
    lo, hi = minmax(X[idx], Y[idx])
    pair = minmax(hi, 0)
    R[idx * 3] = hi - lo
    R[idx * 3 + 1] = pair[0] + 2 * pair[-1] + len(pair)
    R[idx * 3 + 2] = minmax(lo, 1)[1] + minmax(lo, 1.5)[0]
    X[idx], Y[idx] = minmax(X[idx], Y[idx])


# divide : (int, (int, bool)) (int a, int b)
def divide(a, b):
    return a // b, (a % b, a % b == 0)


# nested : void (int* A, int* R)
def nested(A, R):
    quotient, (remainder, exact) = divide(A[idx], 7)
    again, rest = divide(quotient, 3)
    (a, b), c = rest, again
    R[idx] = remainder + 10 * a if exact and b else c


# swap : (float, int) ((int, float) pair)
def swap(pair):
    return pair[1], pair[0]


# variables : void (float* X, int* A, double* D)
def variables(X, A, D):
    t = (A[idx], 0) if X[idx] > 0 else (1, X[idx])
    for i in range(3):
        x, n = swap(t)
        if x > 0.5:
            t = n + i, x / 2
        t = t[0], t[1] - 1
    s = u = t
    A[idx], X[idx] = s
    D[idx] = u[1] + t[0]


# counted : (int, int) (int* A, int i)
def counted(A, i):
    A[i] += 1
    return A[i], A[0]


# order : void (int* A)
def order(A):
    a, (b, c), d = A[2], counted(A, 2), A[2]
    A[3] = a * 1000 + b * 100 + c * 10 + d
    A[4] = counted(A, 4)[0] + counted(A, 4)[0]


# gcd : (int, int) (int a, int b)
def gcd(a, b):
    if b == 0:
        return a, 0
    g, n = gcd(b, a % b)
    return g, n + 1


# recursive : void (int* A, int* B)
def recursive(A, B):
    A[idx], B[idx] = gcd(A[idx], B[idx])


# extent : (float, float) (float* X)
def extent(X):
    lo = hi = X[0]
    for x in X:
        lo, hi = minmax(lo, x)[0], minmax(hi, x)[1]
    return lo, hi


# normalised : void (float* X, float* Y)
def normalised(X, Y):
    lo, hi = extent(X)
    Y[idx] = (X[idx] - lo) / (hi - lo)


# rotated : void (float* X, int* A)
def rotated(X, A):
    t = (X[idx], 1.0, 2.0)
    n = 0
    while t[0] < 100 and n < 40:
        t = t[1] + t[2], t[0], t[1]
        n += 1
        if n > A[idx]:
            break
    X[idx] = t[0]
    A[idx] = n


# square : (float, float) (float re, float im)
def square(re, im):
    return re * re - im * im, 2 * re * im


# orbit : void (float* X, float* Y, int* A)
def orbit(X, Y, A):
    x, y = 0.0, 0.0
    n = 0
    while n < 60 and x * x + y * y < 4:
        x, y = square(x, y)
        x += X[idx]
        y += Y[idx]
        n += 1
    A[idx] = n


# totals : (float, float) (float* cache, int t)
def totals(cache, t):
    stride = 32
    while stride > 0:
        if t < stride:
            cache[t] += cache[t + stride]
        cp.syncthreads()
        stride //= 2
    return cache[0], cache[0] / 64


# centred : void (float* X)
def centred(X):
    cache = cp.shared(float, 64)
    t = threadIdx.x
    cache[t] = X[idx] if idx < len(X) else 0.0
    own = (cache[t], t)
    cp.syncthreads()
    total, mean = totals(cache, t)
    if idx < len(X):
        X[idx] = own[0] - mean + own[1] * total


def polar(x: cp.float64, y: cp.float64) -> tuple[cp.float64, cp.int32]:
    return x * x + y * y, int(x)


# annotated : void (double* D, int* A)
def annotated(D, A):
    D[idx], A[idx] = polar(D[idx], 2)


# take : (int, int) (int* A, int i)
def take(A, i):
    """Each call counts."""
    A[2 * i] += 1
    return A[2 * i] % 3, A[2 * i + 1]


# compared : void (int* A, float* X, double* D, int* C, int* R)
def compared(A, X, D, C, R):
    a = A[idx] % 3
    b = A[idx] // 3 % 3
    pair = (a, X[idx])
    other = (b, D[idx])
    r = 0
    r += 1 if pair == other else 0
    r += 2 if pair != other else 0
    r += 4 if pair < other else 0
    r += 8 if pair <= other else 0
    r += 16 if pair > other else 0
    r += 32 if pair >= other else 0
    r += 64 if (a, (b, 1), X[idx]) < (1, (b, 0.5), 2) or (a, b) == (1, 2) else 0
    r += 128 if (a, b) <= (b, a) and not (a, b, a > 1) >= (b, a, True) else 0
    r += 256 if (a, b) < (a, b, 1) and (a, b, 0) > (a, b) else 0
    r += 512 if (a, b) == (a, b, 0) else 0
    r += 1024 if (a, b) != (a, b, 0) else 0
    r += 2048 if take(C, idx) < take(C, idx) else 0
    r += 4096 if (a, take(C, idx)) >= (1, (2, 5)) else 0
    r += 16384 if (0, 0) <= (a, b) < (1, 2) <= other else 0
    r += 32768 if (0, -2) < pair <= other != (1, 1) else 0
    r += 65536 if take(C, idx) < take(C, idx) <= take(C, idx) else 0
    r += 131072 if (1, X[idx]) < (a, D[idx]) or (1, X[idx] + 1) >= (1, D[idx]) else 0
    while take(C, idx) != (1, idx % 4):
        r += 8192
    R[idx] = r


batch = Batch(
    compared,
    take,
    results,
    nested,
    variables,
    order,
    recursive,
    normalised,
    rotated,
    orbit,
    centred,
    annotated,
    minmax,
    divide,
    swap,
    counted,
    gcd,
    extent,
    square,
    totals,
    polar,
)
random = np.random.default_rng(7)


def floats(n=N):
    return (random.random(n, dtype=np.float32) * 6 - 3).astype(np.float32)


def ints(n=N, low=-50, high=50):
    return random.integers(low, high, n, dtype=np.int32)


def test_results():
    batch.check(results, N, floats(), floats(), np.zeros(3 * N, np.float32))


def test_nested():
    batch.check(nested, N, ints(), ints())


def test_variables():
    batch.check(variables, N, floats(), ints(), np.zeros(N))


def test_values_are_made_from_left_to_right():
    batch.check(order, 1, ints(8, 1, 9))


def test_recursion():
    batch.check(recursive, N, ints(N, 1, 500), ints(N, 0, 500))


def test_helper_with_a_loop():
    batch.check(normalised, N, floats(), np.zeros(N, np.float32))


def test_masked_loop():
    batch.check(rotated, N, floats(), ints(N, 0, 60))


def test_loop_over_results():
    batch.check(orbit, N, floats() / 2, floats() / 2, ints())


def test_block():
    batch.check(centred, N, floats(), block=64)


def test_annotations():
    batch.check(annotated, N, random.random(N) * 9, ints())


def test_compared():
    X = (random.integers(-2, 2, N) / 2).astype(np.float32)
    counts = np.zeros(2 * N, np.int32)
    counts[1::2] = np.arange(N) % 4
    batch.check(compared, N, ints(N, 0, 9), X, random.integers(-2, 2, N) / 2, counts, np.zeros(N, np.int32))
    nan = np.full(N, np.nan)
    batch.check(compared, N, ints(N, 0, 9), nan.astype(np.float32), nan, counts, np.zeros(N, np.int32))


PAIR = (3, 0.5)
NESTED = (1, (2, 4.5))
BIG = 2**63


# quotients : void (int* A, float* F, int* I, float* R)
def quotients(A, F, I, R):
    a = A[idx]
    I[idx * 5] = divmod(a, 3)[1]
    t = divmod(a * a + 1, abs(a) + 1)
    I[idx * 5 + 1] = t[0] * 100 + t[1]
    I[idx * 5 + 2] = first_of(divmod(a, 4)) + (divmod(a + 1, 2)[0] if a > 0 else 7)
    R[idx * 2] = divmod(F[idx], 0.75)[1]
    u = divmod(F[idx], F[idx] * F[idx] + 1)
    R[idx * 2 + 1] = u[0] + u[1]
    while divmod(a, 2)[1] == 0 and a != 0:
        a = divmod(a, 2)[0]
    I[idx * 5 + 3] = a
    I[idx * 5 + 4] = int() + int(bool()) + (1 if float() == 0 else 2)


# first_of : int ((int, int) t)
def first_of(t):
    return t[0]


# captured : void (int* A, float* R, uint64* U)
def captured(A, R, U):
    y = PAIR
    a, (b, c) = NESTED
    z = PAIR if A[idx] > 2 else (A[idx], 1.5)
    R[idx * 3] = y[0] + y[1]
    R[idx * 3 + 1] = a + b * c
    R[idx * 3 + 2] = z[0] * z[1]
    U[idx * 4] = 2**64 - 1
    U[idx * 4 + 1] = (1 << 70) >> 8
    U[idx * 4 + 2] = BIG * 4 // 8 + 1
    U[idx * 4 + 3] = -(2**65) // -4


def test_divmod_is_a_tuple():
    a = np.arange(-9, 9, dtype=np.int32)
    n = len(a)
    Batch(quotients, first_of).check(
        quotients, n, a, (a / 3).astype(np.float32), np.zeros(n * 5, np.int32), np.zeros(n * 2, np.float32)
    )


def test_captured_tuples_are_values():
    Batch(captured).check(
        captured, 6, np.arange(6, dtype=np.int32), np.zeros(18, np.float32), np.zeros(24, np.uint64)
    )


# pairs : void (float* F, double* D, float* R, double* S, int* I)
def pairs(F, D, R, S, I):
    x = F[idx]
    R[idx * 6] = math.frexp(x)[0]
    R[idx * 6 + 1] = math.modf(x * 3)[0] + math.modf(-x)[1]
    t = math.modf(x + F[(idx + 1) % len(F)])
    R[idx * 6 + 2] = t[1]
    R[idx * 6 + 3] = t[0]
    R[idx * 6 + 4] = math.remquo(x, 0.75)[0] if math.frexp(x)[1] > -3 else math.modf(x)[0]
    R[idx * 6 + 5] = (x, x * 2)[1]
    S[idx * 2] = math.frexp(D[idx])[0]
    S[idx * 2 + 1] = math.modf(D[idx])[1]
    I[idx * 3] = math.frexp(D[idx])[1]
    I[idx * 3 + 1] = math.frexp(idx)[1] + divmod(idx, 3)[0]
    I[idx * 3 + 2] = math.remquo(x, 0.75)[1]


def test_one_of_two_values():
    n = 40
    x = np.random.default_rng(5).normal(size=n) * 4
    x[:4] = 0, 1, -2, 0.5
    Batch(pairs).check(
        pairs,
        n,
        x.astype(np.float32),
        x,
        np.zeros(n * 6, np.float32),
        np.zeros(n * 2),
        np.zeros(n * 3, np.int32),
    )
