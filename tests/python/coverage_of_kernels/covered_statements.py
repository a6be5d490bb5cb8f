"""Statements of all kinds, of which a report of coverage must tell what CPython's tracer does."""

# fmt: off
# ruff: noqa: E701, E702, E731, F842
import cudapy as cp
from cudapy import idx
import covered_helpers


@cp.struct
class Point:
    x: cp.float32
    y: cp.float32


# norm : float (Point p)
def norm(p):
    if p.x > 100:
        return 0.0
    return p.x * p.x + p.y * p.y


LIMIT = 3
square = lambda x: (
    x * x
)


# helper : int (int, int)
def helper(a, b):
    """A docstring."""
    if a < b:
        return a
    elif a == b:
        return 0
    else:
        return b


def untyped(x):
    # a comment
    y = x + 1

    return y


def unneeded(x):
    if x > 12345:
        return 1
    return x


def unread(x):
    if x > 12345:
        return 1
    return x


def never(x):
    return x


# flow : void (int* X, int n)
def flow(X, n):
    """A docstring
    of two lines."""
    total = 0
    for i in range(n):
        if i == 2:
            continue
        if i == 100:
            break
        total += i
    else:
        total += 10
    for i in range(n):
        if i == 1:
            break
    else:
        total += 1000
    while total > 5:
        total -= 7
    else:
        total += 1
    k = 0
    while True:
        k += 1
        if k > 3:
            break
    while k < 0:
        k += 100
    assert k > 0, "why"
    if n > 1000:
        X[idx] = 1
        return
    y = 5 if total > 0 else 7
    z = (
        y
        + total
    )
    if (
        z > 0
        and y > 0
    ):
        z += 1
    else:
        z -= 1
    if n == 12345: z = 3
    a, b = z, y
    dead = unread(z)
    dead = 3 + unneeded(z) ** 0
    pass
    w: int = 4
    v: int
    X[idx] = helper(
        a,
        b,
    ) + untyped(w) + square(a)
    if k < 0:
        X[idx] = never(1)
    for x in X:
        if x == 77777:
            X[0] = 1
    if idx == 9999:
        return


# early : void (int* X)
def early(X):
    if idx > 1:
        return
    X[idx] = 1
    if idx == 0:
        X[idx] = 2


# matches : void (int* X)
def matches(X):
    match X[idx]:
        case 0:
            X[idx] = 5
        case 1 | 2:
            X[idx] = 6
        case 3:
            X[idx] = 8
        case _:
            X[idx] = 7
    match X[idx]:
        case 5 if idx == 99:
            X[idx] = 1


# barrier : void (int* X)
def barrier(X):
    s = cp.shared(int, 32)
    s[cp.threadIdx.x] = X[idx]
    cp.syncthreads()
    for i in range(3):
        if s[i] > 1000:
            X[idx] = 3
        cp.syncthreads()
    if idx % 2:
        X[idx] = s[31 - cp.threadIdx.x]
    else:
        X[idx] = covered_helpers.elsewhere(s[0])


def generic(X, Y):
    if len(X) > 5:
        Y[idx] = X[idx]
    else:
        Y[idx] = X[idx] * 2


# nested : void (int* X)
def nested(X):
    f = lambda a: a + 1
    X[idx] = f(X[idx])


# points : void (Point* P)
def points(P):
    P[idx].x = norm(P[idx])


# unused : void (int* X)
def unused(X):
    X[idx] = 1
