"""int(), math.floor and similar, of a quotient of two integers give what CPython gives, in every function."""

import itertools
import math

import numpy as np
import pytest

from cudapy import *
from oracle import Batch


# of_int : void (int* A, int* B, int* I, int* F, int* C, int* R, float* unused)
def of_int(A, B, I, F, C, R, unused):
    I[idx] = int(A[idx] / B[idx]) + math.trunc(A[idx] / B[idx])
    F[idx] = math.floor(A[idx] / B[idx])
    C[idx] = math.ceil(A[idx] / B[idx])
    R[idx] = round(A[idx] / B[idx])


# of_unsigned : void (uint32* A, uint32* B, int64* I, uint32* F, uint32* C, uint32* R, double* unused)
def of_unsigned(A, B, I, F, C, R, unused):
    I[idx] = int64(A[idx] / B[idx])
    F[idx] = math.floor(A[idx] / B[idx])
    C[idx] = math.ceil(A[idx] / B[idx])
    R[idx] = round(A[idx] / B[idx])


# of_int64 : void (int64* A, int64* B, int64* I, int64* F, int64* C, int64* R, float* unused)
def of_int64(A, B, I, F, C, R, unused):
    I[idx] = int64(A[idx] / B[idx])
    F[idx] = math.floor(A[idx] / B[idx])
    C[idx] = math.ceil(A[idx] / B[idx])
    R[idx] = round(A[idx] / B[idx])


# of_uint64 : void (uint64* A, uint64* B, uint64* I, uint64* F, uint64* C, uint64* R)
def of_uint64(A, B, I, F, C, R):
    I[idx] = uint64(A[idx] / B[idx])
    F[idx] = math.floor(A[idx] / B[idx])
    C[idx] = math.ceil(A[idx] / B[idx])
    R[idx] = round(A[idx] / B[idx])


# literals : void (int* I, int width, uint8* N)
def literals(I, width, N):
    I[idx] = int(idx / width) * 100 + int((idx - 5) / 2) + round(idx / 4) + math.ceil(7 / (idx + 1))
    I[idx] += (
        int(N[idx] / 3) + math.floor(-N[idx] / 3) + int(9 / 2) + int(width / 3 if idx > 3 else width / 2)
    )
    I[idx] += int(int64(9007199254740993 / 3) % 1000000)


# with_other_signs : void (int* A, int* B, int64* R, float* unused)
def with_other_signs(A, B, R, unused):
    R[idx * 4 + 0] = int(-(A[idx] / B[idx])) + math.ceil(+(A[idx] / B[idx]))
    R[idx * 4 + 1] = math.floor(-(A[idx] / B[idx]))
    R[idx * 4 + 2] = math.ceil(-(-(-(A[idx] / B[idx]))))
    R[idx * 4 + 3] = round(-(A[idx] / B[idx]))


# chosen : void (int* A, int* B, int64* R, float* unused)
def chosen(A, B, R, unused):
    R[idx * 4 + 0] = int(A[idx] / B[idx] if A[idx] > B[idx] else -(A[idx] / 7))
    R[idx * 4 + 1] = math.floor(-(A[idx] / B[idx] if A[idx] % 2 else A[idx] / 3))
    R[idx * 4 + 2] = math.ceil(A[idx] / B[idx] if A[idx] > 3 else A[idx] if A[idx] > -9 else -(A[idx] / 11))
    R[idx * 4 + 3] = round(A[idx] / B[idx] if idx % 2 else uint32(7) / 2 if idx % 3 else True)


BATCH = Batch(with_other_signs, chosen, of_int, of_unsigned, of_int64, of_uint64, literals)


def operands(least, most, edges):
    near = {edge + step for edge in edges for step in (-3, -2, -1, 0, 1, 2, 3)} | set(range(-9, 10))
    near = {number for number in near | {-number for number in near} if least <= number <= most}
    small = sorted(
        {number for number in near if abs(number) < 12 or number in (least, most)}
        | {most // 2, most // 3, least // 2} - {0}
    )
    pairs = set(itertools.product(near, small)) | {(a, b) for a, b in itertools.product(near, near) if b}
    random = np.random.default_rng(5)
    for bits in range(2, 64):
        for _ in range(12):
            a, b = (int(random.integers(0, 2**63)) >> int(random.integers(0, bits)) for _ in range(2))
            whole = int(random.integers(0, 2 ** (bits // 2)))
            pairs |= {
                (a, b),
                (b * whole + b // 2, b),
                (b * whole - 1, b),
                (b * whole + 1, b),
                (-a, b),
                (a, -b),
            }
    return [(a, b) for a, b in sorted(pairs) if b and least <= a <= most and least <= b <= most]


def expected(pairs, function):
    return [function(a / b) for a, b in pairs]


def run(kernel, dtype, result, edges, *rest):
    kind = np.iinfo(dtype)
    least, most = kind.min, kind.max
    pairs = [
        (a, b)
        for a, b in operands(int(least), int(most), edges)
        if all(least <= f(a / b) <= most for f in (math.floor, math.ceil))
    ]
    if kernel is of_int:  # which adds two of them
        pairs = [(a, b) for a, b in pairs if abs(a / b) < 2**30]
    A, B = (np.array(side, dtype) for side in zip(*pairs))
    out = [np.zeros(len(pairs), result), *(np.zeros(len(pairs), dtype) for _ in range(3))]
    BATCH.call(kernel)(len(pairs))(A, B, *out, *rest)
    wanted = [math.trunc, math.floor, math.ceil, round]
    for got, function in zip(out, wanted):
        factor = 2 if kernel is of_int and function is math.trunc else 1
        want = [function(a / b) * factor for a, b in pairs]
        wrong = [(pair, int(g), w) for pair, g, w in zip(pairs, got, want) if int(g) != w]
        assert not wrong, (function, len(wrong), wrong[:5])
    return len(pairs)


def test_of_32_bits():
    assert run(of_int, np.int32, np.int32, [2**24, 2**30, 2**31], np.zeros(1, np.float32)) > 3000
    assert run(of_unsigned, np.uint32, np.int64, [2**24, 2**31, 2**32], np.zeros(1)) > 700


def test_of_64_bits():
    edges = [2**24, 2**31, 2**52, 2**53, 2**54, 2**62, 2**63, 2**64, 3 * 2**52, 10**18]
    assert run(of_int64, np.int64, np.int64, edges, np.zeros(1, np.float32)) > 7000
    assert run(of_uint64, np.uint64, np.uint64, edges) > 7000


def test_of_literals_and_narrow_integers():
    BATCH.check(literals, 40, np.zeros(40, np.int32), 7, np.arange(200, 240, dtype=np.uint8))


def reference_of_signs(a, b, i):
    q = a / b
    return int(-q) + math.ceil(q), math.floor(-q), math.ceil(-q), round(-q)


def reference_of_choices(a, b, i):
    c = a / b if a > 3 else a if a > -9 else -(a / 11)
    return (
        int(a / b if a > b else -(a / 7)),
        math.floor(-(a / b if a % 2 else a / 3)),
        math.ceil(c),
        round(a / b if i % 2 else 7 / 2 if i % 3 else True),
    )


@pytest.mark.parametrize(
    "kernel, reference", [(with_other_signs, reference_of_signs), (chosen, reference_of_choices)]
)
def test_negated_and_chosen_quotients(kernel, reference):
    pairs = [(a, b) for a, b in operands(-(2**31), 2**31 - 1, [2**24, 2**30, 2**31]) if abs(a / b) < 2**30]
    A, B = (np.array(side, np.int32) for side in zip(*pairs))
    R = np.zeros(4 * len(pairs), np.int64)
    BATCH.call(kernel)(len(pairs))(A, B, R, np.zeros(1, np.float32))
    wrong = [
        (pair, got, want)
        for i, (pair, got) in enumerate(zip(pairs, R.reshape(-1, 4).tolist()))
        if tuple(got) != (want := reference(*pair, i))
    ]
    assert (len(pairs) > 3000, wrong[:5]) == (True, [])
