"""What one thread does keeps its order, whatever threads run beside it: one array passed twice, indices that are loaded, effects in conditions."""

import numpy as np
import pytest

from oracle import check


# rotate : void (float* P, float* Q)
def rotate(P, Q):
    Q[2 * idx] = P[2 * idx] + P[2 * idx + 1]
    Q[2 * idx + 1] = P[2 * idx] - P[2 * idx + 1]


# rotate_often : void (float* P, float* Q, int n)
def rotate_often(P, Q, n):
    for i in range(n):
        Q[2 * idx] = P[2 * idx] + P[2 * idx + 1]
        Q[2 * idx + 1] = P[2 * idx] - P[2 * idx + 1]


# store_then_gather : void (int* X, int* I)
def store_then_gather(X, I):
    X[2 * idx] = idx + 100
    t = X[I[idx]]
    X[2 * idx + 1] = t + 1


# scatter_then_load : void (int* X, int* I, int* R)
def scatter_then_load(X, I, R):
    a = X[2 * idx]
    X[I[idx]] = a + 5
    R[idx] = X[2 * idx + 1]


# store_twice : void (int* X, int* Y)
def store_twice(X, Y):
    X[2 * idx] = 1
    Y[2 * idx + 1 - 1] = 2
    X[2 * idx + 1] = 3


# add_into : void (float* X, float* Y, int i)
def add_into(X, Y, i):
    Y[i] += X[i + 1]


# through_a_helper : void (float* X, float* Y)
def through_a_helper(X, Y):
    add_into(X, Y, 2 * idx)
    Y[2 * idx + 1] = X[2 * idx]


SIZES = (1, 31, 32, 100, 1000)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("same", (True, False))
def test_two_arrays_that_may_be_one(n, same):
    P = np.arange(2 * n, dtype=np.float32) % 7 + 1
    Q = P if same else np.zeros_like(P)
    check(rotate, n, P, Q)
    check(rotate_often, n, P, Q, 3)
    check([through_a_helper, add_into], n, P, Q)
    check(store_twice, n, P.astype(np.int32), Q.astype(np.int32))
    whole = P.astype(np.int32)
    check(store_twice, n, whole, whole)


@pytest.mark.parametrize("n", SIZES)
def test_an_index_that_is_loaded(n):
    X = np.arange(2 * n, dtype=np.int32)
    check(store_then_gather, n, X, 2 * np.arange(n, dtype=np.int32))
    check(scatter_then_load, n, X, 2 * np.arange(n, dtype=np.int32) + 1, np.zeros(n, np.int32))


# bump : int (int* C, int i)
def bump(C, i):
    C[i] += 1
    return C[i]


# effect_around_a_loop : void (int* C, int* R)
def effect_around_a_loop(C, R):
    t = 0
    if bump(C, idx) % 2 == 0:
        for j in range(3):
            t += j
    R[idx] = t


# effect_before_a_return : void (int* C, int* R)
def effect_before_a_return(C, R):
    if bump(C, idx) % 2 == 0:
        return
    for j in range(3):
        R[idx] += j


# effect_in_an_operand : void (int* C, int* R)
def effect_in_an_operand(C, R):
    t = 0
    if R[idx] > 2 and bump(C, idx) > 2:
        for j in range(3):
            t += j
    R[idx] += t


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("kernel", (effect_around_a_loop, effect_before_a_return, effect_in_an_operand))
def test_a_condition_with_effects_is_evaluated_once(kernel, n):
    C = np.arange(n, dtype=np.int32) * 7 % 5
    R = np.arange(n, dtype=np.int32) % 6
    check([kernel, bump], n, C, R)
