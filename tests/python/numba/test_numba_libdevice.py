"""The functions of numba.cuda.libdevice in kernels of the dialect."""

import math

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda import libdevice

ON_CPU = cuda.device_array(1).device == "cpu"
INT = np.int32
FLOAT = np.float32
CASES = [
    ("sin", (0.5,), math.sin(0.5)),
    ("sinf", (FLOAT(0.5),), float(np.sin(FLOAT(0.5)))),
    ("fast_expf", (FLOAT(1),), float(np.exp(FLOAT(1)))),
    ("fma", (2.0, 3.0, 4.0), 10),
    ("fmaxf", (FLOAT(1), FLOAT("nan")), 1),
    ("rsqrt", (4.0,), 0.5),
    ("cospi", (1.0,), -1),
    ("round", (-2.5,), -3),
    ("rint", (2.5,), 2),
    ("ldexp", (3.0, INT(4)), 48),
    ("jn", (INT(1), 0.0), 0),
    ("ilogb", (8.0,), 3),
    ("llround", (2.5,), 3),
    ("llrintf", (FLOAT(2.5),), 2),
    ("powi", (3.0, INT(-1)), 1 / 3),
    ("saturatef", (FLOAT(1.5),), 1),
    ("isnand", (math.nan,), 1),
    ("isinff", (FLOAT(1),), 0),
    ("finitef", (FLOAT("inf"),), 0),
    ("signbitd", (-0.0,), 1),
    ("signbitf", (FLOAT(1),), 0),
    ("abs", (INT(-3),), 3),
    ("umax", (INT(-1), INT(5)), -1),
    ("ullmin", (-1, 5), 5),
    ("sad", (INT(3), INT(10), INT(2)), 9),
    ("usad", (INT(0), INT(-1), INT(2)), 1),
    ("hadd", (INT(2**31 - 1), INT(2**31 - 1)), 2**31 - 1),
    ("rhadd", (INT(1), INT(2)), 2),
    ("uhadd", (INT(-1), INT(-1)), -1),
    ("mulhi", (INT(-(2**31)), INT(2)), -1),
    ("umulhi", (INT(-1), INT(-1)), -2),
    ("popcll", (2**62 - 1,), 62),
    ("clz", (INT(1),), 31),
    ("clzll", (0,), 64),
    ("ffs", (INT(8),), 4),
    ("brev", (INT(1),), -(2**31)),
    ("brevll", (2,), 2**62),
    ("double_as_longlong", (1.0,), 0x3FF0000000000000),
    ("longlong_as_double", (0x4000000000000000,), 2),
    ("float_as_int", (FLOAT(-0.0),), -(2**31)),
    ("int_as_float", (INT(0x3F800000),), 1),
    ("double2hiint", (-2.0,), -(2**30)),
    ("double2loint", (1.1,), -1717986918),
    ("hiloint2double", (INT(0x3FF00000), INT(-1)), float.fromhex("0x1.00000ffffffffp+0")),
    ("double2int_rn", (2.5,), 2),
    ("double2int_rd", (-2.5,), -3),
    ("double2int_ru", (1e10,), 2**31 - 1),
    ("double2uint_rz", (3e9,), 3_000_000_000 - 2**32),
    ("float2ull_rn", (FLOAT(-1),), 0),
    ("float2ll_rz", (FLOAT("nan"),), -(2**63)),
    ("uint2double_rn", (INT(-1),), 2**32 - 1),
    ("ull2float_rn", (-1,), 2.0**64),
    ("ll2double_rn", (2**53 + 1,), 2.0**53),
    ("float2half_rn", (FLOAT(1),), 0x3C00),
    ("half2float", (np.int16(-0x4400),), -1),
    ("fadd_rn", (FLOAT(1), FLOAT(2.0**-24)), 1),
    ("fdiv_rn", (FLOAT(1), FLOAT(3)), float(FLOAT(1) / FLOAT(3))),
    ("drcp_rn", (3.0,), 1 / 3),
]


@pytest.mark.parametrize("name, arguments, expected", CASES, ids=[case[0] for case in CASES])
def test_a_function(name, arguments, expected):
    function = getattr(libdevice, name)
    if len(arguments) == 1:

        @cuda.jit
        def kernel(out, a):
            out[0] = function(a)

    elif len(arguments) == 2:

        @cuda.jit
        def kernel(out, a, b):
            out[0] = function(a, b)

    else:

        @cuda.jit
        def kernel(out, a, b, c):
            out[0] = function(a, b, c)

    out = np.zeros(1, np.int64 if isinstance(expected, int) and abs(expected) > 2**53 else np.float64)
    kernel[1, 1](out, *arguments)
    assert out[0] == pytest.approx(expected, rel=1e-7 if isinstance(arguments[0], FLOAT) else 4e-16, abs=0)


@cuda.jit
def pairs(x, out):
    sine, cosine = libdevice.sincos(x)
    out[0], out[1] = sine, cosine
    out[2], out[3] = libdevice.sincospif(x)
    whole = libdevice.modf(x)
    out[4], out[5] = whole[0], whole[1]
    out[6], out[7] = cuda.libdevice.frexp(x)
    out[8], out[9] = libdevice.remquo(x, 0.75)


def test_pointers_become_tuples():
    out = np.zeros(10)
    pairs[1, 1](2.5, out)
    expected = [math.sin(2.5), math.cos(2.5)]
    assert out[:2].tolist() == (expected if ON_CPU else pytest.approx(expected, rel=4e-16))
    assert out[2:4].tolist() == pytest.approx([1, 0], abs=1e-6)
    assert out[4:].tolist() == [0.5, 2, 0.625, 2, 0.25, 3]


@cuda.jit
def of_an_array(x, out):
    out[0] = libdevice.sin(x)


def test_other_arguments_are_refused():
    with pytest.raises(cp.CompileError) as error:
        of_an_array[1, 1](np.ones(2), np.zeros(2))
    head = str(error.value).splitlines()[0].partition("error[E619]: ")[2]
    assert head == "`libdevice.sin` of an array of float64 is not in the kernel language"
    with pytest.raises(NotImplementedError, match="cudapy.cuda has no libdevice.dadd_rz yet"):
        libdevice.dadd_rz


def test_the_types_are_numbas():
    from cudapy.cuda.libdevicefuncs import create_signature, functions

    assert {name.removeprefix("__nv_") for name in functions} == set(libdevice.__all__)
    shown = {
        name: str(create_signature(*functions[f"__nv_{name}"]))
        for name in ("sincosf", "frexp", "umulhi", "float2ull_rd")
    }
    assert shown == {
        "sincosf": "(float32,) -> UniTuple(float32 x 2)",
        "frexp": "(float64,) -> Tuple(float64, int32)",
        "umulhi": "(int32, int32) -> int32",
        "float2ull_rd": "(float32,) -> int64",
    }
