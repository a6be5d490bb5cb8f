"""What is known of the numbers that an expression keeps: a number that is never negative may be stored
where only such numbers fit, and meets a uint64 as one. That does not depend on whether the expression
computes it in place or before, nor on the mode, plain or checked."""

import numpy as np
import pytest

import cudapy as cp
from generated import module

NEVER_NEGATIVE = [
    "a + a",
    "X[idx] & 7",
    "n % 5",
    "abs(n) % 3",
    "len(X) - 0 * n & 3",
    "(n & 1) * 2",
    "min(len(X), 3)",
    "X[n % 2] & 5",
]
PLACES = {
    "a chosen part": "(0, {0})[idx % 2]",
    "a chosen part by a loaded index": "(0, {0}, 3)[X[idx] & 1]",
    "a least": "min(({0}, 3, {0}))",
    "a greatest": "max(({0}, {0}))",
    "a slice of a tuple": "((1, {0}, 2)[1:])[0]",
    "a sum": "sum(({0}, 1, {0}))",
    "a part of two": "((1, 2) + ({0}, 4))[n % 4]",
    "a minuend": "({0}, 2)[idx % 2] + U[idx]",
}


def kernel(expression, checked):
    text = "# k : void (bool a, int n, int* X, uint64* U, uint64* Y)\n"
    text += f"def k(a, n, X, U, Y):\n    Y[idx] = {expression}\n"
    return cp.compile(module(f"from cudapy import *\n\n\n{text}").k, checked=checked)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("number", NEVER_NEGATIVE)
def test_as_in_cpython_in_both_modes(number, place):
    expression = PLACES[place].format(number)
    X, U = np.array([5, -3, 8, 6], np.int32), np.array([2**63, 1, 2**64 - 9, 0], np.uint64)
    names = {"a": True, "n": 6, "X": [int(x) for x in X], "U": [int(u) for u in U]}
    wanted = [eval(expression, {**names, "idx": idx}) for idx in range(4)]
    for checked in (False, True):
        Y = np.zeros(4, np.uint64)
        kernel(expression, checked)(4)(True, 6, X, U, Y)
        assert Y.tolist() == wanted
