"""Negated integers in minima and maxima of three and more, which one of NVIDIA's compilers gets wrong."""

import numpy as np
import pytest

from oracle import Batch


# negated : int (int x)
def negated(x):
    return -x


# of_three : void (int* A, int* R)
def of_three(A, R):
    a, b, c, d = A[4 * idx], A[4 * idx + 1], A[4 * idx + 2], A[4 * idx + 3]
    R[8 * idx] = min(a, -b, c)
    R[8 * idx + 1] = max(max(-a, b), c)
    R[8 * idx + 2] = min(-a, -b, -c, -d)
    R[8 * idx + 3] = max(a, min(negated(b), c), d)
    n = -d
    low = a if a < n else n
    if c < low:
        low = c
    R[8 * idx + 4] = low
    R[8 * idx + 5] = max(b, 0 - a, c)
    R[8 * idx + 6] = min(b * -1, d, c)
    R[8 * idx + 7] = max(~b + 1, d, c)


# in_other_words : void (int* A, int* R)
def in_other_words(A, R):
    a, b, c, d = A[4 * idx], A[4 * idx + 1], A[4 * idx + 2], A[4 * idx + 3]
    R[8 * idx] = min(a, 1 + ~b, c)
    R[8 * idx + 1] = max(~(a - 1), b, c)
    R[8 * idx + 2] = min(a, b // -1, c)
    R[8 * idx + 3] = max(~a - -1, b, d)
    R[8 * idx + 4] = min(a, -1 * b, d)
    d *= -1
    R[8 * idx + 5] = min(a, d, c)


# lesser : int (int a, int b)
def lesser(a, b):
    if a < b:
        return a
    return b


# found_by_the_compiler : void (int* A, int* R)
def found_by_the_compiler(A, R):
    a, b, c, d = A[4 * idx], A[4 * idx + 1], A[4 * idx + 2], A[4 * idx + 3]
    zero, sign = 0, -1
    R[8 * idx] = min(a, zero - b, c)
    R[8 * idx + 1] = max(a, b * sign, c)
    R[8 * idx + 2] = min(a - 2 * a, b, c)
    R[8 * idx + 3] = max(-(a + b), c, d)
    R[8 * idx + 4] = min(c, (b ^ -1) + 1, d)
    R[8 * idx + 5] = lesser(lesser(-a, b), c)
    R[8 * idx + 6] = min(a // sign, b, c)
    R[8 * idx + 7] = int(min(int64(c), int64(d))) - max(d, int(-int64(a)), b)


# by_sign : void (int* A, int* R)
def by_sign(A, R):
    a, b, c, d = A[4 * idx], A[4 * idx + 1], A[4 * idx + 2], A[4 * idx + 3]
    k = 0
    for sign in (1, -1):
        R[8 * idx + k] = min(a, sign * b, c)
        R[8 * idx + k + 1] = max(sign * a, b, d)
        k += 2
    least, most = 1000, -1000
    for x in (a, -b, c, -d):
        if x < least:
            least = x
        elif x > most:
            most = x
    R[8 * idx + 4] = least
    R[8 * idx + 5] = most
    n = -uint32(b)
    R[8 * idx + 6] = int(min(uint32(a), n, uint32(c)) % 100000)
    R[8 * idx + 7] = min(max(-a, b), max(-b, c), -d)


# in_a_loop : void (int* A, int* R)
def in_a_loop(A, R):
    least, most = 0, 0
    for i in range(4):
        least = min(least, -A[4 * idx + i])
        most = max(-A[4 * idx + i], most)
    R[8 * idx] = least
    R[8 * idx + 1] = most


KERNELS = (of_three, in_other_words, found_by_the_compiler, by_sign, in_a_loop)
batch = Batch(*KERNELS, negated, lesser)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_the_minus_of_an_operand_is_kept(kernel):
    A = np.random.default_rng(10).integers(-1000, 1000, 4 * 257).astype(np.int32)
    batch.check(kernel, 257, A, np.zeros(8 * 257, np.int32))
