"""Calls of functions over arrays that are like an earlier one: they are quick, and mean the same."""

import os

import numpy as np
import pytest

import cudapy as cp
from cudapy._ufuncs.vectorized import Vectorized
from raising import raises

TARGET = os.environ.get("CUDAPY_TARGET") or ("cuda" if cp.cuda_available() else "cpu")
SCALE = 2


def scaled(x, y):
    return x * SCALE + y


def both(x, y):
    return x + y, x - y


def array(values, dtype=np.float32):
    return cp.CudaArray(np.asarray(values, dtype), target=TARGET)


@pytest.fixture
def anew(monkeypatch):
    """A list of the calls that find out everything anew."""
    calls = []
    called_anew = Vectorized._called_anew

    def noted(self, arguments, *others):
        calls.append(arguments)
        return called_anew(self, arguments, *others)

    monkeypatch.setattr(Vectorized, "_called_anew", noted)
    return calls


def test_calls_like_an_earlier_one(anew):
    f = cp.vectorize(scaled)
    X, Y, row = array([[1, 2], [3, 4]]), array([[5, 6], [7, 8]]), array([1, 2])
    for _ in range(3):
        assert f(X, Y).toList() == [[7, 10], [13, 16]]
        assert f(X, row).toList() == [[3, 6], [7, 10]]
        assert f(X, 0.5).toList() == [[2.5, 4.5], [6.5, 8.5]]
    assert len(anew) == 3
    assert f(Y, X).toList() == [[11, 14], [17, 20]] and len(anew) == 3  # other arrays of these shapes
    assert (
        f(X.T, Y).toList() == [[7, 12], [11, 16]]
        and f(X[:1], Y).toList() == [[7, 10], [9, 12]]
        and len(anew) == 5
    )
    assert f(x=X, y=Y).toList() == [[7, 10], [13, 16]] and len(anew) == 6
    assert f(array([1, 2], np.int32), array([1, 2], np.int32)).dtype == np.int32


def test_numbers_are_told_apart_by_type_and_value():
    f = cp.vectorize(scaled)
    X = array([1, 2], np.int32)
    for _ in range(2):
        results = [f(X, number) for number in (1, 1.0, True, 2**40, 2)]
        assert [each.dtype.name for each in results] == ["int32", "float64", "int32", "int64", "int32"]
        assert [each.toList() for each in results] == [[3, 5], [3, 5], [3, 5], [2 + 2**40, 4 + 2**40], [4, 6]]


def test_what_is_captured_may_change(anew):
    global SCALE
    f = cp.vectorize(scaled)
    X, Y = array([1, 2], np.int32), array([1, 1], np.int32)
    try:
        for scale, expected in ((2, [3, 5]), (2, [3, 5]), (3, [4, 7]), (1.5, [2.5, 4.0]), (2, [3, 5])):
            SCALE = scale
            result = f(X, Y)
            assert result.toList() == expected and result.dtype == (np.float64 if scale == 1.5 else np.int32)
    finally:
        SCALE = 2
    assert len(anew) == 4


def test_out_is_looked_at_each_time(anew):
    f = cp.vectorize(scaled)
    memory = array(np.arange(8))
    X, Y, out = memory[:4], memory[4:], array(np.zeros(4))
    for _ in range(2):
        assert f(X, Y, out=out) is out and out.toList() == [4, 7, 10, 13]
    assert len(anew) == 1
    text = (
        "scaled: out shares a part of its memory with argument x, whose elements would change before they "
        "are read: pass a copy of x, or the same array as out"
    )
    with raises(ValueError, text):
        f(X, Y, out=memory[2:6])
    assert memory.toList() == list(range(8))
    for expected in ([4, 7, 10, 13], [12, 19, 26, 33]):
        assert f(X, Y, out=X) is X and X.toList() == expected
    wide = array(np.zeros(4), np.float64)
    for _ in range(2):
        assert f(X, Y, out=wide) is wide and wide.toList() == [28, 43, 58, 73]


def test_several_results(anew):
    f = cp.vectorize(both)
    X, Y = array([1, 2]), array([3, 5])
    for _ in range(2):
        one, other = f(X, Y)
        assert one.toList() == [4, 7] and other.toList() == [-2, -3] and one.pointer() != other.pointer()
    assert len(anew) == 1


def test_what_is_no_array_of_numbers_is_refused_again():
    f = cp.vectorize(scaled)
    X = array([1, 2])
    assert f(X, X).toList() == [3, 6]
    X.free()
    for _ in range(2):
        with raises(ValueError, "scaled: argument x: this CudaArray was freed"):
            f(X, X)
