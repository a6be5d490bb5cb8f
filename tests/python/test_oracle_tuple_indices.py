"""Tuples as indices: `A[t]` and `atomicAdd(A, t, v)` with a tuple in a variable, from a function, captured,
or of coordinates."""

import numpy as np

from cudapy import *
from oracle import check

PLACE = (1, 2)
PLACES = ((0, 1), (1, 2))


class Settings:
    place = (2, 3)


def where(i):
    return i, 2


def above(A, t):
    return A[t] + 1


def second_of(place):
    return place[1]


# read_and_written : void (float[,] A, float[,] B, float* R)
def read_and_written(A, B, R):
    t = (idx, 1)
    A[t] = 5.0
    v = A[t] + B[t]
    A[t] += v
    u = t
    w = where(idx)
    A[w] = v + A[u]
    A[idx][u[1]] -= 1
    R[idx] = A[u] + B[w] + above(A, w) + second_of(t)
    R[idx] += B[PLACE] + B[PLACES[1]] + B[PLACES[-2]] + B[Settings.place] + len(A[idx])


# made_in_loops : void (float[,] A, float[,] B)
def made_in_loops(A, B):
    for i in range(5):
        at = idx, (i + idx) % 5
        A[at] = B[at] + i
        if A[at] > 20:
            at = (idx, 0)
        A[at] += 1


# nested : void (float[,] A, float[,] B)
def nested(A, B):
    n = ((idx, 2), 1)
    A[n[0]] = n[1]
    A[n[0]] -= 2
    q = divmod(idx * 5 + 3, 5)
    A[q] = 9
    x, y = (idx, 4), (idx, 0)
    A[x], A[y] = B[y], A[x]
    o = (idx, 2) if idx % 2 else (idx, 1)
    A[o] *= 3
    pair = lambda a, b: (a, b)
    p = pair(idx, 1)
    A[p] += B[p]


def named(i):
    place = (i, 1)
    return place


# signed : (int, int) (int i)
def signed(i):
    place = (i, 3)
    return place


def swapped(t):
    if t[0] > 2:
        return passed_on(i=t[1])
    return named(t[1])


def passed_on(i):
    return named(i)


def same(t):
    return t


def both(i):
    return (i, 1), (i, 2)


# returned : void (float[,] A, float[,] B, float* R)
def returned(A, B, R):
    a, b, c, d, e = named(idx), signed(idx), swapped((0, idx)), passed_on(i=idx), same((idx, 4))
    B[c] += A[a] + A[b] * A[d]
    other = e if idx % 2 else (idx, 0)
    f = a if idx % 3 else (idx, 0)
    turned = lambda t: (t[1] % 4, t[0])
    g = turned(e)
    R[idx] = A[e] + A[f] + A[other] + A[g]


# taken_apart : void (float[,] A, float[,,] C, float* R)
def taken_apart(A, C, R):
    a, b = both(idx)
    R[idx] = A[a] - 2 * A[b]
    c, (d, e) = 3, both(idx)
    R[idx] += A[d] * A[e] + c
    n = (a, b)
    for i in range(2):
        p, q = n
        row = C[p]
        row[0] += C[q][1]
        n = (q, p)
    R[idx] += C[n[0]][0] + len(row)


# changed_between : void (int[,] A, int* R)
def changed_between(A, R):
    t = (idx, 0)
    A[t] = 3
    old = A[t]
    t = (idx, A[t])
    A[t] = old + A[idx, 0]
    R[idx] = A[t]


# three_dimensions : void (float[,,] C, float* R)
def three_dimensions(C, R):
    c = idx, 1, 0
    C[c] = 2.0
    front = (idx, 1)
    row = C[front]
    row[1] = C[c] + 1
    R[idx] = len(row) + C[front][1]


# atomics : void (int[,] A, float[,] F)
def atomics(A, F):
    t = (idx % 4, 1)
    atomicAdd(A, t, 2)
    atomicMax(A, PLACE, idx)
    p = (0, idx % 3)
    atomicAdd(F, p, 1.0)
    atomicCAS(A, (2, 2), 0, 5)


# in_shared_memory : void (int[,] H)
def in_shared_memory(H):
    S = shared(int, (4, 2))
    if threadIdx.x < 4:
        s = (threadIdx.x, 1)
        S[s] = threadIdx.x
        S[threadIdx.x, 0] = 3
    syncthreads()
    H[idx, 0] = S[idx % 4, 1]
    L = local(int, (2, 2))
    l = (1, 0)
    L[l] = idx
    H[idx, 1] = L[1, 0] + L[l]
    syncthreads()
    m = (0, 1)
    atomicAdd(S, m, 3)
    syncthreads()
    H[idx, 2] = S[m]


def floats(*shape):
    return (np.arange(np.prod(shape), dtype=np.float32) * 1.5).reshape(shape)


def test_elements():
    check(read_and_written, 4, floats(4, 5), floats(4, 5), np.zeros(4, np.float32))


def test_tuples_that_loops_make():
    check(made_in_loops, 4, floats(4, 5), floats(4, 5))


def test_tuples_from_elsewhere():
    check(nested, 4, floats(4, 5), floats(4, 5))


def test_tuples_that_functions_return():
    check(returned, 4, floats(4, 5), floats(4, 5), np.zeros(4, np.float32))


def test_tuples_of_tuples_that_are_taken_apart():
    check(taken_apart, 4, floats(4, 5), floats(4, 5, 2), np.zeros(4, np.float32))


def test_a_tuple_that_changes():
    check(changed_between, 4, np.zeros((4, 5), np.int32), np.zeros(4, np.int32))


def test_rows_of_three_dimensions():
    check(three_dimensions, 4, floats(4, 2, 3), np.zeros(4, np.float32))


def test_atomics():
    check(atomics, 30, np.zeros((4, 5), np.int32), np.zeros((4, 5), np.float32))


def test_shared_and_local_arrays():
    check(in_shared_memory, 8, np.zeros((8, 3), np.int32), block=8)
