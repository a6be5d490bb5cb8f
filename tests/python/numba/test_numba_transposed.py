"""`.T` in kernels: the dimensions of an array, or of a part of one, turned round."""

import numpy as np
import pytest

from cudapy import cuda


def corner(x):
    return x[0, 1] + x.shape[0]


def walked(a, b, c, y):
    i = cuda.grid(1)
    columns = a.T
    if i < columns.shape[0]:
        for value in a.T[i]:
            y[i] += value
        b.T[i, 0] = columns[i, -1]
        y[i] += corner(a[1:].T) + c.T[i].T[0, i] + a.T.T[0, i]
        for each in columns[i - 1, ::-1]:
            y[i] = y[i] * 2 + each


@pytest.mark.parametrize("checked", ["0", "1"])
def test_access_patterns(checked, monkeypatch):
    monkeypatch.setenv("CUDAPY_CHECKED", checked)
    a, c = np.arange(12, dtype=np.float32).reshape(3, 4), np.arange(60, dtype=np.float32).reshape(3, 4, 5)
    b, y = np.zeros((2, 4), np.float32), np.zeros(4)
    cuda.jit(walked)[1, 4](a, b, c, y)
    expected_b, expected = np.zeros((2, 4), np.float32), np.zeros(4)
    for i in range(4):
        for value in a.T[i]:
            expected[i] += value
        expected_b.T[i, 0] = a.T[i, -1]
        expected[i] += corner(a[1:].T) + c.T[i].T[0, i] + a.T.T[0, i]
        for each in a.T[i - 1, ::-1]:
            expected[i] = expected[i] * 2 + each
    assert (b.tolist(), y.tolist()) == (expected_b.tolist(), expected.tolist())


def test_one_dimension_and_types():
    @cuda.jit
    def kernel(a, y):
        y[0] = a.T[1] + a.T.dtype.type(0.1)
        y.T[1] = a.T.ndim + a.T.size + a.T.shape[0]

    y = np.zeros(2)
    kernel[1, 1](np.float32([1, 2, 3]), y)
    assert y.tolist() == [float(np.float32(2) + np.float32(0.1)), 7]


def test_columns_of_an_array_are_gone_through():
    """The index is computed in 64 bits here, and the lengths are of 32."""

    @cuda.jit
    def kernel(a, y):
        i = cuda.grid(1)
        for value in a[:, i]:
            y[i] = y[i] * 3 + value

    a, y = np.arange(6.0).reshape(2, 3), np.zeros(3)
    kernel[1, 3](a, y)
    assert y.tolist() == [3, 7, 11]
