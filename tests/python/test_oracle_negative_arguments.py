"""Negative constants that functions are given: as an index they count from the end, as in Python."""

import numpy as np
import pytest

import generated
from oracle import Batch

HEAD = """import math

import cudapy as cp
from cudapy import *

LAST = -1
PAIR = (-1, -2)


def at(X, k):
    return X[k]


# typed : int (int* X, int k)
def typed(X, k):
    return X[k]


def by_default(X, k=-1):
    return X[k]


# typed_default : int (int* X, int k)
def typed_default(X, k=-2):
    return X[k]


def deep(X, k):
    return at(X, k - 1) + typed(X, k)


def by_a_name(X, k):
    j = k + 1 if k < -1 else k
    return X[j]


def both(X, i, k):
    return X[i] * 100 + X[k]


def stencil(X, i, d):
    return X[i + d]


def guarded(X, k):
    if k < 0:
        return 5
    return X[k]


def store(X, k, v):
    X[k] = v
    X[k - 1] += v


def at2(M, k):
    return M[k, k] * 10 + M[k][0] + M[0, k] + len(M[k:, 0]) + M[:, k][1]


def of_a_tuple(X, t):
    return X[t[0]] * 100 + X[t[1]]


def unpacked(X, t):
    a, b = t
    return X[a] * 100 + X[b]


def loops(X, k):
    s = 0
    for i in range(k, 0):
        s = s * 10 + X[i]
    return s


def again(X, k, n):
    if n == 0:
        return X[k]
    return again(X, k - 1, n - 1) + X[k]


# even : int (int* X, int k, int n)
def even(X, k, n):
    return X[k] if n == 0 else odd(X, k, n - 1)


# odd : int (int* X, int k, int n)
def odd(X, k, n):
    return X[k - 1] if n == 0 else even(X, k, n - 1)


def by_function(f, X, k):
    return f(X, k)


def sliced(X, k):
    return X[k:][0] + len(X[:k])


def own(k):
    a = local(int, 4)
    for i in range(4):
        a[i] = i + 1
    a[k] = 9
    return a[3] * 10 + a[k - 1]


def added(X, k):
    return atomicAdd(X, k, 3)


def rows(L, k):
    return L[k][k] + len(L[k])


"""

CALLS = {
    "plain": "R[0] = at(X, -1)", "typed": "R[0] = typed(X, -2)",
    "default": "R[0] = by_default(X) * 100 + by_default(X, 1)",
    "typed_default": "R[0] = typed_default(X)", "deep": "R[0] = deep(X, -2)",
    "by_a_name": "R[0] = by_a_name(X, -3) + by_a_name(X, -1)",
    "both": "R[0] = both(X, 1, -2) + both(X, -1, 2) * 10000", "of_the_module": "R[0] = at(X, LAST)",
    "keyword": "R[0] = at(k=-1, X=X)",
    "stencil": "R[0] = stencil(X, n, -1) + stencil(X, n, 1)",
    "guarded": "R[0] = guarded(X, -1) + guarded(X, 1)", "store": "store(X, -1, 5)",
    "matrix": "R[0] = at2(M, -1)", "tuple": "R[0] = of_a_tuple(X, (-1, 2))",
    "captured_tuple": "R[0] = of_a_tuple(X, PAIR)",
    "named_tuple": "t = (1, -2); R[0] = of_a_tuple(X, t)", "unpacked": "R[0] = unpacked(X, (-2, 1))",
    "loops": "R[0] = loops(X, -3)",
    "recursive": "R[0] = again(X, -1, 2)", "each_other": "R[0] = even(X, -1, 3) * 100 + odd(X, -2, 3)",
    "given_function": "R[0] = by_function(at, X, -1)",
    "lambda": "f = lambda A, k: A[k]; R[0] = f(X, -2)",
    "lambda_captures": "k = -1; f = lambda A: A[k]; R[0] = f(X)",
    "lambda_given": "k = -1; R[0] = by_function(lambda A, j: A[j] + A[k], X, 1)",
    "sliced": "R[0] = sliced(X, -2)", "local": "R[0] = own(-1)",
    "atomic": "R[0] = added(X, -1)", "lists": "R[0] = rows(L, -1)", "name": "k = -1; R[0] = at(X, k)",
    "chosen": "R[0] = at(X, -1 if n > 2 else -2)",
    "chosen_name": "k = -1 if n > 2 else n; R[0] = at(X, k)",
    "loop": "for i in range(-2, 0): R[0] = R[0] * 100 + at(X, i)",
    "augmented": "k = 1; k -= 2; R[0] = at(X, k)",
    "parts": "R[0] = at(M[:, 1], -1) * 100 + at(M[1], -2) + at(X[1:5], -1)",
    "loop_over_a_tuple": "for k in (-1, 1, -2): R[0] = R[0] * 100 + at(X, k)",
    "several": "R[0] = at(X, -1) + at(X, 2) + at(X, -2)",
    "computed": "R[0] = at(X, -1 - 1) + at(X, int64(-1))",
}  # fmt: skip


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
def test_negative_constants_that_functions_are_given(checked):
    text = HEAD
    for name, call in CALLS.items():
        text += (
            f"# k_{name} : void (int* X, int[,] M, int** L, int n, int* R)\ndef k_{name}(X, M, L, n, R):\n"
            f"    {call}\n\n\n"
        )
    module = generated.module(text)
    kernels = [getattr(module, f"k_{name}") for name in CALLS]
    batch = Batch(*kernels, checked=checked or None)
    for each in kernels:
        X, M = np.arange(10, 17, dtype=np.int32), np.arange(20, 40, dtype=np.int32).reshape(5, 4)
        batch.check(each, 1, X, M, [[1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11, 12]], 3, np.zeros(4, np.int32))


def test_functions_that_make_no_index_of_it_have_one_version():
    module = generated.module(
        HEAD + "# k : void (int* X, int n)\ndef k(X, n):\n"
        "    X[1] = stencil(X, n, -1) + stencil(X, n, 1) + own(1)\n"
    )
    source = Batch(module.k).compiled.cpu_source
    assert (source.count("int stencil_"), source.count("_from_end")) == (1, 0)
