"""Every statement form, through the oracle."""

import enum

import numpy as np
import pytest

from oracle import Batch

N = 45


# for_forms : void (int* A, int* R)
def for_forms(A, R):
    a = A[idx]
    total = 0
    for i in range(5):
        total += i
    R[idx * 12 + 0] = total
    for i in range(2, a):
        total += i * i
    R[idx * 12 + 1] = total
    for i in range(a, -a, -3):
        total -= i
    R[idx * 12 + 2] = total
    for i in range(10, 0, a if a != 0 else 1):
        total += 1
        if total > 1000:
            break
    R[idx * 12 + 3] = total
    n = 4
    for i in range(n):
        n += 5
        total += n
    R[idx * 12 + 4] = total
    for i in range(6):
        i = i * 10
        total += i
    R[idx * 12 + 5] = total
    for i in range(3, 9, 2):
        pass
    R[idx * 12 + 6] = i
    for i in range(0, 10, 4):
        i += 100
    R[idx * 12 + 7] = i
    last = -1
    for i in range(a):
        if i == 3:
            continue
        if i == 6:
            break
        last = i
    R[idx * 12 + 8] = last
    for i in range(a):
        if i == 7:
            total = -total
            break
    else:
        total += 1000
    R[idx * 12 + 9] = total
    for i in range(3):
        for j in range(i, -1, -1):
            if j == 1:
                continue
            for i in range(2):
                total += 1 + i
    R[idx * 12 + 10] = total
    for _ in range(-3):
        total = 0
    for i in range(len(A) - 1, len(A) - 4, -1):
        total += A[i]
    R[idx * 12 + 11] = total


# while_forms : void (int* A, int* R)
def while_forms(A, R):
    a = A[idx]
    count = 0
    while a > 0:
        a = a // 2
        count += 1
    R[idx * 6 + 0] = count
    while True:
        count += 1
        if count % 7 == 0:
            break
    R[idx * 6 + 1] = count
    x = A[idx]
    while x != 1 and x > 0:
        count += 1
        if count > 60:
            break
        if x % 2 == 0:
            x //= 2
            continue
        x = 3 * x + 1
    else:
        count = -count
    R[idx * 6 + 2] = count
    k = 5
    while k:
        k -= 1
    else:
        k = 77
    R[idx * 6 + 3] = k
    i = 0
    while i < 3:
        j = 0
        while j < 3:
            j += 1
            if j == 2:
                break
        else:
            i += 100
        i += j
    R[idx * 6 + 4] = i
    n = 3
    while n and count < 10000:
        n, count = n - 1, count * 2
    R[idx * 6 + 5] = count


# branches : void (int* A, int* R)
def branches(A, R):
    a = A[idx]
    if a < 0:
        sign = -1
    elif a == 0:
        sign = 0
    elif a > 20:
        if a % 2:
            sign = 3
        else:
            sign = 2
    else:
        sign = 1
    R[idx] = sign
    if a:
        if not a % 5:
            R[idx] += 10
        pass
    else:
        return
    if a == 7:
        return
    R[idx] += 100
    if a % 3 == 0:
        return
    R[idx] += 1000


# sequences : void (float* X, int* Y, float* R, int* I)
def sequences(X, Y, R, I):
    total = 0
    for x in X:
        total += x
    R[idx] = total * idx
    count = 0
    for y in Y:
        if y == 3:
            continue
        if y > 30:
            break
        count += y
    else:
        count = -1
    I[idx * 4 + 0] = count
    weighted = 0
    for i, y in enumerate(Y):
        weighted += i * y
    I[idx * 4 + 1] = weighted
    for i, y in enumerate(Y, 10):
        weighted -= i
    I[idx * 4 + 2] = weighted
    pairs = 0
    for x, y in zip(X, Y):
        pairs += int(x) + y
    I[idx * 4 + 3] = pairs


# early : int (int n)
def early(n):
    for i in range(n):
        for j in range(n):
            if i * j > 12:
                return i * 100 + j
    while n > 0:
        n -= 1
        if n == 2:
            return -n
    return n


# returns : void (int* A, int* R)
def returns(A, R):
    """Leaves from inside loops.

    The docstring says so.
    """
    R[idx] = early(A[idx])
    for i in range(10):
        if A[idx] == i:
            return
        R[idx] += 1


# declared_late : void (int* A, float* R)
def declared_late(A, R):
    if A[idx] > 5:
        v = 1
        w = v * 2
    else:
        v = 2.5
        w = 3
    for i in range(2):
        u = v + w + i
    R[idx] = u


class Color(enum.IntEnum):
    RED = 1
    GREEN = 2
    BLUE = -3


# matches : void (int* A, int* R)
def matches(A, R):
    a = A[idx]
    match a:
        case 0:
            kind = 10
        case -1 | 3 | (5 | 0x7):
            kind = 11
        case Color.GREEN:
            kind = 12
        case Color.BLUE | Color.RED:
            kind = 13
        case _ if a < -5:
            kind = 14
        case 11 | 12 if a % 2 == 0:
            kind = 15
        case _:
            kind = 16
    R[idx * 4] = kind
    total = 0
    for i in range(a, a + 7):
        match i % 5:
            case 1:
                total += 1
                continue
            case 3:
                total += 10
                if total > 25:
                    break
            case _ if i > 8:
                total += 100
        total += 1000
    R[idx * 4 + 1] = total
    match next_of(R, 2):  # it is called once
        case 1:
            R[idx * 4 + 3] = 1
        case 2 | 3:
            R[idx * 4 + 3] = 2
    match a / 2:
        case 1 | 0.5:
            R[idx * 4 + 3] += 10
        case -0.0:
            R[idx * 4 + 3] += 20
    match a > 3:
        case True:
            R[idx * 4 + 3] += 100
        case 0:
            R[idx * 4 + 3] += 200


# next_of : int (int* R, int k)
def next_of(R, k):
    R[idx * 4 + k] += 1 + idx % 3
    return R[idx * 4 + k]


# match_returns : int (int n)
def match_returns(n):
    match n:
        case 1:
            return 5
        case _:
            return 6


# match_result : void (int* A, int* R)
def match_result(A, R):
    R[idx] = match_returns(A[idx])


# annotated : void (int* A, double* R)
def annotated(A, R):
    x: float = A[idx]
    y: double = 0
    y += x / 3
    z: int64 = 1 << 20
    z *= 1 << 20
    R[idx] = y + z


# once : void (int* calls, int* A)
def once(calls, A):
    # the place of an augmented assignment is evaluated once
    A[bump(calls)] += 5
    A[idx] -= 1


# bump : int (int* calls)
def bump(calls):
    calls[idx] += 1
    return idx


batch = Batch(
    for_forms,
    while_forms,
    branches,
    sequences,
    returns,
    early,
    declared_late,
    annotated,
    once,
    bump,
    matches,
    next_of,
    match_result,
    match_returns,
)
A = (np.arange(N) - 8).astype(np.int32)


@pytest.mark.parametrize(
    "kernel,columns",
    [(for_forms, 12), (while_forms, 6), (branches, 1), (returns, 1), (matches, 4), (match_result, 1)],
)
def test_statements(kernel, columns):
    batch.check(kernel, N, A, np.zeros(N * columns, np.int32))


def test_loops_over_arrays():
    x = (np.arange(7) + 1).astype(np.float32)
    y = np.array([1, 5, 3, 2, 8], np.int32)
    batch.check(sequences, 5, x, y, np.zeros(5, np.float32), np.zeros(20, np.int32))
    batch.check(sequences, 5, x, y + 20, np.zeros(5, np.float32), np.zeros(20, np.int32))
    empty = np.zeros(0, np.int32)
    batch.check(sequences, 2, x[:0], empty, np.zeros(2, np.float32), np.zeros(8, np.int32))


def test_variables_of_one_type_from_all_assignments():
    batch.check(declared_late, N, A, np.zeros(N, np.float32))


def test_annotated_assignment():
    batch.check(
        annotated, N, A, np.zeros(N), ulps=2**31
    )  # x is single precision in the kernel, and divides so


def test_augmented_assignment_evaluates_its_place_once():
    batch.check(once, N, np.zeros(N, np.int32), A)
