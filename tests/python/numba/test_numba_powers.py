"""Powers of floats. numba multiplies out those whose exponent is a known integer, by squaring."""

import numpy as np
import pytest

from cudapy import cuda

FIVE = 5


@cuda.jit
def powers(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = x[i] ** 3
        out[i, 1] = x[i] ** FIVE
        out[i, 2] = x[i] ** -2
        out[i, 3] = (x[i] + 1) ** 7
        out[i, 4] = x[i] ** 0
        out[i, 5] = x[i] ** 1
        out[i, 6] = x[i] ** 2
        y = x[i]
        y **= 4
        out[i, 7] = y


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_known_exponents(dtype):
    x = np.random.default_rng(7).normal(size=500).astype(dtype)
    out = np.zeros((500, 8))
    powers[4, 128](x, out)
    one, double = dtype(1), x.astype(np.float64) + 1  # the literal is an int64, and their sum a float64
    square = x * x
    fourth, squared = square * square, double * double
    expected = [x * square, x * fourth, one / square, double * squared * (squared * squared), np.ones(500), x, square, fourth]
    if dtype is np.float64:
        expected[3] = (x + 1) * ((x + 1) * (x + 1)) * ((x + 1) * (x + 1) * ((x + 1) * (x + 1)))
    for column, each in enumerate(expected):
        assert np.array_equal(out[:, column], each), column
