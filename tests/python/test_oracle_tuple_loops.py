"""Loops over tuples of the kernel's values, and vectors taken apart, through the oracle."""

import numpy as np

from cudapy import float2, int3, shared, syncthreads
from oracle import Batch

N = 70


# pair : (float, float) (float x)
def pair(x):
    return x, 2 * x


# count : float (int* C, int i)
def count(C, i):
    C[2 * i] += 1
    return C[2 * i]


# plain : void (float* X, double* D, int* A)
def plain(X, D, A):
    x, y = X[idx], X[N // 2 + idx]
    total = 0.0
    for d in (x, y):
        total += d
    for d in (x, 1, 0.25):
        if d < 0:
            continue
        total += 2 * d
    wide = 0.0
    for e in (0.1, D[idx], 3):
        wide += e * e
    n = 0
    for b in (x > 0, A[idx] > 2, True):
        n += b
    A[idx] = n
    D[idx] = wide
    X[idx] = total


# flow : void (float* X, int* A, int* R)
def flow(X, A, R):
    for i, x in enumerate((X[idx], A[idx], 1.5)):
        if x > 1:
            R[idx] = i
            break
    else:
        R[idx] = -1
    for i, m in enumerate((A[idx], idx), 5):
        R[idx] += i * m
    k = 0
    while k < A[idx] % 4:
        for m in (k, A[idx]):
            if m == 2:
                break
            R[idx] += 100 * m
        k += 1
    for a in (A[idx], R[idx]):
        for b in (a, 1):
            R[idx] += a - b


# apart : void (float* X, float* Y, float2* V, int3* W)
def apart(X, Y, V, W):
    t = (X[idx], 1)
    for a, b in (pair(X[idx]), t, (Y[idx], X[idx]), V[idx]):
        Y[idx] = 2 * Y[idx] + a - b
    for part in t:
        X[idx] += part
    for (a, b), i in ((t, 1), (pair(Y[idx]), idx)):
        X[idx] += (a + b) * i
    x, y = V[idx]
    i, j, k = W[idx]
    for c in V[idx]:
        x += c
    for v in (V[idx], float2(x, y)):
        Y[idx] += v.x - 3 * v.y
    (p, q), r = V[idx], k
    V[idx] = float2(y + p, x - q)
    W[idx] = int3(j, i, r)
    for u, w in zip((1, X[idx], 3), (Y[idx], 2)):
        Y[idx] += u * w


# order : void (int* C, float* R)
def order(C, R):
    """The values are all made before the loop, from left to right."""
    at = idx
    for x in (count(C, idx), count(C, idx) * 10, C[2 * idx] + at * 0):
        at = 0
        C[2 * idx] = 7
        R[idx] = 3 * R[idx] + x
    for a, b in ((count(C, idx), count(C, idx)), (count(C, idx), C[2 * idx])):
        R[idx] = 2 * R[idx] + a - 5 * b


# blocks : void (float* X, int* A)
def blocks(X, A):
    cache = shared(float, 64)
    t = threadIdx.x
    own = X[idx] if idx < len(X) else 0.0
    for x in (own, 2 * own, t):
        cache[t] = x
        syncthreads()
        own += cache[63 - t]
        syncthreads()
    if idx < len(X):
        X[idx] = own
        for i, d in enumerate((own, t)):
            A[idx] += int(d) * i


# halves : void (half* H, float* X)
def halves(H, X):
    """Literals in tuples have no say, as by themselves."""
    t = (0, 0.0)
    u = (0.1, 1)
    for h in (H[idx], 0.3, H[0]):
        t = (t[0] + 1, h)
        u = (h, t[0])
    x = t[1] + u[0]
    X[idx] = x + t[1] / 3


# literals : void (double* D, int64* W, int n)
def literals(D, W, n):
    t = (0, 0.0)
    s = ((0.1, 1), 2)
    for i in range(n):
        t = (W[idx] + t[0], D[idx] + t[1])
        s = ((D[idx], 1), W[idx])
    W[idx] = t[0] + s[1]
    D[idx] = t[1] + s[0][0]


batch = Batch(plain, flow, apart, order, blocks, halves, literals, pair, count)
random = np.random.default_rng(11)


def floats(n=N):
    return (random.random(n, dtype=np.float32) * 6 - 3).astype(np.float32)


def ints(n=N, low=-5, high=9):
    return random.integers(low, high, n, dtype=np.int32)


def test_values():
    batch.check(plain, N // 2, floats(), random.random(N), ints())


def test_break_continue_and_else():
    batch.check(flow, N, floats(), ints(), ints())


def test_taken_apart():
    batch.check(
        apart, N, floats(), floats(), random.random((N, 2), np.float32), ints(3 * N).reshape(N, 3), ulps=64
    )


def test_order():
    batch.check(order, N, ints(2 * N), np.zeros(N, np.float32))


def test_barriers():
    batch.check(blocks, N, floats(), ints(), block=64)


def test_small_floats():
    batch.check(halves, N, random.random(N).astype(np.float16), np.zeros(N, np.float32))


def test_literals():
    for n in 0, 3:
        batch.check(literals, N, random.random(N), random.integers(0, 2**40, N), n)
