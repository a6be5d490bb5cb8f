"""Loops and ends of threads, of which a report of coverage must tell what CPython's tracer does."""

# fmt: off
# ruff: noqa: E701, E702, E731, F842
import cudapy as cp
from cudapy import idx

TABLE = (1, 2, 3)
DEBUG = False
N = 3
FIRST = ((1, 2), (3, 4))


# loops : void (int* X, int* Y, int[,] A)
def loops(X, Y, A):
    s = 0
    for i, x in enumerate(X):
        if x == 3:
            s += i
    for x, y in zip(X, Y):
        s += x * y
    for t in TABLE:
        if t == 2:
            continue
        s += t
    for a, b in FIRST:
        s += a + b
        if s > 100000:
            break
    else:
        s += 3
    for t in (4, 5):
        s += t
    for row in A:
        for v in row:
            if v < 0:
                break
            s += v
        else:
            s += 2
    for i in range(10, 0, -3):
        while s > 50:
            s -= 20
            if s == 7:
                break
        else:
            s += 1
    for i in range(0):
        s += 1000
    else:
        s += 1
    if DEBUG:
        s = 0
    if not DEBUG:
        s += 1
    else:
        s = 0
    while N < 2:
        s += 1
    while 1:
        s += 1
        if s > 1: break
    while s < 0: s += 1
    for i in range(3): s += i
    a = 1; b = 2
    if a > b: s += 1
    elif a == b: s += 2
    else: s += 3
    if (c := a + b) > 2:
        s += c
    del a
    X[idx] = s if s > 3 else (
        s
        - 1
    )
    u = (s,
         b)
    X[idx] += u[0]
    if idx == 0:
        if s > 0:
            if s > 1000000:
                X[idx] = 0
        else:
            X[idx] = 1
    print("x",
          s)


# fib : int (int n)
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


# recursive : void (int* X)
def recursive(X):
    for i in range(5):
        if i == 4:
            X[idx] = fib(i)
            return
        elif i == 2:
            pass
        X[idx] = 0


# fails : void (int* X)
def fails(X):
    X[idx] = 1
    if X[idx] == 1:
        assert X[idx] == 2, (
            "why"
        )
    X[idx] = 3


# warps : void (int* X)
def warps(X):
    v = X[idx]
    if idx < 100:
        v += cp.shfl_down_sync(0xFFFFFFFF, v, 1)
    else:
        v = 0
    total = 0
    for i in range(2):
        total += cp.syncthreads_count(v > 3)
        if total < 0:
            return
    X[idx] = total


# grids : void (int* X)
def grids(X):
    if idx >= len(X):
        return
    for i in range(idx, len(X), cp.gridDim.x * cp.blockDim.x):
        if X[i] > 100000:
            X[i] = 0
        X[i] += 1


@cp.kernel(
    "void (int* X)"
)
def decorated(X):
    X[idx] = 5
    if idx == 1:
        X[idx] = 6
    X[idx] += 1


# wait : void (int* X)
def wait(X):
    if idx == 0:
        while cp.atomicAdd(X, 0, 0) == 0:
            pass
    else:
        cp.atomicExch(X, 0, 1)
