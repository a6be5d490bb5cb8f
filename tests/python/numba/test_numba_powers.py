"""Powers of floats. numba multiplies out those whose exponent is an integer, by squaring."""

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
    expected = [
        x * square,
        x * fourth,
        one / square,
        double * squared * (squared * squared),
        np.ones(500),
        x,
        square,
        fourth,
    ]
    if dtype is np.float64:
        expected[3] = (x + 1) * ((x + 1) * (x + 1)) * ((x + 1) * (x + 1) * ((x + 1) * (x + 1)))
    for column, each in enumerate(expected):
        assert np.array_equal(out[:, column], each), column


@cuda.jit
def powers_of_floats(x, small, n, unsigned, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = x[i] ** small[i]
        out[i, 1] = x[i] ** n[i]
        out[i, 2] = pow(x[i], unsigned[i])
        out[i, 3] = x[i]
        out[i, 3] **= n[i]


def by_squaring(base, exponent, kind):
    """Returns what numba computes: it multiplies squares, in the type of the base."""
    result, power, left = kind(1), kind(base), abs(exponent)
    while left:
        if left & 1:
            result *= power
        left >>= 1
        power *= power
    return kind(1) / result if exponent < 0 else result


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_powers_of_floats_with_exponents_that_are_known_late(kind):
    random = np.random.default_rng(1)
    x, n = random.uniform(-2, 2, 300).astype(kind), random.integers(-30, 31, 300)
    unsigned = abs(n).astype(np.uint64)
    out = np.zeros((300, 4), kind)
    powers_of_floats[2, 256](x, n.astype(np.int8), n, unsigned, out)
    with np.errstate(all="ignore"):
        expected = np.array([by_squaring(*each, kind) for each in zip(x, n.tolist())])
        positive = np.array([by_squaring(*each, kind) for each in zip(x, unsigned.tolist())])
    for column, of in enumerate((expected, expected, positive, expected)):
        np.testing.assert_array_equal(out[:, column], of)


def test_powers_with_large_exponents():
    x = np.array([1.0000001, -1.0, 0.5, 2.0, -1.0, 0.0, np.nan, 1.0, -2.0])
    n = np.array([70000, 2**62 + 1, -70000, 2**63 - 1, -(2**63), -3, 0, 5, 65536])
    unsigned, out = np.full(9, 2**64 - 1, np.uint64), np.zeros((9, 4))
    powers_of_floats[1, 32](x, np.zeros(9, np.int8), n, unsigned, out)
    assert out[:, 0].tolist() == [1] * 9
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(out[:, 1], np.power(x, n.astype(float)), rtol=1e-15)
        np.testing.assert_allclose(out[:, 2], np.power(x, np.full(9, 2.0**64)), rtol=1e-15)
