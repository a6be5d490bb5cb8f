"""The types of numba by the names of cudapy.cuda: what they are, how they are written, and which values have
them. The expected texts are those of numba 0.68."""

import pickle

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import (
    complex64,
    float32,
    float64,
    int32,
    int64,
    numpy_support,
    typeof,
    types,
    uint8,
    uint64,
    void,
)
from cudapy.cuda.typing import signature


def test_names_of_one_type():
    assert types.f4 is float32 is cuda.float32 and types.double is float64
    assert types.intp is types.int_ is types.long_ is int64 and types.intc is int32 and types.uintp is uint64
    assert types.boolean is types.b1 is cuda.bool_ and types.none is void and types.byte is uint8
    assert (float32.bitwidth, int64.signed, uint8.signed, uint8.maxval, int32.minval) == (
        32,
        True,
        False,
        255,
        -(2**31),
    )
    assert (
        complex64.underlying_float is float32
        and float32 in types.real_domain
        and uint8 not in types.signed_domain
    )


@pytest.mark.parametrize(
    "kind, short, long",
    [
        (float32[:], "array(float32, 1d, A)", "Array(float32, 1, 'A', False, aligned=True)"),
        (float32[::1], "array(float32, 1d, C)", "Array(float32, 1, 'C', False, aligned=True)"),
        (float32[:, ::1], "array(float32, 2d, C)", "Array(float32, 2, 'C', False, aligned=True)"),
        (float32[::1, :], "array(float32, 2d, F)", "Array(float32, 2, 'F', False, aligned=True)"),
        (float32[::2], "array(float32, 1d, A)", "Array(float32, 1, 'A', False, aligned=True)"),
        (
            types.Array(int32, 2, "C", readonly=True),
            "readonly array(int32, 2d, C)",
            "Array(int32, 2, 'C', True, aligned=True)",
        ),
        (types.Tuple((int32, float32)), "Tuple(int32, float32)", "Tuple(int32, float32)"),
        (types.Tuple((int32, int32)), "UniTuple(int32 x 2)", "UniTuple(int32 x 2)"),
        (types.UniTuple(int32, 0), "UniTuple(int32 x 0)", "UniTuple(int32 x 0)"),
        (types.Tuple(()), "Tuple()", "Tuple()"),
        (void(int32, float32), "(int32, float32) -> none", "(int32, float32) -> none"),
        (void(int32), "(int32,) -> none", "(int32,) -> none"),
        (types.boolean, "bool", "bool"),
    ],
)
def test_how_types_are_written(kind, short, long):
    assert (str(kind), repr(kind)) == (short, long)
    assert pickle.loads(pickle.dumps(kind)) == kind and hash(pickle.loads(pickle.dumps(kind))) == hash(kind)


NUMBERS_BY_NAME = [
    (types.Boolean, ("bool",)),
    (types.Integer, ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")),
    (types.Float, ("float16", "float32", "float64")),
    (types.Complex, ("complex64", "complex128")),
]


@pytest.mark.parametrize("kind, name", [(kind, name) for kind, names in NUMBERS_BY_NAME for name in names])
def test_types_of_numbers_are_made_by_their_names(kind, name):
    made, there = kind(name), getattr(types, "bool_" if name == "bool" else name)
    assert made == there and hash(made) == hash(there) and repr(made) == name
    assert made[:, ::1] == there[:, ::1] and pickle.loads(pickle.dumps(made)) == made

    @cuda.jit(types.void(made[:], made))
    def fill(x, v):
        x[0] = v

    x = np.zeros(1, name)
    fill[1, 1](x, np.ones(1, name)[0])
    assert x[0] == 1


def test_types_of_numbers_are_made_of_their_parts():
    assert types.Integer.from_bitwidth(16) == types.int16 and types.Integer("uint8", 8, False) == uint8
    assert types.Integer.from_bitwidth(32, signed=False) == types.uint32
    assert types.Complex("complex64", float32) == complex64


@pytest.mark.parametrize(
    "make, message",
    [
        (
            lambda: types.Float("int32"),
            "Float: the name must be one of float16, float32, float64, __nv_bfloat16, not 'int32'",
        ),
        (
            lambda: types.Float("double"),
            "Float: the name must be one of float16, float32, float64, __nv_bfloat16, not 'double'",
        ),
        (
            lambda: types.Complex("complex64", float64),
            "Complex: the parts of complex64 are float32, not float64",
        ),
        (lambda: types.Integer("int8", 16), "Integer: int8 has 8 bits and a sign"),
        (lambda: types.Integer("uint8", 8, True), "Integer: uint8 has 8 bits and no sign"),
        (
            lambda: types.Integer.from_bitwidth(7),
            "Integer: the name must be one of int8, int16, int32, int64, uint8, uint16, "
            "uint32, uint64, not 'int7'",
        ),
    ],
)
def test_names_that_no_number_has(make, message):
    with pytest.raises(ValueError) as error:
        make()
    assert str(error.value) == message


def test_types_of_one_class_are_ordered_by_their_width():
    assert types.int8 < int32 <= int32 < int64 > types.int16 and int64 >= int64 and float32 < float64
    assert sorted([uint64, uint8, types.uint16]) == [uint8, types.uint16, uint64]
    for pair in ((int32, uint64), (int32, float64), (types.boolean, types.boolean)):
        with pytest.raises(TypeError):
            pair[0] < pair[1]


def test_types_are_equal_by_their_parts():
    assert float32[:] == types.Array(float32, 1, "A") != float32[::1] != float64[::1]
    assert types.UniTuple(int32, 2) == types.Tuple((int32, int32)) != types.UniTuple(int32, 3)
    assert void(int32) == signature(void, int32) != signature(void, int64)
    assert {float32[:, :]: 1}[types.Array(float32, 2, "A")] == 1


@pytest.mark.parametrize(
    "wrong, shown",
    [
        (slice(1, None), "slice(1, None, None)"),
        (0, "0"),
        ((slice(None), 1), "(slice(None, None, None), 1)"),
        ((), "()"),
    ],
)
def test_only_whole_slices_make_arrays(wrong, shown):
    with pytest.raises(KeyError) as error:
        float32[wrong]
    assert error.value.args == (
        f"Can only index numba types with slices with no start or stop, got {shown}.",
    )


def test_a_type_called_with_a_number_is_a_conversion():
    assert (int32(3.7), type(int32(3.7))) == (3, np.int32)
    assert (float32(0.1), type(float32(0.1))) == (np.float32(0.1), np.float32)
    assert types.boolean(3) is True


READ_ONLY = np.zeros(3)
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize(
    "value, kind",
    [
        (1, int64),
        (-1, int64),
        (2**63, uint64),
        (True, types.boolean),
        (1.5, float64),
        (1j, types.complex128),
        (None, void),
        (np.float32(1), float32),
        (np.uint8(1), uint8),
        (np.bool_(1), types.boolean),
        (np.zeros(3), float64[::1]),
        (np.zeros((3, 3)).T, float64[::1, :]),
        (np.zeros((3, 3))[::2], float64[:, :]),
        (np.zeros(1)[::2], float64[::1]),
        (np.zeros(()), types.Array(float64, 0, "C")),
        (READ_ONLY, types.Array(float64, 1, "C", readonly=True)),
        ((1, 2.0), types.Tuple((int64, float64))),
        (cuda.In(np.zeros(2)), float64[::1]),
        (cuda.to_device(np.zeros((2, 3), np.float32)), float32[:, ::1]),
        (cuda.to_device(np.zeros((2, 3), np.float32)).T, float32[::1, :]),
        (cuda.to_device(np.zeros((4, 4)))[::2], float64[:, :]),
        (np.float16(1), types.float16),
    ],
    ids=repr,
)
def test_the_types_of_values(value, kind):
    assert typeof(value) == kind


@pytest.mark.parametrize(
    "value, error, message",
    [
        ([1], TypeError, "typeof: kernels of cuda.jit have no type for a list"),
        (float32[:], TypeError, "typeof: kernels of cuda.jit have no type for a Array"),
        ("text", TypeError, "typeof: kernels of cuda.jit have no type for a str"),
        (np.zeros(2, ">f8"), TypeError, "typeof: kernels of cuda.jit have no type for a ndarray"),
        (2**64, OverflowError, "typeof: 18446744073709551616 is no integer of 64 bits"),
    ],
)
def test_values_without_a_type(value, error, message):
    with pytest.raises(error) as caught:
        typeof(value)
    assert str(caught.value) == message


def test_dtypes():
    for name in ("bool", "int8", "uint64", "float16", "float32", "complex128"):
        assert numpy_support.as_dtype(numpy_support.from_dtype(np.dtype(name))) == np.dtype(name)
    assert numpy_support.from_dtype(np.float32) is float32
    dates = numpy_support.from_dtype(np.dtype("M8[25s]"))
    assert str(dates) == "datetime64[25s]" and numpy_support.as_dtype(dates) == np.dtype("M8[25s]")
    with pytest.raises(NotImplementedError) as error:
        cuda.jit(void(dates[:]))(lambda_free)
    assert (
        str(error.value)
        == "cudapy.cuda has no kernels with the type datetime64[25s] yet: numbers and arrays "
        "of numbers are there"
    )
    with pytest.raises(NotImplementedError) as error:
        numpy_support.as_dtype(float32[:])
    assert str(error.value) == "cudapy.cuda has no dtype for array(float32, 1d, A) yet: numbers are there"
    with pytest.raises(TypeError) as error:
        numpy_support.as_dtype(3)
    assert str(error.value) == "as_dtype: expected a type, got 3"


def lambda_free(x):
    pass


@cuda.jit
def casts(x, out):
    out[0] = float32(x[0])
    out[1] = types.int32(x[0])
    out[2] = cuda.uint8(x[0])
    out[3] = int64(x[0]) * 2
    out[4] = types.complex64(x[0]).real


def test_types_are_conversions_in_kernels():
    out = np.zeros(5)
    casts[1, 1](np.array([200.7]), out)
    assert out.tolist() == [np.float32(200.7), 200, 200, 400, np.float32(200.7)]
