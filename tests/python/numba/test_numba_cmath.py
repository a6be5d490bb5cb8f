"""Complex numbers in kernels of the dialect: cmath, `complex`, and powers. CPython gives the same numbers,
infinities and NaNs; where it raises, numba 0.68's njit was asked for them."""

import cmath
import math

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda import float32, int8

INF, NAN = math.inf, math.nan
ON_CPU = cuda.device_array(1).device == "cpu"
PARTS = [-0.0, 0.0, 1, -1, 1.5, -3.5, -INF, INF, NAN]
NUMBERS = [complex(x, y) for x in PARTS for y in PARTS]
FUNCTIONS = """
    acos acosh asin asinh atan atanh cos cosh exp log log10 sin sinh sqrt tan tanh
""".split()


def of_each(function, dtype=np.complex128):
    """Returns what a function gives for each number in a kernel."""

    @cuda.jit
    def kernel(z, out):
        i = cuda.grid(1)
        if i < z.size:
            out[i] = function(z[i])

    out = np.zeros(len(NUMBERS), np.complex128)
    kernel[1, 128](np.array(NUMBERS, dtype), out)
    return out


def in_python(function, z):
    """Returns what CPython gives; None where it raises."""
    try:
        return function(z)
    except ValueError:
        return None


def is_same(x, y, apart, has_sign=True):
    same_sign = math.copysign(1, x) == math.copysign(1, y) or not has_sign
    return x == y and same_sign or 0 < abs(x - y) <= apart * abs(y)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_cmath_are_as_in_python(name):
    function = getattr(cmath, name)
    for z, made in zip(NUMBERS, of_each(function)):
        expected = in_python(function, z)
        if expected is None:
            continue
        # C leaves the sign of a zero open where there is a NaN, and CUDA's functions choose another one.
        has_sign = ON_CPU or not cmath.isnan(z)
        for one, other in ((made.real, expected.real), (made.imag, expected.imag)):
            assert math.isnan(one) == math.isnan(other), (z, made)
            assert math.isnan(one) or is_same(one, other, 4e-16, has_sign), (z, made)


@pytest.mark.parametrize(
    "function, z, expected",
    [(cmath.atanh, complex(1, 0), "(inf+0j)"), (cmath.log, complex(0, 0), "(-inf+0j)")],
)
def test_numbers_that_python_has_no_value_for(function, z, expected):
    made = of_each(function)[[repr(each) for each in NUMBERS].index(repr(z))]
    assert repr(complex(made)) == expected


@pytest.mark.parametrize("z", [1 + 1j, 0.6 + 0.8j, 1 + 1e-9j, -1 + 1e-12j, 1e308 + 1.7e308j, 5e-324 + 0j])
def test_logarithms_near_one_and_of_large_numbers(z):
    @cuda.jit
    def kernel(z, out):
        out[0] = cmath.log(z[0])

    out = np.zeros(1, complex)
    kernel[1, 1](np.array([z]), out)
    on_cpu = (
        cuda.device_array(1).device == "cpu"
    )  # a GPU rounds a sum of two products, which cancel, once less
    assert out[0].real == pytest.approx(cmath.log(z).real, rel=4e-16, abs=0 if on_cpu else 1e-17)
    assert out[0].imag == pytest.approx(cmath.log(z).imag, rel=4e-16, abs=0)


def test_tests_and_angles():
    finite = [math.isfinite(z.real) and math.isfinite(z.imag) for z in NUMBERS]
    assert of_each(cmath.isnan).real.tolist() == [cmath.isnan(z) for z in NUMBERS]
    assert of_each(cmath.isinf).real.tolist() == [cmath.isinf(z) for z in NUMBERS]
    assert of_each(cmath.isfinite).real.tolist() == finite
    for z, made in zip(NUMBERS, of_each(cmath.phase)):
        assert math.isnan(cmath.phase(z)) or is_same(made.real, cmath.phase(z), 0 if ON_CPU else 4e-16)


@cuda.jit
def makes_and_splits(z, out):
    r, angle = cmath.polar(z[0])
    out[0] = cmath.rect(r, angle)
    out[1] = complex(r, angle)
    out[2] = cmath.log(z[0], z[1])
    out[3] = complex(2.0, 3)
    out[4] = cmath.rect(math.inf, 0.0)
    out[5] = cmath.rect(0.0, math.inf)


def test_polar_rect_and_complex():
    z, out = np.array([3 - 4j, 1 + 2j]), np.zeros(6, complex)
    makes_and_splits[1, 1](z, out)
    assert out[:2].tolist() == [cmath.rect(*cmath.polar(z[0])), complex(*cmath.polar(z[0]))]
    assert abs(out[2] - cmath.log(z[0], z[1])) < 1e-15
    assert out[3:].tolist() == [2 + 3j, complex(INF, 0), 0]


@cuda.jit
def types_of_results(z, x, n, out):
    # Of complex64, what is computed in double is one: the next power of two from 1 is told apart.
    tiny = 1.0 + 2.0**-40
    out[0] = complex(x[0], x[0]).real * tiny - 1  # a complex64
    out[1] = complex(x[0], 1.0).real
    out[2] = cmath.exp(z[0]).real
    out[3] = cmath.tanh(z[0]).real
    out[4] = cmath.sqrt(n[0]).real
    out[5] = complex(z[0]).imag
    out[6] = cmath.log(x[0] + 2, z[0]).real - cmath.log(float32(3), z[0]).real
    out[7] = cmath.sqrt(int8(2)).real


def test_types_of_results():
    out = np.zeros(8)
    types_of_results[1, 1](np.complex64([0.3 + 0.7j]), np.float32([1]), np.int64([2]), out)
    z = complex(np.complex64(0.3 + 0.7j))
    assert out[0] == 2.0**-40
    assert out[2] == np.float32(out[2]) and out[2] == pytest.approx(cmath.exp(z).real, rel=3e-7)
    assert out[3] != np.float32(out[3]) and out[3] == pytest.approx(cmath.tanh(z).real, rel=1e-6)
    assert out[4] == math.sqrt(2) and out[5] == z.imag
    assert out[6] != 0  # the first is computed in double, since `x[0] + 2` is
    assert out[7] == np.float32(math.sqrt(2))


@cuda.jit
def powers(x, y, out):
    out[0] = x[0] ** y[0]
    out[1] = pow(x[0], y[0])
    out[2] = x[0] ** 2
    out[3] = x[1] ** x[1]
    out[4] = x[1] ** y[0]
    x[0] **= y[0]
    out[5] = x[0]


@pytest.mark.parametrize("dtype, apart", [(np.complex64, 1e-6), (np.complex128, 1e-15)])
def test_powers(dtype, apart):
    x, y, out = np.array([0.5 + 1.5j, 0], dtype), np.array([0.25 - 2j], dtype), np.zeros(6, complex)
    first = complex(x[0])
    powers[1, 1](x, y, out)
    expected = first ** complex(y[0])
    assert out[[0, 1, 5]] == pytest.approx(expected, rel=apart)
    assert out[2] == pytest.approx(first * first, rel=apart) and out[3] == 1
    assert cmath.isnan(out[4])  # numba takes the logarithm of 0, where CPython gives 0


@cuda.jit
def of_real(x, out):
    out[0] = cmath.acosh(x[0])


@cuda.jit
def of_bool(x, out):
    out[0] = complex(x[0] > 0)


@cuda.jit
def rect_of_integers(x, out):
    out[0] = cmath.rect(1, 2)


@pytest.mark.parametrize(
    "kernel, what",
    [
        (of_real, "`cmath.acosh` of float64, which numba has only for complex numbers,"),
        (of_bool, "`complex` of bool"),
        (rect_of_integers, "`cmath.rect` of int64, int64, which numba has only for float32 and float64,"),
    ],
)
def test_what_numba_has_not_is_refused(kernel, what):
    with pytest.raises(cp.CompileError) as error:
        kernel[1, 1](np.ones(1), np.zeros(1, complex))
    head = str(error.value).splitlines()[0].partition("error[E619]: ")[2]
    assert head == f"{what} is not in the kernel language"


@cuda.jit
def sums(z, out):
    total = z[0]
    total = total * z[1]
    total += z[0]
    total -= 1
    total /= 2j
    out[0] = total


def test_names_of_complex_numbers_are_added_to():
    z, out = np.array([1 + 2j, 3 - 1j]), np.zeros(1, complex)
    sums[1, 1](z, out)
    assert out[0] == (z[0] * z[1] + z[0] - 1) / 2j
