"""Helpers, recursion, arguments by name, names that shadow, every way to give a signature: through the
oracle."""

import math
import math as m
import operator
from math import floor, sqrt
from math import sin as sine
from operator import neg as minus

import numpy as np
import pytest

import cudapy as cp
from cudapy import idx, threadIdx
from oracle import Batch, check

N = 40


# factorial : int (int n)
def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


# fibonacci : int (int n)
def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


# even : bool (int n)
def even(n):
    if n == 0:
        return True
    return odd(n - 1)


# odd : bool (int n)
def odd(n):
    if n == 0:
        return False
    return even(n - 1)


# recursive : void (int* A, int* R, bool* B)
def recursive(A, R, B):
    R[idx * 2 + 0] = factorial(A[idx] % 10)
    R[idx * 2 + 1] = fibonacci(A[idx] % 12)
    B[idx] = even(A[idx])


# scaled : float (float x, float by, int plus)
def scaled(x, by=2.5, plus=1):
    return x * by + plus


# by_name : void (float* X, float* R)
def by_name(X, R):
    R[idx * 5 + 0] = scaled(X[idx])
    R[idx * 5 + 1] = scaled(X[idx], 3)
    R[idx * 5 + 2] = scaled(X[idx], plus=-4)
    R[idx * 5 + 3] = scaled(plus=2, x=X[idx], by=0.5)
    R[idx * 5 + 4] = scaled(by=X[idx], x=1)


# fill : void (int* A, int at, int value)
def fill(A, at, value):
    if at < len(A):
        A[at] = value


# launched_and_called : void (int* A)
def launched_and_called(A):
    A[idx] += 1
    if idx % 3 == 0:
        fill(A, idx, -idx)


# launches_another : void (int* A)
def launches_another(A):
    launched_and_called(A)
    A[idx] *= 2


# total : float (float* X)
def total(X):
    s = 0
    for x in X:
        s += x
    return s


# length : int (float* X)
def length(X):
    return len(X)


# arrays_to_helpers : void (float* X, float* Y, float* R)
def arrays_to_helpers(X, Y, R):
    R[idx] = total(X) - total(Y) * length(Y) + length(X)


# shadowing : void (int* idy, int* R)
def shadowing(idy, R):
    idz = 5
    max = idy[idx] + idz
    len = 3
    R[idx] = max * len
    for int in range(2):
        R[idx] += int
    double = 4
    R[idx] += double


# c_names : void (int* switch, int* default, int* R)
def c_names(switch, default, R):
    new = switch[idx]
    this = default[idx]
    template = new + this
    printf = template * 2
    blockDimX = printf
    R[idx] = register(blockDimX) + main(1)


# register : int (int goto)
def register(goto):
    return goto + 1


# main : int (int float_)
def main(float_):
    return float_ * 1000


# μ : float (float größe)
def μ(größe):
    return größe * 2


# unicode_names : void (float* X, float* Größe)
def unicode_names(X, Größe):
    α = X[idx]
    Größe[idx] = μ(α) + α


# imported_names : void (float* X, float* R, int* I)
def imported_names(X, R, I):
    R[idx * 4 + 0] = m.sqrt(X[idx]) + sqrt(X[idx])
    R[idx * 4 + 1] = math.sin(X[idx]) + sine(X[idx])
    R[idx * 4 + 2] = m.pi
    R[idx * 4 + 3] = cp.float32(X[idx]) + cp.idx
    I[idx] = floor(X[idx]) + cp.threadIdx.x - threadIdx.x


batch = Batch(
    factorial,
    fibonacci,
    even,
    odd,
    recursive,
    scaled,
    by_name,
    fill,
    launched_and_called,
    launches_another,
    total,
    length,
    arrays_to_helpers,
    shadowing,
    c_names,
    register,
    main,
    μ,
    unicode_names,
    imported_names,
)


def test_recursion():
    batch.check(recursive, N, np.arange(N, dtype=np.int32), np.zeros(N * 2, np.int32), np.zeros(N, np.bool_))


def test_default_and_keyword_arguments():
    batch.check(by_name, N, np.linspace(-3, 3, N).astype(np.float32), np.zeros(N * 5, np.float32))


@pytest.mark.parametrize("kernel", [launched_and_called, launches_another])
def test_kernels_launched_and_called(kernel):
    batch.check(kernel, N, np.arange(N, dtype=np.int32))


def test_a_kernel_called_by_others_is_launched_too():
    batch.check(fill, 1, np.arange(9, dtype=np.int32), 7, -1)


def test_arrays_passed_to_helpers():
    x, y = np.arange(9, dtype=np.float32), np.ones(4, np.float32)
    batch.check(arrays_to_helpers, 3, x, y, np.zeros(3, np.float32))


def test_names_that_shadow():
    batch.check(shadowing, N, np.arange(N, dtype=np.int32), np.zeros(N, np.int32))


def test_names_that_are_words_of_cuda():
    a = np.arange(N, dtype=np.int32)
    batch.check(c_names, N, a, a * 2, np.zeros(N, np.int32))


def test_unicode_names():
    batch.check(unicode_names, N, np.linspace(0, 1, N).astype(np.float32), np.zeros(N, np.float32))


def test_imported_names():
    x = np.linspace(0, 9, N).astype(np.float32)
    batch.check(imported_names, N, x, np.zeros(N * 4, np.float32), np.zeros(N, np.int32))


# Functions of the module operator, and round() with None.


# operators : void (int* A, int* B, float* X, int* R, float* F)
def operators(A, B, X, R, F):
    a = A[idx]
    b = B[idx]
    x = X[idx]
    R[idx * 16 + 0] = operator.add(a, b)
    R[idx * 16 + 1] = operator.sub(a, b) * minus(b)
    R[idx * 16 + 2] = operator.floordiv(a, b)
    R[idx * 16 + 3] = operator.mod(a, b)
    R[idx * 16 + 4] = operator.lshift(a, 2) + operator.rshift(a, 1)
    R[idx * 16 + 5] = operator.and_(a, b) + operator.or_(a, b) + operator.xor(a, b)
    R[idx * 16 + 6] = operator.invert(a) + operator.inv(b)
    R[idx * 16 + 7] = (
        operator.lt(a, b) + 2 * operator.le(a, b) + 4 * operator.eq(a, b) + 8 * operator.ne(a, b)
    )
    R[idx * 16 + 8] = operator.gt(a, b) + 2 * operator.ge(a, b) + 4 * operator.not_(a) + 8 * operator.truth(b)
    R[idx * 16 + 9] = operator.abs(a) + operator.index(b) + operator.pos(a)
    R[idx * 16 + 10] = operator.iadd(a, b) - operator.imul(a, b)
    R[idx * 16 + 11] = operator.pow(a, 3)
    R[idx * 16 + 12] = round(x, None)
    R[idx * 16 + 13] = round(x, ndigits=None) + round(a, None)
    F[idx * 3 + 0] = operator.truediv(a, b)
    F[idx * 3 + 1] = operator.mul(x, a) - operator.neg(x)
    F[idx * 3 + 2] = operator.pow(x, 2) + operator.abs(x)


def test_functions_of_operator():
    a = np.arange(-20, 20, dtype=np.int32)
    b = np.array([3, -4, 7, -1, 2] * 8, np.int32)
    x = np.arange(-10, 10, 0.5, dtype=np.float32)
    check(operators, N, a, b, x, np.zeros(N * 16, np.int32), np.zeros(N * 3, np.float32))


# Defaults that are no literals: what they were when the `def` was run.

STEP = 3
PAIR = (2, 0.5)
CORNER = cp.float2(1.5, -2)


# stepped : float (float x, int by, float scale)
def stepped(x, by=STEP + 1, scale=math.sqrt(16.0)):
    return x * scale + by


# placed : float (float x, (int, float) pair, float2 corner)
def placed(x, pair=PAIR, corner=CORNER):
    return x * pair[0] + pair[1] + corner.x * corner.y


STEP = 100
CORNER = cp.float2(7, 7)


# defaults : void (float* X, float* R)
def defaults(X, R):
    R[idx * 4 + 0] = stepped(X[idx])
    R[idx * 4 + 1] = stepped(X[idx], 2)
    R[idx * 4 + 2] = stepped(X[idx], scale=STEP)
    R[idx * 4 + 3] = placed(X[idx])


def test_defaults_are_evaluated_where_the_function_is_made():
    check(
        [defaults, stepped, placed], N, np.linspace(0, 4, N).astype(np.float32), np.zeros(N * 4, np.float32)
    )


# Every way to say the signature.


# void (int*) is not a signature of this function; the next line is.
# commented : void (int* A, int by)
# and this is a comment more
def commented(A, by):
    A[idx] += by


# unnamed : void (int*, int)
def unnamed(A, by):
    A[idx] += by


@cp.kernel("void (int* A, int by)")
def decorated(A, by):
    A[idx] += by


def annotated(A: cp.Array[cp.int32], by: cp.int32):
    A[idx] += by


@pytest.mark.parametrize("kernel", [commented, unnamed, decorated, annotated], ids=lambda k: k.__name__)
def test_signatures(kernel):
    check(kernel, N, np.arange(N, dtype=np.int32), 3)
