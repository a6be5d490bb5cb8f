"""Arrays that are made as NumPy makes them, against NumPy: the type of the elements, the shape, and every
element."""

import re

import numpy as np
import pytest

import cudapy as cp

TYPES = [
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
]


@cp.struct
class Named:
    name: cp.int32  # which types of numbers have, too


def same(made, expected):
    assert isinstance(made, cp.CudaArray) and made.dtype == expected.dtype and made.shape == expected.shape
    assert made.toHost().tobytes() == expected.tobytes()


RANGES = [
    (5,),
    (0,),
    (-3,),
    (5.0,),
    (2, 9),
    (2, 9, 3),
    (9, 2, -2),
    (0, 1, 0.1),
    (1, 2, 1 / 3),
    (-0.5, 0.75, 0.25),
    (3, 3),
    (True,),
    (0.1, 1.3, 0.4),
    (np.float32(0), 1, np.float32(0.1)),
    (np.int8(3),),
    (2**40, 2**40 + 3),
    (1e16, 1e16 + 8, 1.5),
    (10**6,),
]


@pytest.mark.parametrize("bounds", RANGES, ids=str)
def test_arange_gives_what_numpys_gives(bounds):
    same(cp.arange(*bounds), np.arange(*bounds))


@pytest.mark.parametrize("name", TYPES[1:])
def test_arange_of_a_type(name):
    for dtype in (name, np.dtype(name), getattr(np, name), getattr(cp, name)):
        same(cp.arange(1, 20, 3, dtype=dtype), np.arange(1, 20, 3, dtype=name))
    same(cp.arange(7, dtype=name), np.arange(7, dtype=name))
    same(cp.arange(start=2, stop=7, dtype=name), np.arange(2, 7, dtype=name))


def test_arange_of_bools_and_complex_numbers():
    same(cp.arange(2, dtype=bool), np.arange(2, dtype=bool))
    same(cp.arange(3, dtype="complex64"), np.arange(3, dtype="complex64"))


@pytest.mark.parametrize(
    "bounds, named, error, words",
    [
        ((300,), {"dtype": "uint8"}, OverflowError, "arange: 299 is out of range for uint8 (0 to 255)"),
        ((-1, 5), {"dtype": np.uint8}, OverflowError, "arange: "),
        ((0, 3, 0.5), {"dtype": "int32"}, TypeError, "arange: 0.5 is no integer"),
        ((1, 2, 0), {}, ValueError, "arange: step is 0"),
        (("a",), {}, TypeError, "arange: expected a number, got str 'a'"),
        (([1],), {}, TypeError, "arange: expected a number"),
        ((3,), {"dtype": bool}, TypeError, "arange: "),
        ((3,), {"dtype": cp.BFloat16}, TypeError, "arange: NumPy, whose numbers these are, has no bfloat16"),
        ((0, 10**20), {}, ValueError, "arange: "),
        (
            (3,),
            {"dtype": "float"},
            TypeError,
            'arange: "float" is float32 in kernels and float64 in NumPy: write "float32" or "float64"',
        ),
        ((3,), {"dtype": "real"}, TypeError, 'arange: "real" is no name of a type'),
        ((3,), {"dtype": ">i4"}, TypeError, "arange: "),
        ((3,), {"dtype": cp.float3}, TypeError, "arange: NumPy, whose numbers these are, has no float3"),
        ((3,), {"dtype": Named}, TypeError, "arange: NumPy, whose numbers these are, has no Named"),
    ],
)
def test_arange_refuses(bounds, named, error, words):
    with pytest.raises(error, match="^" + re.escape(words)):
        cp.arange(*bounds, **named)


SPANS = [
    (0, 1, 5),
    (0, 1),
    (1, -1, 4),
    (0, 10, 1),
    (3, 4, 0),
    (0.1, 0.7, 7),
    (-1e300, 1e300, 3),
    (0, 5e-324, 4),
    (1j, 2, 3),
    (np.float32(0), 1, 3),
]


@pytest.mark.parametrize("span", SPANS, ids=str)
@pytest.mark.parametrize("endpoint", [True, False])
def test_linspace_gives_what_numpys_gives(span, endpoint):
    same(cp.linspace(*span, endpoint=endpoint), np.linspace(*span, endpoint=endpoint))


@pytest.mark.parametrize("name", TYPES)
def test_linspace_of_a_type(name):
    low = 0 if name.startswith(("u", "b")) else -7
    same(cp.linspace(low, 9.5, 12, dtype=name), np.linspace(low, 9.5, 12, dtype=name))


def test_linspace_refuses():
    with pytest.raises(ValueError, match="^linspace: Number of samples, -1, must be non-negative"):
        cp.linspace(0, 1, -1)
    with pytest.raises(OverflowError, match="^linspace: -1.0 is out of range for uint8"):
        cp.linspace(-1, 1, 3, dtype="uint8")
    with pytest.raises(TypeError, match="^linspace: expected a number, got list"):
        cp.linspace([0], 1)


@pytest.mark.parametrize("name", [*TYPES, "complex64", "complex128"])
def test_ones(name):
    for dtype in (name, np.dtype(name), getattr(np, name), getattr(cp, name, cp.Bool)):
        same(cp.ones((2, 3), dtype=dtype), np.ones((2, 3), name))
        same(cp.ones(4, dtype), np.ones(4, name))
    assert cp.ones(0, name).shape == (0,)


def test_ones_needs_a_type_as_zeros_does():
    for make in (cp.ones, cp.zeros):
        with pytest.raises(TypeError) as raised:
            make(3)
        assert str(raised.value) == (
            f"{make.__name__}: the type of the elements is missing: write cp.{make.__name__}(shape, "
            "cp.float32)"
        )
        with pytest.raises(
            TypeError, match=f"^{make.__name__}: type and dtype are two names for one argument"
        ):
            make(3, cp.Int, dtype=cp.Int)
    with pytest.raises(TypeError, match="^ones: float3 has no one"):
        cp.ones(3, cp.float3)
    assert cp.ones(2, cp.BFloat16).toList() == [1, 1] and cp.ones(2, float).dtype == np.float32


LISTS = [
    [1, 2],
    [1.5, 2],
    [True, False],
    [True, 2],
    [True, 0.5],
    [1, 2j],
    [2**40],
    [[1, 2], [3, 4]],
    [[[1.5]], [[2]]],
    (1, 2),
    range(4),
    [np.float32(1.5), np.float32(2)],
    [np.int8(1), np.int8(2)],
    [np.float32(1), 2.5],
    [np.arange(3), np.arange(3)],
    [[np.uint16(3), np.uint16(4)]],
]


@pytest.mark.parametrize("data", LISTS, ids=repr)
def test_array_has_numpys_types(data):
    same(cp.array(data), np.array(data))


@pytest.mark.parametrize("name", TYPES)
def test_array_of_a_type(name):
    values = [[0, 1], [1, 0]]
    for dtype in (name, np.dtype(name), getattr(np, name), getattr(cp, name, cp.Bool)):
        given = np.array(values, name).tolist()
        same(cp.array(given, dtype), np.array(values, name))
    numbers = np.array(values, name)
    same(cp.array(numbers), numbers)
    same(cp.array(cp.CudaArray(numbers)), numbers)
    same(cp.array(numbers.T), np.ascontiguousarray(numbers.T))


def test_array_is_a_copy():
    numbers = np.arange(3.0)
    A = cp.CudaArray(numbers)
    made, other = cp.array(numbers), cp.array(A)
    numbers[0] = A[1] = 9
    assert made.toList() == other.toList() == [0, 1, 2]


@pytest.mark.parametrize(
    "data, named, error, words",
    [
        ([[1, 2], [3]], {}, ValueError, "array: the rows are not equally long"),
        ([], {}, ValueError, "array: an empty list does not tell the type of its elements"),
        (3, {}, TypeError, "array: expected a list or array of numbers, got int 3"),
        ("ab", {}, TypeError, "array: expected a list or array of numbers, got str 'ab'"),
        ([300], {"dtype": "uint8"}, OverflowError, "array: element 0: int 300 is out of range for uint8"),
        ([1.5], {"dtype": "int32"}, TypeError, "array: element 0: expected an integer, got float 1.5"),
        ([2**63], {}, OverflowError, "array: element 0: int 9223372036854775808 is out of range"),
        ([None], {}, TypeError, "array: element 0: expected a number, got None"),
    ],
)
def test_array_refuses(data, named, error, words):
    with pytest.raises(error, match="^" + re.escape(words)):
        cp.array(data, **named)


def test_asnumpy():
    A = cp.CudaArray([[1, 2], [3, 4]])
    for given in (A, A.T, A[::-1, 1], A.toHost()):
        made = cp.asnumpy(given)
        assert type(made) is np.ndarray and made.tolist() == (
            given.toList() if isinstance(given, cp.CudaArray) else given.tolist()
        )
    made = cp.asnumpy(A)
    made[0, 0] = 9
    assert A.toList() == [[1, 2], [3, 4]] and cp.asnumpy([1.5]).dtype == np.float64
    with pytest.raises(TypeError, match="^asnumpy: NumPy has no arrays whose rows"):
        cp.asnumpy(cp.CudaLists([[1], [2, 3]]))


def test_arrays_like_another():
    A = np.arange(6, dtype=np.int16).reshape(2, 3)
    for given in (A, cp.CudaArray(A), cp.CudaArray(A.T).T):
        same(cp.zeros_like(given), np.zeros_like(A))
        same(cp.ones_like(given), np.ones_like(A))
        same(cp.full_like(given, 7), np.full_like(A, 7))
        same(cp.full_like(given, 7.5, dtype="float64"), np.full_like(A, 7.5, dtype="float64"))
        assert cp.empty_like(given).shape == A.shape and cp.empty_like(given).dtype == A.dtype
        assert cp.ones_like(given, dtype=cp.Half, target="cpu").dtype == np.float16
    with pytest.raises(OverflowError, match="^full_like: "):
        cp.full_like(A, 2**20)
    with pytest.raises(TypeError, match="^zeros_like: A is a CudaLists"):
        cp.zeros_like(cp.CudaLists([[1], [2, 3]]))


def test_they_are_where_zeros_is(target):
    device = cp.zeros(1, cp.Int).device
    made = [cp.arange(3), cp.linspace(0, 1, 3), cp.ones(3, cp.Int), cp.array([1]), cp.zeros_like([1])]
    assert {each.device for each in made} == {device} and device.startswith(target)
    there = [
        cp.arange(3, target="cpu"),
        cp.linspace(0, 1, 3, target="cpu"),
        cp.ones(3, cp.Int, target="cpu"),
        cp.array([1], target="cpu"),
    ]
    assert {each.device for each in there} == {"cpu"} and cp.zeros_like(there[0]).device == "cpu"
