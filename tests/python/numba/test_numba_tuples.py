"""Tuples as arguments of kernels: nested ones, named ones, and those of arrays."""

import collections

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import types

Point = collections.namedtuple("Point", "x y z")


@cuda.jit
def takes_tuples(out, t, p, empty):
    out[0] = len(t) + len(t[2])
    out[1] = t[0] + t[-3]
    out[2] = t[2][1]
    a, b = t[2]
    out[3] = a * b
    out[4] = p.x + p.z[1]
    out[5] = p[1]
    out[6] = len(empty)
    for value in t[2]:
        out[7] += value
    t[3][0] = 5.5
    for item in cuda.literal_unroll(p.z):
        out[8] = out[8] * 10 + item


def test_items_are_what_python_says():
    def launch(kernel):
        out, array = np.zeros(9), np.zeros(3, np.float32)
        kernel(out, (2, 3, (4, 5.5), array), Point(1, 2.5, (7, 0.5)), ())
        return out.tolist(), array.tolist()

    expected = [6, 5, 5.5, 22, 1.5, 2.5, 0, 9.5, 70.5], [5.5, 0, 0]
    assert launch(takes_tuples[1, 1]) == expected
    assert launch(takes_tuples[1, 1]) == expected  # what was compiled is found again
    ((array, t, p, empty),) = takes_tuples.overloads
    assert str(array) == "array(float64, 1d, C)"
    assert str(t) == "Tuple(int64, int64, Tuple(int64, float64), array(float32, 1d, C))"
    assert (str(p), p.fields, p.instance_class) == (
        "Point(int64, float64, Tuple(int64, float64))",
        ("x", "y", "z"),
        Point,
    )
    assert empty == types.Tuple(())


def test_types_of_named_tuples():
    pair = collections.namedtuple("Pair", "a b")
    kind = cuda.typeof(pair(1, 2))
    assert (str(kind), type(kind), kind.dtype) == ("Pair(int64 x 2)", types.NamedUniTuple, types.int64)
    assert kind == types.NamedUniTuple(types.int64, 2, pair)
    assert kind != types.NamedUniTuple(types.int64, 2, collections.namedtuple("Pair", "a b"))


def test_tuples_in_signatures_and_other_tuples():
    @cuda.jit((types.float64[:], types.UniTuple(types.int32, 2)))
    def one(out, t):
        out[0] = t[0] - t[1]

    @cuda.jit
    def two(out, t):
        out[0] = t[0]

    out = np.zeros(1)
    one[1, 1](out, (np.int32(7), np.int32(3)))
    assert out[0] == 4
    with pytest.raises(TypeError):
        one[1, 1](out, (1, 2, 3))
    for given in ((1, 2), (2.5,), (3, 4.5)):
        two[1, 1](out, given)
        assert out[0] == given[0]
    assert [str(each[1]) for each in two.overloads] == [
        "UniTuple(int64 x 2)",
        "UniTuple(float64 x 1)",
        "Tuple(int64, float64)",
    ]


def test_names_of_items_hide_no_others():
    t_0 = 100

    @cuda.jit
    def kernel(out, t):
        t_1 = t[1]
        out[0] = t[0] + t_0
        out[1] = t_1

    out = np.zeros(2)
    kernel[1, 1](out, (1, 2))
    assert out.tolist() == [101, 2]


def test_tuples_that_are_refused():
    @cuda.jit
    def assigns(out, t):
        t = (t[1], t[0])
        out[0] = t[0]

    @cuda.jit
    def has_lambda(out, t):
        first = lambda: t[0]  # noqa: E731
        out[0] = first()

    @cuda.jit
    def beyond(out, t):
        out[0] = t[2]

    for kernel, message in (
        (assigns, "E619]: an assignment to a parameter that is a tuple is not in the kernel language"),
        (has_lambda, "E619]: a lambda that reads a parameter that is a tuple is not in the kernel language"),
        (beyond, "E442]: `(t)` is a `(int64, int64)`, which has 2 parts"),
    ):
        with pytest.raises(cuda.errors.TypingError) as error:
            kernel[1, 1](np.zeros(1), (1, 2))
        assert message in str(error.value)


@cuda.jit
def over_arrays(out, arrays):
    i = 0
    for each in cuda.literal_unroll(arrays):
        out[i] = each.ndim * 100 + each.size
        i += 1


def test_loops_over_arrays_that_are_given():
    out = np.zeros(3)
    over_arrays[1, 1](out, (np.zeros(5), np.zeros((2, 3), np.int32), np.zeros(1, bool)))
    assert out.tolist() == [105, 206, 101]
