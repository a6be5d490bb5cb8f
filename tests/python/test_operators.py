"""Operators and comparisons of CudaArrays: NumPy's types and results."""

import itertools
import operator
import os

import numpy as np
import pytest

import cudapy as cp
from cudapy._operators.operators import SIGNS
from cudapy._operators.promotion import common_type, met_by_number
from raising import raises

TARGET = os.environ.get("CUDAPY_TARGET") or ("cuda" if cp.cuda_available() else "cpu")
TYPES = [
    "bool",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
]
ARITHMETIC = ["add", "sub", "mul", "truediv", "floordiv", "mod"]
BITS = ["and_", "or_", "xor"]
COMPARISONS = ["lt", "le", "gt", "ge", "eq", "ne"]


def values(name, seed=1):
    """Small numbers and the limits of the type, without pairs of limits of floats, whose products are not
    exact."""
    dtype, random = np.dtype(name), np.random.default_rng(seed)
    made = random.integers(0 if dtype.kind in "bu" else -9, 2 if dtype.kind == "b" else 10, 40).astype(dtype)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        made[:6] = limits.min, limits.max, limits.min, limits.max, 0, 1
        random.shuffle(made)
    if dtype.kind == "c":
        made += (1j * random.integers(-3, 4, 40)).astype(dtype)
    return made


def by_numpy(name, *operands):
    """Returns what NumPy gives; None for an operation that it does not have."""
    with np.errstate(all="ignore"):
        try:
            return getattr(operator, name)(*operands)
        except TypeError:
            return None


def check(got, expected, what):
    assert isinstance(got, cp.CudaArray), what
    result = np.asarray(got)
    assert result.dtype == expected.dtype and result.shape == expected.shape, (
        f"{what}: {result.dtype}, not {expected.dtype}"
    )
    if expected.dtype.kind in "fc":
        tolerance = {2: 1e-3, 4: 1e-6, 8: 1e-6 if expected.dtype.kind == "c" else 1e-15, 16: 1e-15}[
            expected.dtype.itemsize
        ]
        np.testing.assert_allclose(result, expected, rtol=tolerance, atol=tolerance * 10, err_msg=what)
    else:
        assert np.array_equal(result, expected), f"{what}: {result}, not {expected}"


def check_operator(name, one, other):
    expected = by_numpy(name, one, other)
    A, B = cp.CudaArray(one, target=TARGET), cp.CudaArray(other, target=TARGET)
    what = f"{one.dtype} {name} {other.dtype}"
    if expected is None:
        with pytest.raises(TypeError):
            getattr(operator, name)(A, B)
    else:
        check(getattr(operator, name)(A, B), expected, what)


def name_of(dtype):
    return cp.elemType(np.zeros(1, dtype)).name


def test_types_that_meet_are_numpys():
    for one, other in itertools.product(TYPES, TYPES):
        assert common_type(name_of(one), name_of(other)) == name_of(
            np.result_type(np.dtype(one), np.dtype(other))
        ), (one, other)
    assert common_type("bfloat16", "half") == "float"
    assert [common_type("bfloat16", name) for name in ("bool", "int8", "int16", "int", "float",
    "double")] == [
        "bfloat16", "float", "float", "double", "float", "double"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "one, other", [(TYPES[i], TYPES[(5 * i + 3) % len(TYPES)]) for i in range(len(TYPES))]
)
def test_operands_of_two_types(one, other):
    for name in ("add", "lt") if "complex" not in one + other else ("add", "eq"):
        check_operator(name, values(one), values(other, 2))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ARITHMETIC + BITS + COMPARISONS)
def test_operators_of_one_type(name, dtype):
    if name in ("lt", "le", "gt", "ge") and dtype.startswith("complex"):
        with pytest.raises(TypeError):  # NumPy orders them, by their real parts first
            getattr(operator, name)(*(cp.CudaArray(values(dtype), target=TARGET) for _ in range(2)))
        return
    other = values(dtype, 2)
    if name in ("truediv", "floordiv", "mod") and np.dtype(dtype).kind in "fc":
        other = np.where(other == 0, 3, other).astype(dtype)
    check_operator(name, values(dtype), other)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["neg", "abs", "invert", "pos"])
def test_operators_of_one_array(name, dtype):
    one = values(dtype)
    expected = by_numpy(name, one)
    A = cp.CudaArray(one, target=TARGET)
    if expected is None and not (name == "pos" and dtype == "bool"):
        with pytest.raises(TypeError):
            getattr(operator, name)(A)
    elif expected is not None:
        check(getattr(operator, name)(A), expected, f"{name} {dtype}")


@pytest.mark.parametrize("name", COMPARISONS)
@pytest.mark.parametrize("signed", ["int8", "int16", "int32", "int64"])
def test_uint64_and_signed(name, signed):
    for one, other in ((values("uint64"), values(signed, 2)), (values(signed), values("uint64", 2))):
        expected = np.array([getattr(operator, name)(int(a), int(b)) for a, b in zip(one, other)])
        check(
            getattr(operator, name)(cp.CudaArray(one, target=TARGET), cp.CudaArray(other, target=TARGET)),
            expected,
            name,
        )


@pytest.mark.parametrize("number", [True, 3, 2.5, 1 + 2j])
def test_numbers_are_weak(number):
    for dtype in TYPES:
        assert met_by_number(name_of(dtype), number) == name_of((np.ones(1, dtype) + number).dtype), dtype
    for dtype in ("bool", "uint8", "float16", "float32"):
        one = values(dtype)
        for pair in ((one, number), (number, one)):
            given = [cp.CudaArray(each, target=TARGET) if each is one else each for each in pair]
            check(given[0] + given[1], by_numpy("add", *pair), f"{dtype} and {number}")


@pytest.mark.parametrize("number", [-(2**70), -(2**63), -129, -1, 0, 200, 2**31, 2**63, 2**64 - 1, 2**70])
@pytest.mark.parametrize("name", COMPARISONS)
def test_integers_are_compared_exactly(name, number):
    for dtype in ("int8", "uint32", "int64", "uint64"):
        one = values(dtype)
        for pair in ((one, number), (number, one)):
            expected = np.array(
                [getattr(operator, name)(*(int(x) if each is one else number for each in pair)) for x in one]
            )
            given = [cp.CudaArray(each, target=TARGET) if each is one else each for each in pair]
            check(getattr(operator, name)(*given), expected, f"{dtype} {name} {number}")


@pytest.mark.parametrize("dtype", TYPES[1:12])
def test_powers(dtype):
    one = values(dtype)
    A = cp.CudaArray(one, target=TARGET)
    check(A**2, by_numpy("pow", one, 2), dtype)
    if np.dtype(dtype).kind in "iu":
        exponents = np.arange(40, dtype=dtype) % 20
        check(A ** cp.CudaArray(exponents, target=TARGET), by_numpy("pow", one, exponents), dtype)
        check(2 ** cp.CudaArray(exponents, target=TARGET), by_numpy("pow", 2, exponents), dtype)
    if np.dtype(dtype).kind == "i":
        for exponent in (-1, cp.CudaArray(np.array([-1], dtype), target=TARGET)):
            with raises(
                ValueError,
                "`**`: integers to negative powers are no integers: convert the array with "
                "A.astype(cp.Double)",
            ):
                A**exponent


def test_shapes_broadcast_and_views_are_operands():
    rows, column = np.arange(12.0).reshape(3, 4), np.array([[1.0], [10.0], [100.0]])
    A, C = cp.CudaArray(rows, target=TARGET), cp.CudaArray(column, target=TARGET)
    check(A * C, rows * column, "broadcast")
    check(A[:, ::-2] + A.T[1:3].T, rows[:, ::-2] + rows.T[1:3].T, "views")
    check(A + rows, rows + rows, "NumPy's array on the right")
    check(rows - A, rows - rows, "NumPy's array on the left")
    check(A + np.float64(2), rows + 2, "NumPy's number")
    empty = cp.empty((0, 4), cp.Double, target=TARGET)
    assert (empty + 1).shape == (0, 4)
    with pytest.raises(ValueError):
        A + cp.zeros(3, cp.Double, target=TARGET)


def test_in_place():
    one = np.arange(12, dtype=np.float32).reshape(3, 4)
    A = cp.CudaArray(one, target=TARGET)
    view = A[1:]
    same = A
    A += 1
    A *= view[0]
    A -= np.float64(0.5)
    one += 1
    one *= one[1].copy()
    one -= np.float32(0.5)
    assert A is same and np.array_equal(np.asarray(A), one) and np.array_equal(np.asarray(view), one[1:])
    I = cp.CudaArray([1, 2, 3], cp.Int, target=TARGET)
    I += cp.CudaArray([1, 2, 3], cp.Int64, target=TARGET)
    I **= 2
    assert I.toList() == [4, 16, 36] and I.elemType() is cp.Int
    for dtype, other in (
        ("int8", "int64"),
        ("uint16", "uint64"),
        ("float16", "float64"),
        ("complex64", "complex128"),
    ):
        one, two = values(dtype), values(other, 2)
        B = cp.CudaArray(one, target=TARGET)
        B += cp.CudaArray(two, target=TARGET)
        one += two
        assert np.array_equal(np.asarray(B), one)
    with raises(
        TypeError, "`/=`: the result is double, which an array of int does not hold: write A = A / B"
    ):
        I /= 2
    with pytest.raises(ValueError):
        I += cp.zeros((2, 3), cp.Int, target=TARGET)
    assert I.toList() == [4, 16, 36]


def test_truth_is_of_one_number():
    assert cp.CudaArray([[2.0]], target=TARGET) and not cp.CudaArray([0], cp.Int, target=TARGET)
    text = (
        "the truth of a CudaArray of shape (2,) is not plain: `if` asks for one number, so write A.any() or "
        "A.all(), or compare len(A)"
    )
    with raises(ValueError, text):
        bool(cp.CudaArray([1, 2], cp.Int, target=TARGET) == 1)


def test_what_is_refused():
    A = cp.CudaArray([1, 2], cp.Int8, target=TARGET)
    with raises(OverflowError, "`+`: 200 does not fit the array's int8: convert it with A.astype(...)"):
        A + 200
    with raises(TypeError, "`-` is not for bool: use `^`"):
        (A > 1) - (A > 1)
    with raises(TypeError, "`&` is not for float"):
        A.astype(cp.Float) & A.astype(cp.Float)
    with raises(TypeError, "unsupported operand type(s) for +: 'cudapy.CudaArray' and 'list'"):
        A + [1, 2]
    with raises(TypeError, "'<' not supported between instances of 'cudapy.CudaArray' and 'str'"):
        A < "a"
    with raises(
        TypeError,
        "`@` of CudaArrays is not here: a library multiplies matrices best: cupy.asarray(A) @ "
        "cupy.asarray(B), or torch.asarray(A) @ torch.asarray(B), which share the memory and are arguments "
        "of kernels, too",
    ):
        A @ A
    with raises(TypeError, "unhashable type: 'cudapy.CudaArray'"):
        hash(A)


@cp.struct
class Body:
    x: cp.float32


@cp.struct
class Named:
    name: cp.int32  # which types of numbers have, too


# Its name is that of a type of numbers.
Double = cp.struct(type("double", (), {"__annotations__": {"x": cp.float32}}))


@pytest.mark.parametrize("kind", [Body, Named, Double, cp.float4], ids=lambda kind: kind.__qualname__)
@pytest.mark.parametrize(
    "name", ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", *BITS, *COMPARISONS]
)
def test_arrays_of_structs_and_vectors_have_no_operators(name, kind):
    A, B = cp.zeros(3, kind), cp.zeros(3, cp.Int)
    sign, function, of = SIGNS[name], getattr(operator, name), f"an array of {kind.__name__}"
    mirrored = {"lt": ">", "le": ">=", "gt": "<", "ge": "<="}.get(name, sign)
    for left, right, said in (
        (A, A, f"`{sign}` is for arrays of numbers, not for {of} and {of}"),
        (A, B, f"`{sign}` is for arrays of numbers, not for {of} and an array of int"),
        (B, A, f"`{sign}` is for arrays of numbers, not for an array of int and {of}"),
        (A, 1, f"`{sign}` is for arrays of numbers, not for {of} and int 1"),
        (1, A, f"`{sign}` is for arrays of numbers, not for int 1 and {of}"),
    ):
        if name in COMPARISONS and type(left) is int:  # Python asks the array for the mirrored one
            said = f"`{mirrored}` is for arrays of numbers, not for {of} and int 1"
        with raises(TypeError, said):
            function(left, right)
    if name not in COMPARISONS:
        for left, right in ((A, 1), (A, A), (B, A)):
            with pytest.raises(TypeError, match="is for arrays of numbers"):
                getattr(operator, f"i{name.strip('_')}")(left, right)


@pytest.mark.parametrize("kind", [Body, Named, Double, cp.float4], ids=lambda kind: kind.__qualname__)
@pytest.mark.parametrize("sign, function", [("-", operator.neg), ("~", operator.invert), ("abs", abs)])
def test_arrays_of_structs_and_vectors_have_no_unary_operators(sign, function, kind):
    with raises(TypeError, f"`{sign}` is for an array of numbers, not for an array of {kind.__name__}"):
        function(cp.zeros(3, kind))
