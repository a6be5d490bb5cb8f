"""Texts of which C++ could make something else: conversions that it could read as declarations, bools that it
takes for ints."""

import math

import numpy as np

import cudapy as cp
from cudapy import idx
from oracle import Batch


@cp.struct
class Mark:
    on: cp.bool_
    kind: cp.uint8


# sum_of : float (float a, float b)
def sum_of(a, b):
    return a + b


# loud : float (float a)
def loud(a):
    print("loud", a)
    return a


# louder : float (float a, float b)
def louder(a, b):
    print("louder", a + b)
    return a


# spoken : void (bool v)
def spoken(v):
    cp.int64(loud(cp.float32(v)))
    cp.int64(cp.int8(louder(cp.float32(v), cp.float32(v))))


# conversions : void (bool v, int8 p, int64* X)
def conversions(v, p, X):
    X[0] = (5 if cp.int64(cp.int8(sum_of(cp.float32(v), cp.float32(v)))) == 2 else 6) + 2
    X[1] = (5 if cp.int64(cp.int8(math.copysign(cp.float32(v), cp.float32(v)))) == 1 else 6) * 2
    X[2] = 3 * (cp.int64(cp.int8(sum_of(cp.float32(p), cp.float32(p)))) - 1)
    X[cp.int64(cp.int8(sum_of(cp.float32(v), cp.float32(v)))) + 1] = 7
    X[4] = 1 if 3 < cp.int64(p) + cp.int64(p) < X[0] else 2
    if (cp.int64(cp.int8(sum_of(cp.float32(v), cp.float32(v)))) + 1) * 2 == 6:
        X[5] = -1


# marks : void (float* X, int* I, Mark* M, bool* B)
def marks(X, I, M, B):
    flags = (True, 1)
    if X[idx] > 0:
        flags = bool(I[idx]) ^ (X[idx] != 2), flags[1]
    both = (X[idx] > 1) & bool(I[idx]), cp.uint8(3) if flags[0] else cp.uint8(4)
    either = (not B[idx] if flags[0] else B[idx] | flags[0]), flags[1]
    M[idx] = Mark(both[0] ^ either[0], cp.uint8(1) if either[0] else cp.uint8(2))
    B[idx] = both[0] ^ True
    I[idx] = both[1] + either[1]


batch = Batch(spoken, conversions, marks, sum_of, loud, louder)


def test_a_conversion_that_nobody_uses_is_no_declaration(capfd):
    batch.call(spoken)(1)(True)
    cp.synchronize()
    assert capfd.readouterr().out == "loud 1\nlouder 2\n"


def test_conversions_of_one_name_twice():
    for v, p in ((True, 4), (False, -3)):
        batch.check(conversions, 1, v, p, np.zeros(8, np.int64))


def test_bools_and_narrow_integers_between_braces():
    count = 24
    M = np.zeros(count, Mark.dtype)
    X = np.tile(np.array([-1, 1, 2, 3], np.float32), 6)
    I = np.repeat(np.arange(2, dtype=np.int32), 12)
    batch.check(marks, count, X, I, M, np.arange(count) // 4 % 2 == 0)


@cp.struct
class Halves:
    a: cp.uint8
    b: cp.half
    c: cp.bfloat16


# converted_condition : void (double* X, int* R)
def converted_condition(X, R):
    acc = X[idx]
    if cp.float64(max(float(acc), float(acc))) != acc:
        R[idx] = 1
    if cp.float64(math.fmax(float(acc), float(acc))) == cp.float64(math.fmin(float(acc), float(acc))) < 5:
        R[idx] += 2


# only_passed : void (Halves* H, int* R)
def only_passed(H, R):
    h = H[idx]
    R[idx] += 1


def test_a_condition_that_begins_with_a_conversion():
    Batch(converted_condition).check(
        converted_condition, 4, np.array([0.1, 0.5, 7.0, 1e9 + 0.3]), np.zeros(4, np.int32)
    )


def test_types_that_only_fields_have():
    Batch(only_passed).check(only_passed, 4, np.zeros(4, Halves.dtype), np.zeros(4, np.int32))
