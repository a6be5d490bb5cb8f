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


# in_a_loop : void (int* A, int* R)
def in_a_loop(A, R):
    least, most = 0, 0
    for i in range(4):
        least = min(least, -A[4 * idx + i])
        most = max(-A[4 * idx + i], most)
    R[8 * idx] = least
    R[8 * idx + 1] = most


batch = Batch(of_three, in_other_words, in_a_loop, negated)


@pytest.mark.parametrize("kernel", (of_three, in_other_words, in_a_loop), ids=lambda kernel: kernel.__name__)
def test_the_minus_of_an_operand_is_kept(kernel):
    A = np.random.default_rng(10).integers(-1000, 1000, 4 * 257).astype(np.int32)
    batch.check(kernel, 257, A, np.zeros(8 * 257, np.int32))
