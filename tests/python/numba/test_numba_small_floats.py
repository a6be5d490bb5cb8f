"""float16 and bfloat16 in kernels of the dialect: operators with numba's types, and the functions of
cuda.fp16 and cuda.bf16. Those of float16 are compared with NumPy's, which rounds once."""

import math
import operator

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda import bf16, fp16
from cudapy.cuda.bf16 import bfloat16
from cudapy.cuda.types import float32

RANDOM = np.random.default_rng(5)
VALUES = np.concatenate(
    [
        RANDOM.normal(size=200).astype(np.float16),
        np.float16([0, -0.0, 65504, -65504, 6e-8, 1e-5, math.inf, -math.inf, math.nan, 1, -2, 0.1]),
    ]
)
PAIRS = [(a, b) for a in VALUES[-24:] for b in VALUES[-24:]]
LEFT, RIGHT = (np.array(each, np.float16) for each in zip(*PAIRS))


def of_pairs(function, dtype=np.float16):
    @cuda.jit
    def kernel(a, b, out):
        i = cuda.grid(1)
        if i < a.size:
            out[i] = function(a[i], b[i])

    out = np.zeros(LEFT.size, dtype)
    kernel[5, 128](LEFT, RIGHT, out)
    return out


def of_values(function, dtype=np.float16):
    @cuda.jit
    def kernel(a, out):
        i = cuda.grid(1)
        if i < a.size:
            out[i] = function(a[i])

    out = np.zeros(VALUES.size, dtype)
    kernel[2, 128](VALUES, out)
    return out


def same_bits(made, expected):
    """Returns whether two arrays have the same numbers, the signs of zeros included. All NaNs are one."""
    both_nan = np.isnan(made) & np.isnan(expected)
    return bool(np.all(both_nan | ((made == expected) & (np.signbit(made) == np.signbit(expected)))))


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv"])
def test_arithmetic_rounds_once(name):
    function = getattr(operator, name)
    with np.errstate(all="ignore"):
        expected = function(LEFT, RIGHT)
    assert same_bits(of_pairs(function), expected)
    assert same_bits(of_pairs(getattr(fp16, f"h{name.removeprefix('true')}")), expected)


@pytest.mark.parametrize("name", ["eq", "ne", "lt", "le", "gt", "ge"])
def test_comparisons(name):
    function = getattr(operator, name)
    expected = function(LEFT, RIGHT)
    assert np.array_equal(of_pairs(function, np.bool_), expected)
    unordered = np.isnan(LEFT) | np.isnan(RIGHT)
    assert np.array_equal(of_pairs(getattr(fp16, f"h{name}"), np.bool_), expected & ~unordered)
    assert np.array_equal(of_pairs(getattr(fp16, f"__h{name}u"), np.bool_), expected | unordered)


@cuda.jit
def mixed(a, n8, u8, n16, n32, x32, x64, out):
    out[0] = a[0] + n8[0]
    out[1] = a[0] * u8[0]
    out[2] = a[0] * n16[0]
    out[3] = a[0] / n32[0]
    out[4] = a[0] * x32[0]
    out[5] = a[0] - x64[0]
    out[6] = a[0] // a[1]
    out[7] = a[0] ** 3
    out[8] = a[0] * 2
    out[9] = -a[0]
    out[10] = abs(-a[0])
    out[11] = max(a[0], a[1])
    out[12] = round(a[0])
    out[13] = a[0] > n32[0]
    out[14] = a[0] if a[0] > 1 else n8[0]


def test_types_of_operators():
    a = np.float16([3.14, 0.7])
    first, second = map(float, a)
    out = np.zeros(15)
    mixed[1, 1](
        a,
        np.int8([3]),
        np.uint8([200]),
        np.int16([300]),
        np.int32([7]),
        np.float32([0.1]),
        np.array([0.1]),
        out,
    )
    expected = [
        np.float16(a[0] + np.float16(3)),
        np.float32(first * 200),
        np.float32(first * 300),
        first / 7,
        np.float32(np.float32(first) * np.float32(0.1)),
        first - 0.1,
        first // second,
        np.float32(np.float32(first * first) * np.float32(first)),
        first * 2,
        -first,
        first,
        first,
        3,
        False,
        first,
    ]
    assert out.tolist() == [float(each) for each in expected]


@pytest.mark.parametrize("name", ["hmax", "hmin"])
def test_extremes(name):
    smaller = name == "hmin"
    ordered = np.fmin(LEFT, RIGHT) if smaller else np.fmax(LEFT, RIGHT)
    zeros = (LEFT == 0) & (RIGHT == 0)
    sign = np.signbit(LEFT) | np.signbit(RIGHT) if smaller else np.signbit(LEFT) & np.signbit(RIGHT)
    ordered[zeros] = np.where(sign[zeros], np.float16(-0.0), np.float16(0.0))
    assert same_bits(of_pairs(getattr(fp16, name)), ordered)
    ordered[np.isnan(LEFT) | np.isnan(RIGHT)] = np.nan
    assert same_bits(of_pairs(getattr(fp16, f"__{name}_nan")), ordered)


@pytest.mark.parametrize(
    "name, function",
    [
        ("hceil", np.ceil),
        ("hfloor", np.floor),
        ("htrunc", np.trunc),
        ("hrint", np.rint),
        ("hsqrt", np.sqrt),
        ("habs", np.abs),
        ("hneg", np.negative),
        ("hrcp", lambda x: np.float16(1) / x),
        ("hsin", np.sin),
        ("hcos", np.cos),
        ("hexp", np.exp),
        ("hexp2", np.exp2),
        ("hexp10", lambda x: 10 ** x.astype(np.float64)),
        ("hlog", np.log),
        ("hlog2", np.log2),
        ("hlog10", np.log10),
        ("htanh", np.tanh),
        ("hrsqrt", lambda x: 1 / np.sqrt(x.astype(np.float64))),
    ],
)
def test_functions_of_one_number(name, function):
    with np.errstate(all="ignore"):
        exact = name in ("hceil", "hfloor", "htrunc", "hrint", "hsqrt", "habs", "hneg", "hrcp")
        expected = function(VALUES if exact else VALUES.astype(np.float64)).astype(np.float16)
    made = of_values(getattr(fp16, name))
    if exact:
        assert same_bits(made, expected)
    else:
        np.testing.assert_allclose(made.astype(float), expected.astype(float), rtol=1e-3, atol=6e-8)


@cuda.jit
def fused(a, b, c, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = fp16.hfma(a[i], b[i], c[i])
        out[i, 1] = cuda.fp16.__hfma_sat(a[i], b[i], c[i])
        out[i, 2] = cuda.fp16.__hfma_relu(a[i], b[i], c[i])
        out[i, 3] = cuda.fp16.__hadd_sat(a[i], b[i])


def test_fused_and_saturated():
    a, b, c = RANDOM.normal(size=(3, 500)).astype(np.float16)
    out = np.zeros((500, 4), np.float16)
    fused[4, 128](a, b, c, out)
    exact = (a.astype(float) * b + c).astype(np.float16)
    assert same_bits(out[:, 0], exact)
    assert same_bits(out[:, 1], np.clip(exact, 0, 1)) and same_bits(
        out[:, 2], np.maximum(exact, np.float16(0))
    )
    assert same_bits(out[:, 3], np.clip(a + b, 0, 1))


@cuda.jit
def math_of_halves(x, out):
    out[0] = math.sin(x[0]) * x[0]  # a float16 by a float16
    out[1] = math.tan(x[0])  # a float32
    out[2] = math.floor(x[0])
    out[3] = math.log(x[0])
    out[4] = math.pow(x[0], x[0])


def test_functions_of_math_have_numbas_types():
    out = np.zeros(5)
    x = np.float16([1.7])
    math_of_halves[1, 1](x, out)
    value = float(x[0])
    assert out[0] == float(np.float16(math.sin(value)) * x[0])
    assert out[1] != np.float16(out[1]) and out[1] == pytest.approx(math.tan(value), rel=1e-6)
    assert out[2:4].tolist() == [1, float(np.float16(math.log(value)))]
    assert out[4] == np.float32(out[4]) == pytest.approx(value**value, rel=1e-6)


INTEGERS = [0, 1, -1, 2049, -2051, 40000, 65519, 65521, 70000, -70001, 123456789]


@cuda.jit
def of_integers(n, out):
    i = cuda.grid(1)
    if i < n.size:
        out[i, 0] = cuda.fp16.__int2half_rn(n[i])
        out[i, 1] = cuda.fp16.__int2half_rd(n[i])
        out[i, 2] = cuda.fp16.__int2half_ru(n[i])
        out[i, 3] = cuda.fp16.__int2half_rz(n[i])


def test_directions_of_rounding():
    n, out = np.int32(INTEGERS), np.zeros((len(INTEGERS), 4), np.float16)
    of_integers[1, 32](n, out)
    halves = np.sort(np.arange(2**16, dtype=np.uint16).view(np.float16))
    halves = halves[~np.isnan(halves)].astype(float)
    for number, (near, down, up, cut) in zip(INTEGERS, out.astype(float)):
        with np.errstate(over="ignore"):
            assert near == np.float16(number)
        below, above = halves[halves <= number].max(), halves[halves >= number].min()
        assert (down, up) == (below, above) and cut == (below if number >= 0 else above)


@cuda.jit
def bits_of_halves(x, out, back):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.fp16.__half_as_ushort(x[i])
        back[i] = cuda.fp16.__ushort_as_half(out[i])


def test_bits():
    words = np.arange(2**16, dtype=np.uint16)
    x = words.view(np.float16)
    out, back = np.zeros(2**16, np.uint16), np.zeros(2**16, np.float16)
    bits_of_halves[256, 256](x, out, back)
    assert np.array_equal(out[~np.isnan(x)], words[~np.isnan(x)]) and same_bits(back, x)


@cuda.jit
def to_integers(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = cuda.fp16.__half2int_rn(x[i])
        out[i, 1] = cuda.fp16.__half2int_rd(x[i])
        out[i, 2] = cuda.fp16.__half2int_ru(x[i])
        out[i, 3] = cuda.fp16.__half2int_rz(x[i])
        out[i, 4] = cuda.fp16.__half2uchar_rz(x[i])
        out[i, 5] = cuda.fp16.__half2ll_rn(x[i])


def test_integers_of_halves():
    out = np.zeros((6, 6), np.int64)
    to_integers[1, 32](np.float16([2.5, -2.5, 300, math.inf, -math.inf, math.nan]), out)
    assert out.tolist() == [
        [2, 2, 3, 2, 2, 2],
        [-2, -3, -2, -2, 0, -2],
        [300, 300, 300, 300, 255, 300],
        [2**31 - 1] * 4 + [255, 2**63 - 1],
        [-(2**31)] * 4 + [0, -(2**63)],
        [0] * 5 + [-(2**63)],
    ]


@cuda.jit
def of_bfloats(x, n, out):
    a, b = bfloat16(x[0]), bfloat16(x[1])
    out[0] = float32(a + b)
    out[1] = float32(bf16.hmul(a, b))
    out[2] = a * n[0]  # a float64
    out[3] = a < b
    out[4] = float32(bf16.hfma(a, b, a))
    out[5] = float32(-a)
    out[6] = float32(math.exp(a))
    out[7] = bf16.bfloat16_as_int16(a)
    out[8] = float32(bf16.int16_as_bfloat16(0x3FC0))
    out[9] = float32(bf16.int64_to_bfloat16_rz(2**62 + 2**61 - 1))
    out[10] = float32(bf16.float32_to_bfloat16_ru(x[0]))
    out[11] = float32(bf16.uint64_to_bfloat16_rn(n[1]))


def rounded(x):
    """Returns a number rounded to a bfloat16."""
    word = int(np.float32(x).view(np.uint32))
    word += 0x7FFF + (word >> 16 & 1)
    return float(np.uint32(word & 0xFFFF0000).view(np.float32))


def test_bfloats():
    x, n, out = np.float32([1.01, -2.7]), np.int64([3, 2**60 + 1]), np.zeros(12)
    of_bfloats[1, 1](x, n, out)
    a, b = rounded(1.01), rounded(-2.7)
    expected = [rounded(a + b), rounded(a * b), a * 3, 0, rounded(a * b + a), -a]
    assert out[:6].tolist() == expected
    assert out[6] == pytest.approx(math.exp(a), rel=2**-8)
    assert out[7:].tolist() == [
        int(np.float32(a).view(np.int32)) >> 16,
        1.5,
        2.0**62 + 2.0**61 - 2.0**55,
        1.015625,
        2.0**60,
    ]


@cuda.jit
def of_an_array(x, out):
    out[0] = fp16.hsin(x)


@cuda.jit
def of_three(x, out):
    out[0] = cuda.fp16.hadd(x[0], x[0], x[0])


@pytest.mark.parametrize(
    "kernel, what",
    [
        (of_an_array, "`fp16.hsin` of an array of float16"),
        (of_three, "`fp16.hadd` of float16, float16, float16"),
    ],
)
def test_other_arguments_are_refused(kernel, what):
    with pytest.raises(cp.CompileError) as error:
        kernel[1, 1](np.ones(3, np.float16), np.zeros(1))
    head = str(error.value).splitlines()[0].partition("error[E619]: ")[2]
    assert head == f"{what} is not in the kernel language"


def test_names_outside_kernels():
    assert repr(fp16.hadd) == "<cuda.fp16.hadd, known inside kernels>"
    with pytest.raises(RuntimeError, match="cuda.fp16.hadd means something only inside a kernel"):
        fp16.hadd(1, 2)
    with pytest.raises(RuntimeError, match=r"bfloat16\(x\) means something only inside a kernel"):
        bfloat16(1.0)
