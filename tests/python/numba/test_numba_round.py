"""`round(x, digits)`, `n.bit_count()`, `float("nan")` and `tuple(t)` in kernels of the dialect."""

import math

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda


@cuda.jit
def rounds(x, digits, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = round(x[i], digits)


@pytest.mark.parametrize("digits", [-5, -2, 0, 1, 3, 5, 12, 23])
def test_digits_of_doubles(digits):
    x = np.concatenate(
        [np.random.default_rng(3).normal(size=200), [0.5, 1.5, 2.5, -0.5, 0.125, 1e300, -0.0, 12345.5]]
    )
    out = np.zeros_like(x)
    rounds[1, 256](x, digits, out)
    expected = np.array([round(float(each), digits) for each in x])
    # The last digit of a scaled number may be another one than CPython's, which computes with all digits.
    np.testing.assert_allclose(out, expected, rtol=2e-16, atol=0.51 * 10.0**-digits if digits > 12 else 0)
    assert np.array_equal(np.signbit(out), np.signbit(expected))


@cuda.jit
def rounds_to_types(x, n, out):
    out[0] = round(x[0], 2)
    out[1] = round(n[0], -2)
    out[2] = round(x[1], 2)
    out[3] = round(x[2], 400)


def test_types_and_special_numbers():
    out = np.zeros(4)
    rounds_to_types[1, 1](np.float32([2.345, math.inf, 1.1]), np.int64([1250]), out)
    assert out.tolist() == [np.float32(2.35), 1200, math.inf, np.float32(1.1)]


@cuda.jit
def counts_bits(a, b, c, out):
    out[0] = a[0].bit_count()
    out[1] = b[0].bit_count()
    out[2] = c.bit_count()
    n = a[0] + 7
    out[3] = n.bit_count()


def test_bit_count_is_popc():
    out = np.zeros(4, np.int64)
    counts_bits[1, 1](np.int8([-1]), np.uint64([2**64 - 1]), 255, out)
    assert out.tolist() == [8, 64, 8, 2]


@cuda.jit
def of_texts(out):
    out[0] = float("nan")
    out[1] = float("inf")
    out[2] = float("-Infinity")
    for i, v in enumerate(tuple((1.5, 2.5))):
        out[3 + i] = v


def test_float_reads_nan_and_infinity():
    out = np.zeros(5)
    of_texts[1, 1](out)
    np.testing.assert_array_equal(out, [math.nan, math.inf, -math.inf, 1.5, 2.5])


@cuda.jit
def of_a_complex(z, out):
    out[0] = round(z[0], 1)


def test_what_has_no_digits_is_refused():
    with pytest.raises(cp.CompileError) as error:
        of_a_complex[1, 1](np.zeros(1, complex), np.zeros(1))
    assert "`round` of complex128, int64 is not in the kernel language" in str(error.value)
