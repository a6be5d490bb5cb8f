"""Helpers without signatures, which come along with the kernels that call them, through the oracle."""

import numpy as np

import helper_shapes
import helper_shapes as hs
from helper_shapes import area as surface
from helper_shapes import put, twice
from oracle import Batch, check

N = 40
WEIGHT = 0.25


def mix(a, b, t=0.5):
    return a + (b - a) * t


def clamped(x, low=-1, high=1):
    if x < low:
        return low
    return high if x > high else x


def at_idx(X):
    return X[idx] * WEIGHT


def divided(a, b):
    return a // b, a % b


def total(X):
    result = X[0]
    for x in X[1:]:
        result += x
    return result


# calls : void (float* X, double* D, int* A)
def calls(X, D, A):
    X[idx] = mix(X[idx], 2.0) + clamped(X[idx], high=2) + at_idx(X)
    D[idx] = mix(t=0.25, b=D[idx], a=1) + clamped(D[idx]) + at_idx(D)
    A[idx] = clamped(A[idx], -5, 5) + clamped(low=3, x=A[idx], high=7)
    q, r = divided(A[idx], 3)
    A[idx] += q * 10 + r


# spread : void (float* X, float x)
def spread(X, x):
    if idx % 7 == 0:
        return None
    return put(X, idx, x)


def passed_on(X, x):
    if x > 2:
        return put(X, idx, x * 2)
    return spread(X, x)


# returned_calls : void (float* X)
def returned_calls(X):
    for i in range(3):
        if idx == i:
            return passed_on(X, X[idx] * 0.5)
    passed_on(X, X[idx])
    return passed_on(X, X[idx] - 1)


def raised(X, by):
    X[idx] += by
    return X[idx]


# calls_in_tuples : void (float* X)
def calls_in_tuples(X):
    (put(X, idx, X[idx] + 1),)
    put(X, idx, X[idx] * 2), raised(X, 0.5), (raised(X, X[idx]), raised(X, 1))
    if X[idx] > 3:
        raised(X, 2), passed_on(X, X[idx])


# totals : void (float* X, int* A, float* R, int* S)
def totals(X, A, R, S):
    R[idx] = total(X)
    S[idx] = total(A) + total(A[2:7])


# modules : void (float* X, int* A)
def modules(X, A):
    X[idx] = helper_shapes.area(X[idx]) + hs.area(X[idx], h=0.5) + surface(2, X[idx]) + hs.norm(X[idx], 3.0)
    A[idx] = twice(A[idx]) + hs.twice(1)
    put(X, idx, hs.twice(X[idx]))


def factorial(n):
    if n < 2:
        return 1
    return n * factorial(n - 1)


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def halved(x, n):
    """Gives an int at first, and a float once it has called itself."""
    if n == 0:
        return 1
    return halved(x, n - 1) * x


# recursion : void (int* A, float* X)
def recursion(A, X):
    n = A[idx] % 7
    A[idx] = factorial(n) + fibonacci(n) * 1000 + (1 if is_even(n) else 2)
    X[idx] = halved(X[idx], n)


scaled = lambda x, by=3: x * by + WEIGHT  # noqa: E731
first, second = (lambda x: x + 1), (lambda x: x - 1)


# lambdas : void (float* X)
def lambdas(X):
    X[idx] = scaled(X[idx]) + scaled(by=X[idx], x=2.0) + first(X[idx]) * second(X[idx])


def make(k):
    step = lambda x: x + k  # noqa: E731

    def far(x):
        return step(x) * k

    # add : void (float* X)
    def add(X):
        X[idx] = step(X[idx]) + far(X[idx])

    return add


# locals : void (int* A)
def locals_of(A):
    A[idx] = minimum(A[idx], 3) + min(A[idx], 4)


def minimum(a, b):
    return min(a, b) if a > 0 else max(a, b)


# emptied : void (int* A, int* B)
def emptied(A, B):
    count_down(A, A[idx] % 7)
    fill_from(B, idx, A[idx] % 5)


def count_down(A, n):
    """Comes to its end where it does not call itself."""
    if n > 0:
        A[idx] += n
        return count_down(A, n - 1)


def fill_from(B, i, n):
    if n == 0:
        return
    B[i] = B[i] * 3 + n
    return fill_from(B, i, n - 1)


BATCH = Batch(calls, calls_in_tuples, returned_calls, spread, totals, modules, recursion, emptied, lambdas)


def rng():
    return np.random.default_rng(3)


def test_calls():
    r = rng()
    BATCH.check(
        calls,
        N,
        r.standard_normal(N).astype(np.float32),
        r.standard_normal(N),
        r.integers(-20, 20, N).astype(np.int32),
    )


def test_returned_calls():
    BATCH.check(returned_calls, N, rng().normal(2, 3, N).astype(np.float32))


def test_calls_in_tuples():
    BATCH.check(calls_in_tuples, N, rng().normal(2, 3, N).astype(np.float32))


def test_totals():
    r = rng()
    BATCH.check(
        totals,
        N,
        r.standard_normal(N).astype(np.float32),
        r.integers(-20, 20, N).astype(np.int32),
        np.zeros(N, np.float32),
        np.zeros(N, np.int32),
        ulps=40,
    )


def test_functions_that_call_themselves_and_give_nothing():
    r = rng()
    BATCH.check(emptied, N, r.integers(0, 50, N).astype(np.int32), r.integers(0, 50, N).astype(np.int32))


def test_modules():
    r = rng()
    BATCH.check(modules, N, r.standard_normal(N).astype(np.float32), r.integers(-20, 20, N).astype(np.int32))


def test_recursion():
    r = rng()
    BATCH.check(recursion, N, r.integers(0, 100, N).astype(np.int32), r.standard_normal(N).astype(np.float32))


def test_lambdas():
    BATCH.check(lambdas, N, rng().standard_normal(N).astype(np.float32))


def test_closures():
    for k in (2, 0.5):
        check(make(k), N, rng().standard_normal(N).astype(np.float32))


# hidden : void (int* A)
def hidden(A):
    A[idx] = hs_min(A[idx]) + min(A[idx], 4)


def hs_min(x):
    return own.min(x, 100)


class own:  # a namespace, whose function has a name that kernels know
    def min(a, b):
        return a - b


def test_a_helper_hides_nothing():
    """A function of another place that is called like a built-in means itself only there."""
    check(hidden, N, rng().integers(-9, 9, N).astype(np.int32))
