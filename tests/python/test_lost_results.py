"""An array on the host that a kernel writes, and that only the call holds, is refused: what the kernel wrote
would be gone after the call. What messages advise about arguments that are written loses nothing either."""

import array
import functools

import cudapy as cp
import pytest
from raising import raises

np = pytest.importorskip("numpy")


# double_it : void (float* Y)
def double_it(Y):
    Y[idx] = Y[idx] * 2


# add_rows : void (float[,] A)
def add_rows(A):
    A[idy, idx] = A[idy, idx] + 1


# count_rows : void (float** rows)
def count_rows(rows):
    rows[idx][0] = rows[idx][0] + 1


# copy_it : void (float* X, float* Y)
def copy_it(X, Y):
    Y[idx] = X[idx]


@cp.kernel
def any_type(Y):
    Y[idx] = Y[idx] * 2


@cp.struct
class Cell:
    value: cp.float32


# count_cells : void (Cell* cells)
def count_cells(cells):
    cells[idx].value += 1


@pytest.fixture(scope="module")
def calls(target):
    return cp.compile([double_it, add_rows, count_rows, copy_it, count_cells], target=target)


Y64 = np.ones(3)
Y32 = np.ones(6, np.float32)


def lost(kernel, parameter, kind):
    name = parameter.split()[0]
    return raises(
        ValueError,
        f"{kernel}: parameter {parameter}: the kernel writes to it, and only this call holds the {kind}, so "
        f"its result would be lost: write `{name} = ...` before the launch, and pass {name}",
    )


TEMPORARIES = [
    (lambda: np.ones(3, np.float32), "ndarray"),
    (lambda: Y64.astype(np.float32), "ndarray"),
    (lambda: Y32.copy(), "ndarray"),
    (lambda: np.ones((3, 2), np.float32)[:, 0], "ndarray"),
    (lambda: Y32.reshape(3, 2)[:, :1].ravel(), "ndarray"),
    (lambda: np.ones((1, 3), np.float32).reshape(3)[:], "ndarray"),
    (lambda: [1.0, 2.0, 3.0], "list"),
    (lambda: list(Y64), "list"),
    (lambda: Y64.tolist(), "list"),
    (lambda: array.array("f", Y64), "array"),
]


@pytest.mark.parametrize("make, kind", TEMPORARIES)
def test_what_only_the_call_holds(calls, make, kind):
    with lost("double_it", "Y (float*)", kind):
        calls.double_it(3)(make())
    with lost("double_it", "Y (float*)", kind):
        calls.double_it(3)(Y=make())
    with lost("double_it", "Y (float*)", kind):
        calls.double_it.over(Y64)(make())
    with lost("any_type", "Y (float*)", kind):
        any_type(3)(make())
    with lost("any_type", "Y (float*)", kind):
        any_type.over(Y64)(Y=make())


def test_lists_of_rows(calls):
    with lost("add_rows", "A (float[,])", "list"):
        calls.add_rows(2, 2)([[1.0, 2.0], [3.0, 4.0]])
    with lost("add_rows", "A (float[,])", "ndarray"):
        calls.add_rows(2, 2)(np.ones((2, 2), np.float32).T)
    with lost("count_rows", "rows (float**)", "list"):
        calls.count_rows(2)([[1.0, 2.0], [3.0]])
    with lost("count_rows", "rows (float**)", "list"):
        calls.count_rows(2)([np.ones(2, np.float32), np.ones(1, np.float32)])
    with lost("count_cells", "cells (Cell*)", "ndarray"):
        calls.count_cells(2)(np.zeros(2, Cell.dtype))


class Held:
    def __init__(self):
        self.Y = np.ones(3, np.float32)

    @property
    def view(self):
        return self.Y[:]


def test_what_others_hold(calls):
    held, names, several = Held(), {"y": np.ones(3, np.float32)}, [np.ones(3, np.float32)]
    whole = np.ones((3, 2), np.float32)
    for call in (calls.double_it(3), any_type(3)):
        call(held.Y)
        call(held.view)
        call(held.Y[:])
        call(held.Y.reshape(1, 3).ravel())
        call(Y=names["y"])
        call(several[0])
        call(*several)
        call(*(several[0],))
        call(**{"Y": several[0]})
        call(whole[:, 1])
        call(fresh := np.ones(3, np.float32))
        assert fresh.tolist() == [2, 2, 2]
        tuple_of_one = (np.ones(3, np.float32),)
        call(*tuple_of_one)
        assert tuple_of_one[0].tolist() == [2, 2, 2]
        functools.partial(call, several[0])()
        memory = bytearray(12)
        call(np.frombuffer(memory, np.float32))
        call(memoryview(memory).cast("f"))
        list(map(call, several))
    assert held.Y.tolist() == [256, 256, 256]
    assert names["y"].tolist() == [4, 4, 4]
    assert whole[:, 0].tolist() == [1, 1, 1] and whole[:, 1].tolist() == [4, 4, 4]


def test_rows_and_structs_that_others_hold(calls):
    rows = [[1.0, 2.0], [3.0, 4.0]]
    calls.add_rows(2, 2)([rows[0], rows[1]])
    calls.add_rows(2, 2)(list(rows))
    calls.count_rows(2)([rows[0], rows[1]])
    assert rows == [[4, 4], [6, 6]]
    cells = [Cell(1), Cell(2)]
    with lost("count_cells", "cells (Cell*)", "list"):
        calls.count_cells(2)(list(cells))
    calls.count_cells(2)(cells)
    assert cells == [Cell(2), Cell(3)]


def test_what_is_only_read(calls):
    Y = np.zeros(3, np.float32)
    calls.copy_it(3)(Y64.astype(np.float32), Y)
    calls.copy_it(3)([1.0, 1.0, 1.0], Y)
    assert Y.tolist() == [1, 1, 1]


WRONG = [
    (lambda Y: Y, "ndarray of float64",
    "Y.astype(numpy.float32)` before the launch, make it by numpy.zeros(n, numpy.float32), or "
    "declare it `double* Y"),
    (lambda Y: array.array("d", Y), "array of float64",
    'array.array("f", Y)` before the launch, or declare it `double* Y'),
    (lambda Y: memoryview(Y), "memoryview of float64",
    "list(Y)` before the launch, or declare it `double* Y"),
]  # fmt: skip


@pytest.mark.parametrize("given, what, cure", WRONG)
def test_the_advice_for_what_is_written(calls, given, what, cure):
    Y = given(np.ones(3))
    with raises(
        TypeError,
        f"double_it: parameter Y (float*): expected an array of float32, got {what}: the kernel writes to "
        f"it, so write `Y = {cure}`",
    ):
        calls.double_it(3)(Y)
    assign = cure.partition("`")[0]
    names = {"numpy": np, "array": array, "Y": Y}
    exec(f"Y = {assign}", names)  # as the message says
    calls.double_it(3)(names["Y"])
    assert list(names["Y"]) == [2, 2, 2]


def test_the_advice_where_elements_have_gaps(calls):
    whole = np.ones((3, 2, 2), np.float32)
    given = whole[:, 0]
    with raises(
        TypeError,
        "double_it: parameter Y (float*): expected one dimension, got ndarray of 2 dimensions: the kernel "
        "writes to it, so write `Y = Y.ravel()` before the launch",
    ):
        calls.double_it(6)(given)
    with raises(
        TypeError,
        "copy_it: parameter X (float*): expected one dimension, got ndarray of 2 dimensions: pass "
        "X.ravel(), which is no copy when the array is contiguous",
    ):
        calls.copy_it(6)(given, [0.0] * 6)
