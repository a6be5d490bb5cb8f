"""The checked mode: results that do not fit, division by zero, and steps of zero."""

import numpy as np
import pytest

import cudapy as cp
from checking import checked, reports

INT_MIN, INT_MAX = -(2**31), 2**31 - 1


# divided : void (int a, int b, int* Y)
def divided(a, b, Y):
    Y[0] = a // b
    Y[1] = a % b


# ratio : void (int a, int b, float* Y)
def ratio(a, b, Y):
    Y[0] = a / b


# remainder : void (uint8 a, uint8 b, uint8* Y)
def remainder(a, b, Y):
    Y[0] = a
    Y[0] %= b


def test_division_by_zero():
    Y = [0, 0]
    call = checked(divided, ratio, remainder)
    call(1)(-7, 2, Y)
    assert Y == [-4, 1]
    with reports(divided, "a // b", "division by zero, in thread 0"):
        call(1)(1, 0, Y)
    with reports(divided, "a // b", "-2147483648 // (-1) does not fit in int, in thread 0"):
        call(1)(INT_MIN, -1, Y)
    with reports(ratio, "a / b", "division by zero, in thread 0"):
        call.ratio(1)(1, 0, [0.0])
    with reports(remainder, "Y[0] %= b", "division by zero, in thread 0"):
        call.remainder(1)(1, 0, np.zeros(1, np.uint8))


# added : void (int* X, int by)
def added(X, by):
    X[idx] += by
    X[idx] *= 2


# arithmetic : void (int a, int b, int which, int64* Y)
def arithmetic(a, b, which, Y):
    if which == 0:
        Y[0] = a + b
    elif which == 1:
        Y[0] = a - b
    elif which == 2:
        Y[0] = a * b
    elif which == 3:
        Y[0] = a**3
    elif which == 4:
        Y[0] = -a
    elif which == 5:
        Y[0] = abs(a)
    elif which == 6:
        Y[0] = a << b


ARITHMETIC = [
    ("a + b", INT_MAX, 1, f"{INT_MAX} + 1 does not fit in int"),
    ("a - b", INT_MIN, 1, f"{INT_MIN} - 1 does not fit in int"),
    ("a * b", 65536, -65536, "65536 * (-65536) does not fit in int"),
    ("a**3", 1291, 0, "1291 ** 3 does not fit in int"),
    ("-a", INT_MIN, 0, f"-({INT_MIN}) does not fit in int"),
    ("abs(a)", INT_MIN, 0, f"abs({INT_MIN}) does not fit in int"),
    ("a << b", 3, 30, "3 << 30 does not fit in int"),
    ("a << b", 1, 32, "a shift by 32 is not from 0 to 31"),
    ("a << b", 1, -1, "a shift by -1 is not from 0 to 31"),
]


@pytest.mark.parametrize(("text", "a", "b", "what"), ARITHMETIC)
def test_overflow_of_an_int(text, a, b, what):
    which = ["a + b", "a - b", "a * b", "a**3", "-a", "abs(a)", "a << b"].index(text)
    call, Y = checked(arithmetic), np.zeros(1, np.int64)
    call(1)(3, 5, which, Y)
    assert Y[0] == [8, -2, 15, 27, -3, 3, 96][which]
    with reports(arithmetic, text, f"{what}, in thread 0"):
        call(1)(a, b, which, Y)


@pytest.mark.parametrize(
    ("text", "a", "b"),
    [
        ("a + b", INT_MAX - 1, 1),
        ("a - b", INT_MIN + 1, 1),
        ("a * b", -65536, 32768),
        ("a**3", 1290, 0),
        ("a**3", -1290, 0),
        ("-a", INT_MAX, 0),
        ("abs(a)", -INT_MAX, 0),
        ("a << b", -1, 31),
        ("a << b", 1, 30),
        ("a << b", 0, 31),
    ],
)
def test_the_largest_results_that_fit(text, a, b):
    which = ["a + b", "a - b", "a * b", "a**3", "-a", "abs(a)", "a << b"].index(text)
    Y = np.zeros(1, np.int64)
    checked(arithmetic)(1)(a, b, which, Y)
    assert Y[0] == eval(text)


def test_overflow_of_an_augmented_assignment():
    call = checked(added)
    X = [1, 2, 3]
    call(3)(X, 4)
    assert X == [10, 12, 14]
    with reports(added, "X[idx] += by", f"2 + {INT_MAX - 1} does not fit in int, in thread 1"):
        call(2)([-INT_MAX, 2], INT_MAX - 1)
    with reports(added, "X[idx] *= 2", f"{2**30} * 2 does not fit in int, in thread 0"):
        call(1)([2**30], 0)


# wide : void (int64 a, int64 b, int which, int64* Y)
def wide(a, b, which, Y):
    if which == 0:
        Y[0] = a + b
    elif which == 1:
        Y[0] = a - b
    elif which == 2:
        Y[0] = a * b
    elif which == 3:
        Y[0] = a**3
    else:
        Y[0] = a << b


@pytest.mark.parametrize(
    ("which", "text", "a", "b"),
    [(0, "a + b", 2**63 - 1, 1), (1, "a - b", -(2**63), 1), (2, "a * b", 2**32, 2**31), (4, "a << b", 1, 63)],
)
def test_overflow_of_an_int64(which, text, a, b):
    call, Y = checked(wide), np.zeros(1, np.int64)
    with reports(wide, text, f"{a} {text[2:-2]} {b} does not fit in int64, in thread 0"):
        call(1)(a, b, which, Y)
    call(1)(a // 2, b // 2, which, Y)
    assert Y[0] == [a // 2 + b // 2, a // 2 - b // 2, (a // 2) * (b // 2), None, 0][which]


# narrow : void (int8 a, int8 b, int* Y)
def narrow(a, b, Y):
    Y[0] = a * b


# unsigned : void (uint32 a, uint32 b, uint32* Y)
def unsigned(a, b, Y):
    Y[0] = a * b - 7
    Y[0] += a


def test_narrow_and_unsigned_integers():
    call, Y = checked(narrow, unsigned), np.zeros(1, np.int32)
    call(1)(-128, -128, Y)  # narrow ones are computed as int
    assert Y[0] == 16384
    U = np.zeros(1, np.uint32)
    call.unsigned(1)(2**31 + 1, 4, U)  # unsigned ones wrap
    assert U[0] == (4 - 7 + 2**31 + 1) % 2**32


# whole : void (float x, double d, int* Y)
def whole(x, d, Y):
    Y[0] = int(x)
    Y[1] = cp.uint8(d)


def test_floats_that_are_too_large_for_an_integer():
    call, Y = checked(whole), [0, 0]
    for x, d in [(-2147483648.0, 255.9), (2147483520.0, -0.9)]:
        call(1)(x, d, Y)
        assert Y == [int(x), int(d)]
    with reports(whole, "x", "2.14748e+09 does not fit in int, in thread 0", "int(x)"):
        call(1)(2147483648.0, 0.0, Y)
    with reports(whole, "x", "nan is no int, in thread 0", "int(x)"):
        call(1)(float("nan"), 0.0, Y)
    with reports(whole, "d", "-1 does not fit in uint8, in thread 0", "uint8(d)"):
        call(1)(0.0, -1.0, Y)


# stepped : void (int* X, int from_, int to, int by)
def stepped(X, from_, to, by):
    for i in range(from_, to, by):
        X[idx] += i


def test_steps_of_zero():
    """Where CPython raises ValueError, also when the range would be empty."""
    call, X = checked(stepped), np.zeros(2, np.int32)
    call(2)(X, 0, 5, 2)
    call(2)(X, 5, 0, -2)
    assert X.tolist() == [15, 15]
    for to in (5, 0):
        with reports(stepped, "by", "the step of range() is 0, in thread 0", "range"):
            call(1)(X, 0, to, 0)
