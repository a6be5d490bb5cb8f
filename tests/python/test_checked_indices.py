"""The checked mode: indices that are outside their arrays."""

import numpy as np
import pytest

import cudapy as cp
from checking import checked, reports, shifted


@pytest.mark.parametrize("n", [1, 5, 100_000])
def test_an_index_outside_its_array(n):
    call = checked(shifted)
    X, Y = np.arange(n, dtype=np.float32), np.zeros(n, np.float32)
    elements = f"{n} element{'s' if n > 1 else ''}"
    for _ in range(2):
        with reports(
            shifted, "X[idx + by]", f"index {n} is outside X, which has {elements}, in thread {n - 1}"
        ):
            call(n)(X, 1, Y)
        with reports(shifted, "X[idx + by]", f"index -1 is outside X, which has {elements}, in thread 0"):
            call(n)(X, -1, Y)
    with reports(
        shifted,
        "Y[idx]",
        f"index {n - 1} is outside Y, which has {n - 1} element{'' if n == 2 else 's'}, in thread {n - 1}"
        if n > 1
        else "index 0 is outside Y, which is empty, in thread 0",
    ):
        call(n)(X, 0, Y[:-1])
    call(n)(X, 0, Y)  # nothing is left of the failures
    assert (X == Y).all()


def test_arrays_on_the_device_tell_at_the_next_wait():
    X, Y = cp.CudaArray([1.0, 2.0, 4.0]), cp.CudaArray([0.0, 0.0, 0.0])
    with reports(shifted, "X[idx + by]", "index 3 is outside X, which has 3 elements, in thread 2"):
        checked(shifted)(3)(X, 1, Y)
        Y.toList()
    cp.synchronize()
    assert X.toList() == [1.0, 2.0, 4.0]  # memory is kept


# last : void (int* X, int* Y)
def last(X, Y):
    Y[0] = X[-1] + X[-3]


def test_a_negative_constant_counts_from_the_end():
    call = checked(last)
    Y = [0]
    call(1)([1, 2, 4], Y)
    assert Y == [5]
    with reports(last, "X[-3]", "index -3 is outside X, which has 2 elements, in thread 0"):
        call(1)([1, 2], Y)


# first_of : void (int* X, int* Y)
def first_of(X, Y):
    Y[0] = X[0]


def test_empty_arrays():
    with reports(first_of, "X[0]", "index 0 is outside X, which is empty, in thread 0"):
        checked(first_of)(1)(np.zeros(0, np.int32), [0])


# at : void (float[,] A, int i, int j, float* Y)
def at(A, i, j, Y):
    Y[idx] = A[i, j]


# of_row : void (float[,] A, int i, int j, float* Y)
def of_row(A, i, j, Y):
    row = A[i]
    Y[idx] = row[j]


# of_part : void (float[,] A, int i, int j, float* Y)
def of_part(A, i, j, Y):
    part = A[1:, 1:3][i]
    Y[idx] = part[j] + A[::2, 0][i]


def test_each_dimension_is_looked_at_for_itself():
    A, Y = np.arange(12, dtype=np.float32).reshape(3, 4), [0.0]
    call = checked(at, of_row, of_part)
    call(1)(A, 2, 3, Y)
    assert Y == [11.0]
    with reports(at, "A[i, j]", "index 3 is outside dimension 0 of A, which is 3 long, in thread 0"):
        call(1)(A, 3, 0, Y)
    with reports(at, "A[i, j]", "index 4 is outside dimension 1 of A, which is 4 long, in thread 0"):
        call(1)(A, 0, 4, Y)  # inside the memory, but the first of another row
    with reports(of_row, "row[j]", "index 4 is outside row, which has 4 elements, in thread 0"):
        call.of_row(1)(A, 0, 4, Y)
    with reports(of_row, "A[i]", "index -1 is outside dimension 0 of A, which is 3 long, in thread 0"):
        call.of_row(1)(A, -1, 0, Y)
    call.of_part(1)(A, 1, 1, Y)
    assert Y == [A[2, 2] + A[2, 0]]
    with reports(
        of_part, "A[1:, 1:3][i]", "index 2 is outside dimension 0 of A[1:, 1:3], which is 2 long, in thread 0"
    ):
        call.of_part(1)(A, 2, 0, Y)
    with reports(of_part, "part[j]", "index 2 is outside part, which has 2 elements, in thread 0"):
        call.of_part(1)(A, 0, 2, Y)


# unread : void (float[,] A, int i, int* Y)
def unread(A, i, Y):
    row = A[i]
    Y[0] = len(A[i + 1])


def test_what_is_not_read_is_looked_at_too():
    A, Y = np.zeros((2, 3), np.float32), [0]
    call = checked(unread)
    call(1)(A, 0, Y)
    assert Y == [3]
    with reports(unread, "A[i]", "index 5 is outside dimension 0 of A, which is 2 long, in thread 0"):
        call(1)(A, 5, Y)
    with reports(unread, "A[i + 1]", "index 2 is outside dimension 0 of A, which is 2 long, in thread 0"):
        call(1)(A, 1, Y)


# of_lists : void (float** rows, int i, int j, float* Y)
def of_lists(rows, i, j, Y):
    Y[idx] = rows[i][j] + rows[-1][0]


def test_rows_of_lists():
    rows, Y = [[1.0, 2.0, 3.0], [], [4.0]], [0.0]
    call = checked(of_lists)
    call(1)(rows, 0, 2, Y)
    assert Y == [7.0]
    with reports(of_lists, "rows[i]", "index 3 is outside rows, which has 3 elements, in thread 0", "Y[idx]"):
        call(1)(rows, 3, 0, Y)
    with reports(of_lists, "rows[i][j]", "index 0 is outside rows[i], which is empty, in thread 0"):
        call(1)(rows, 1, 0, Y)
    with reports(of_lists, "rows[i][j]", "index 3 is outside rows[i], which has 3 elements, in thread 0"):
        call(1)(rows, 0, 3, Y)


@cp.struct
class Body:
    x: cp.float32
    mass: cp.float32


# struct_at : void (Body* bodies, int i, float* Y)
def struct_at(bodies, i, Y):
    b = bodies[i]
    b.x += 1.0
    Y[idx] = b.x + bodies[i + 1].mass


# vector_at : void (float4* V, int i, float* Y)
def vector_at(V, i, Y):
    V[i] = V[i] * 2.0
    Y[idx] = V[i].x


def test_arrays_of_structs_and_vectors():
    bodies, Y = np.zeros(3, np.dtype([("x", np.float32), ("mass", np.float32)], align=True)), [0.0]
    call = checked(struct_at, vector_at)
    call(1)(bodies, 1, Y)
    assert Y == [1.0]
    with reports(struct_at, "bodies[i]", "index 3 is outside bodies, which has 3 elements, in thread 0"):
        call(1)(bodies, 3, Y)
    with reports(struct_at, "bodies[i + 1]", "index 3 is outside bodies, which has 3 elements, in thread 0"):
        call(1)(bodies, 2, Y)
    with reports(vector_at, "V[i]", "index -1 is outside V, which has 2 elements, in thread 0"):
        call.vector_at(1)(np.zeros((2, 4), np.float32), -1, Y)


TABLE = (3, 5, 7)
SQUARE = ((1, 2), (3, 4))


# of_tables : void (int i, int j, int* Y)
def of_tables(i, j, Y):
    Y[0] = TABLE[i]
    Y[0] += SQUARE[i][j]


def test_tables():
    Y = [0]
    call = checked(of_tables)
    call(1)(1, 1, Y)
    assert Y == [9]
    with reports(of_tables, "TABLE[i]", "index 3 is outside TABLE, which has 3 elements, in thread 0"):
        call(1)(3, 0, Y)
    with reports(
        of_tables, "SQUARE[i][j]", "index 2 is outside dimension 1 of SQUARE, which is 2 long, in thread 0"
    ):
        call(1)(1, 2, Y)


# counted : void (int* bins, int* X)
def counted(bins, X):
    atomicAdd(bins, X[idx], 1)


def test_indices_of_atomics():
    call, bins = checked(counted), [0, 0, 0]
    call(4)(bins, [0, 2, 2, 1])
    assert bins == [1, 1, 2]
    with reports(
        counted, "X[idx]", "index 3 is outside bins, which has 3 elements, in thread 2", "atomicAdd"
    ):
        call(4)(bins, [0, 2, 3, 1])


# guarded : void (int* X, int n, int* Y)
def guarded(X, n, Y):
    Y[0] = 1 if n < len(X) and X[n] > 0 else 0
    Y[0] += X[n] if n < len(X) else 10
    if n > len(X) or 6 // (n - len(X) - 1) == 0:
        Y[0] += 100


def test_what_python_does_not_evaluate_is_not_looked_at():
    Y = [0]
    call = checked(guarded)
    call(1)([1, 2], 7, Y)
    assert Y == [110]
    call(1)([1, 2], 1, Y)
    assert Y == [3]


# endless : void (int* next, int at, int* Y)
def endless(next, at, Y):
    steps = 0
    while next[at] != at:
        at = next[at]
        steps += 1
    Y[idx] = steps


def test_loops_end():
    call, Y = checked(endless), [0]
    call(1)([1, 2, 2], 0, Y)
    assert Y == [2]
    with reports(endless, "next[at]", "index 9 is outside next, which has 3 elements, in thread 0", "while"):
        call(1)([1, 9, 2], 0, Y)


# compared_with_what_does_not_decide : void (int* X, int* R)
def compared_with_what_does_not_decide(X, R):
    R[idx] = (idx, X[idx + 1]) < (7, X[idx])


def test_all_parts_of_compared_tuples_are_looked_at():
    X, R = [1, 2, 3], [0, 0, 0]
    with reports(
        compared_with_what_does_not_decide,
        "X[idx + 1]",
        "index 3 is outside X, which has 3 elements, in thread 2",
    ):
        checked(compared_with_what_does_not_decide)(3)(X, R)
    checked(compared_with_what_does_not_decide)(2)(X, R)
    assert R[:2] == [1, 1]
