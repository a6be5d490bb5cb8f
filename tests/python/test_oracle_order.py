"""What one thread does keeps its order, whatever threads run with it: one array passed twice, indices that
are loaded, effects in conditions."""

import math

import numpy as np
import pytest

import cudapy as cp
import generated
import ordered_programs
from cudapy import *
from oracle import Batch, check


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


# step : int (int* A)
def step(A):
    A[0] += 1
    return 9


# sub3 : int (int a, int b, int c)
def sub3(a, b, c):
    return a * 100 + b * 10 + c


@cp.struct
class Pair:
    x: cp.int32
    y: cp.int32


# index_after_value : void (int* A, Pair* B)
def index_after_value(A, B):
    A[A[0]] = step(A)
    A[A[0] + A[1]] = atomicAdd(A, 0, 1)
    B[A[0]].x = step(A)
    B[A[0]] = Pair(A[0], step(A))


# targets_in_order : void (int* A, Pair* B)
def targets_in_order(A, B):
    i = 0
    A[i], A[A[0]] = step(A), 5
    A[A[0]], A[i] = step(A), 2
    B[A[0]].y = A[A[0]] = A[i] = step(A) - 6
    A[A[0]] += step(A)
    A[A[0] + 1] //= step(A)
    B[A[0]].x -= step(A)
    i, A[i] = 7, step(A)
    A[i], i = A[i] + step(A), step(A)


# keywords_as_written : void (int* A, Pair* B)
def keywords_as_written(A, B):
    A[1] = sub3(c=step(A), a=A[0], b=3)
    A[2] = sub3(b=step(A), a=atomicAdd(A, 0, 10), c=A[0])
    A[3] = sub3(A[0], c=step(A), b=A[0])
    B[1] = Pair(y=step(A), x=A[0])
    B[2] = Pair(y=A[0], x=step(A))
    A[4] = sub3(c=sub3(c=A[0], a=step(A), b=A[0]) & 15, a=A[0], b=0)


# scaled : T (T value, T by)
def scaled(value, by):
    return value * 10 + by


# folded : int (int(int) f, int a, int b)
def folded(f, a, b):
    return f(a) * 10 + b


# keywords_of_generics : void (int* A, Pair* B)
def keywords_of_generics(A, B):
    k = A[0]
    A[1] = scaled(by=step(A), value=A[0])
    A[2] = folded(b=step(A), a=A[0], f=lambda v: v + k)
    A[3] = folded(b=A[0], f=lambda v: v * k, a=step(A))


# tuples_and_calls : void (int* A, Pair* B)
def tuples_and_calls(A, B):
    t = (A[0], step(A), A[0])
    A[1] = t[0] * 100 + t[1] * 10 + t[2]
    a, (b, c) = A[0], (step(A), A[0])
    A[2] = a * 100 + b * 10 + c
    A[3] = 1 if (A[0], step(A)) == (A[0] - 1, 9) else 2
    A[4] = 1 if (A[0], step(A)) < (A[0], step(A)) else 2
    q, r = divmod(step(A) + A[0], A[0])
    A[5] = q * 100 + r
    A[6] = int(round(A[0] * 0.5 + step(A))) + abs(A[0] - step(A))
    A[7] = int(pow(1.0 * A[0], 1.0 * step(A) - 7) + A[0])
    A[8] = int(math.fmod(100.0 * step(A), 1.0 * A[0])) * step(A)


# floats_and_vectors : void (int* A, Pair* B)
def floats_and_vectors(A, B):
    v = int3(A[0], step(A), A[0])
    A[1] = v.x * 100 + v.y * 10 + v.z
    w = v * step(A) + int3(A[0], A[0], step(A))
    A[2] = w.x * 100 + w.y * 10 + w.z
    z = complex(A[0], step(A)) * complex(step(A), A[0])
    A[3] = int(z.real) * 10 + int(z.imag)
    A[4] = int(abs(complex(A[0], step(A)) / (A[0] + 2j)) * 100)
    A[5] = (A[0] < step(A) < A[0] or A[0] < step(A)) + (not step(A) > A[0])


EFFECTS = (
    index_after_value,
    targets_in_order,
    keywords_as_written,
    keywords_of_generics,
    tuples_and_calls,
    floats_and_vectors,
)
effects = Batch(*EFFECTS, step, sub3, scaled, folded)


@pytest.mark.parametrize("kernel", EFFECTS, ids=lambda kernel: kernel.__name__)
def test_what_an_operand_does_shows_in_those_behind_it_alone(kernel):
    effects.check(
        kernel, 1, np.zeros(64, np.int32), np.zeros(64, np.dtype([("x", "i4"), ("y", "i4")], align=True))
    )


# printed : void (int* A)
def printed(A):
    print(A[0], step(A), A[0], f"{A[0]}{step(A):3}{A[0]}")
    assert sub3(c=step(A), a=A[0], b=0) == A[0] * 100 + 9, "in order"
    print(sub3(b=A[0], a=step(A), c=A[0]), A[0])


def test_what_is_printed_is_evaluated_in_order(capfd):
    A = np.zeros(4, np.int32)
    cp.compile([printed, step, sub3])(1)(A)
    cp.synchronize()
    assert capfd.readouterr().out == "0 9 1 1  92\n934 4\n"


# first_of : int (Pair p, int v)
def first_of(p, v):
    return p.x * 10 + v


# change : int (Pair* B)
def change(B):
    B[0].x += 1
    return 9


# copy_and_change : void (Pair* B, int* A)
def copy_and_change(B, A):
    A[0] = first_of(B[0].copy(), change(B))
    A[1] = first_of(v=change(B), p=B[0])


def test_an_element_given_before_or_as_a_copy_is_what_it_is_in_python():
    B = np.zeros(2, np.dtype([("x", "i4"), ("y", "i4")], align=True))
    check([copy_and_change, first_of, change], 1, B, np.zeros(2, np.int32))


@pytest.mark.parametrize("seed", range(16))
def test_random_expressions_are_evaluated_in_order(seed):
    made = generated.module(ordered_programs.text(seed))
    random = np.random.default_rng(seed)
    cells = np.zeros(8, np.dtype([("x", "i4"), ("y", "i4")], align=True))
    cells["x"], cells["y"] = random.integers(0, 8, (2, 8))
    rows = [[int(value) for value in row] for row in random.integers(0, 8, (4, 8))]
    check(
        [made.ordered, made.inner, made.bump, made.put, made.turn, made.mix, made.weigh, made.twice],
        1,
        *random.integers(0, 8, (2, 8)).astype(np.int32),
        cells,
        random.integers(0, 8, (4, 4)).astype(np.int32),
        rows,
    )
