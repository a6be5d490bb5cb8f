"""Tuples of arrays in the dialect of numba.cuda: given on to functions, and indexed when the kernel runs.
Each function runs in kernels and in CPython, on the same arrays."""

import re

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda

RECORD = np.dtype([("x", np.float32), ("n", np.int32)], align=True)


def first(arrays, i):
    return arrays[0][i]


def sum_of_two(arrays, i):
    a, b = arrays
    return a[i] + b[i] * 2


def sum_of_all(arrays, i):
    s = 0.0
    for a in arrays:
        s += a[i] + len(arrays)
    return s


def given_on(arrays, i):
    return first(arrays, i) + sum_of_two(arrays, i)


def chosen(arrays, i):
    return arrays[i % 2][i]


def chosen_from_the_end(arrays, i):
    return arrays[-(i % 2) - 1][i]


def chosen_in_loops(arrays, i):
    s = 0.0
    for j in range(len(arrays)):
        s += arrays[j][i] * (j + 1)
    return s


def stored(arrays, i):
    arrays[1][i] = 9
    arrays[i % 2][i] += 1
    return arrays[0][i]


FUNCTIONS = [first, sum_of_two, sum_of_all, given_on, chosen, chosen_from_the_end, chosen_in_loops, stored]
by_name = pytest.mark.parametrize("function", FUNCTIONS, ids=lambda each: each.__name__)


def arrays_of(dtypes):
    return tuple((np.arange(6) * (k + 1)).astype(dtype) for k, dtype in enumerate(dtypes))


@by_name
@pytest.mark.parametrize("dtypes", [("f8", "f8"), ("f4", "f4"), ("i4", "i4")], ids="-".join)
def test_the_kernel_gives_its_tuple_on(function, dtypes):
    device = cuda.jit(function, device=True)

    @cuda.jit
    def kernel(arrays, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = device(arrays, i)

    arrays, out = arrays_of(dtypes), np.zeros(6)
    same = tuple(array.copy() for array in arrays)
    want = [function(same, i) for i in range(6)]
    kernel[1, 8](arrays, out)
    assert out.tolist() == want
    assert [array.tolist() for array in arrays] == [array.tolist() for array in same]


@by_name
@pytest.mark.parametrize("checked", [False, True])
def test_a_call_makes_the_tuple(function, checked):
    device = cuda.jit(function, device=True)

    @cuda.jit(checked=checked)
    def kernel(a, b, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = device((a, b), i)

    (a, b), out = arrays_of(("f8", "f8")), np.zeros(6)
    same = a.copy(), b.copy()
    want = [function(same, i) for i in range(6)]
    kernel[1, 8](a, b, out)
    assert out.tolist() == want and a.tolist() == same[0].tolist() and b.tolist() == same[1].tolist()


def test_three_arrays_are_chosen_from_in_a_kernel():
    @cuda.jit
    def kernel(arrays, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = arrays[i % 3][i] + arrays[(i + 1) % 3][i] * 2
            arrays[i % 3][i] = -1

    arrays, out = arrays_of(("f8", "f8", "f8")), np.zeros(6)
    want = [arrays[i % 3][i] + arrays[(i + 1) % 3][i] * 2 for i in range(6)]
    kernel[1, 8](arrays, out)
    assert out.tolist() == want
    assert [array.tolist().count(-1) for array in arrays] == [2, 2, 2]


def test_arrays_of_several_types_and_numbers_are_in_one_tuple():
    @cuda.jit(device=True)
    def scaled(given, i):
        x, (n, by) = given
        return x[i] * by + n[i]

    @cuda.jit
    def kernel(x, n, out):
        i = cuda.grid(1)
        out[i] = scaled((x, (n, 0.5)), i)

    out = np.zeros(4)
    kernel[1, 4](np.arange(4, dtype=np.float32), np.arange(4) * 10, out)
    assert out.tolist() == [0, 10.5, 21, 31.5]


def test_rows_and_parts_are_in_tuples():
    @cuda.jit(device=True)
    def dot(both):
        s = 0.0
        for j in range(both[0].shape[0]):
            s += both[0][j] * both[1][j]
        return s

    @cuda.jit
    def kernel(a, out):
        i = cuda.grid(1)
        out[i] = dot((a[i], a[:, i])) + dot((a[i, 1:], a[0, :2]))

    a, out = np.arange(9.0).reshape(3, 3), np.zeros(3)
    kernel[1, 3](a, out)
    assert out.tolist() == [a[i] @ a[:, i] + a[i, 1:] @ a[0, :2] for i in range(3)]


def test_records_are_in_tuples():
    @cuda.jit(device=True)
    def exchange(pair, by):
        source, target = pair
        source.x -= by
        target.x += by
        return source.n + target.n

    @cuda.jit
    def kernel(a, out):
        i = cuda.grid(1)
        if i < out.size:
            r = a[i]
            out[i] = exchange((r, a[i + 2]), 1.5)

    records, out = np.zeros(4, RECORD), np.zeros(2)
    records["n"] = [1, 2, 3, 4]
    kernel[1, 4](records, out)
    assert out.tolist() == [4, 6] and records["x"].tolist() == [-1.5, -1.5, 1.5, 1.5]


def test_an_item_is_not_assigned():
    @cuda.jit(device=True)
    def changes(arrays, i):
        arrays[0] = arrays[1]
        return arrays[0][i]

    @cuda.jit
    def kernel(a, b, out):
        out[0] = changes((a, b), 0)

    with pytest.raises(cp.CompileError, match=re.escape("an assignment to an item of a tuple")):
        kernel[1, 1](np.zeros(2), np.zeros(2), np.zeros(1))


def test_a_local_name_stands_for_a_tuple_of_arrays():
    @cuda.jit(device=True)
    def device(arrays, i):
        return arrays[0][i] - arrays[1][i]

    @cuda.jit
    def kernel(a, b, out):
        i = cuda.grid(1)
        if i < out.size:
            both = (a, b)
            out[i] = both[0][i] + both[i % 2][i] + device(both, i) + len(both)
            for k in range(2):
                both[k][i] += 1
        else:
            others = (b, a)

    (a, b), out = arrays_of(("f8", "f8")), np.zeros(6)
    want = [a[i] + (a, b)[i % 2][i] + a[i] - b[i] + 2 for i in range(6)]
    after = (a + 1).tolist(), (b + 1).tolist()
    kernel[1, 8](a, b, out)
    assert out.tolist() == want and (a.tolist(), b.tolist()) == after


def test_a_tuple_is_written_and_indexed_at_once():
    @cuda.jit
    def kernel(a, b, k, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = (a, b)[k][i] + (a, b)[-1][i]

    for k in (0, 1, -1, -2):
        (a, b), out = arrays_of(("f8", "f8")), np.zeros(6)
        kernel[1, 8](a, b, k, out)
        assert out.tolist() == ((a, b)[k] + b).tolist()
