"""cp.lib's functions along an axis against NumPy's: the type, the shape and every element of what they give.

NumPy sorts with kind="stable": without it NumPy 2.4 missorts some large arrays of float16 that have NaNs.
"""

import re

import numpy as np
import pytest

import cudapy as cp
from cudapy._lib import radix
from cudapy._lib.cumsum import CHUNK

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float16", "float32", "float64"]
TYPES = ["bool", *INTEGERS, *FLOATS]
SHAPES = [
    (1,),
    (5,),
    (radix.SHORT,),
    (radix.SHORT + 1,),
    (CHUNK + 1,),
    (20_000,),
    (0,),
    (2, 0),
    (0, 3),
    (7, 1),
    (50, 33),
    (3, 200, 4),
    (300, 70),
]
SPECIAL = [np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0]


def numbers(name, shape, seed=0):
    """Numbers of all sizes, some of them several times; floats with NaNs, infinities and zeros of either
    sign."""
    random = np.random.default_rng(seed)
    if name == "bool":
        return random.integers(0, 2, shape).astype(bool)
    if name in INTEGERS:
        limits = np.iinfo(name)
        made = random.integers(limits.min, limits.max, shape, dtype=name, endpoint=True)
        some = random.integers(0, 3, shape) == 0
        made[some] = random.integers(0, 5, int(some.sum()))
        return made
    made = (random.normal(size=shape) * 10.0 ** random.integers(-4, 5, shape)).astype(name)
    some = random.integers(0, 3, shape) == 0
    made[some] = random.choice(SPECIAL, int(some.sum()))
    return made


def same(made, expected):
    assert isinstance(made, cp.CudaArray) and made.dtype == expected.dtype and made.shape == expected.shape
    np.testing.assert_array_equal(made.toHost(), expected)


def axes_of(shape):
    return [None, *range(-len(shape), len(shape))]


# cumsum


@pytest.mark.parametrize("name", ["bool", *INTEGERS])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_cumsum_of_integers(name, shape):
    X = numbers(name, shape)
    for axis in axes_of(shape):
        same(cp.lib.cumsum(X, axis), np.cumsum(X, axis))


@pytest.mark.parametrize("name", [*FLOATS, "complex64", "complex128"])
@pytest.mark.parametrize("shape", [(1,), (5,), (CHUNK,), (0,), (2, 0), (3, CHUNK, 4), (700, 3)], ids=str)
def test_cumsum_of_few_floats_is_numpys_to_the_last_bit(name, shape):
    X = np.random.default_rng(1).normal(size=shape).astype(name)
    for axis in axes_of(shape):
        if (X.size if axis is None else shape[axis]) <= CHUNK:
            made = cp.lib.cumsum(X, axis)
            same(made, np.cumsum(X, axis))
            assert made.toHost().tobytes() == np.cumsum(X, axis).tobytes()
    same(
        cp.lib.cumsum(np.array([-0.0, 0.0, np.inf, -np.inf, np.nan], np.float32)),
        np.array([-0.0, 0, np.inf, np.nan, np.nan], np.float32),
    )


def in_chunks(X, start=None):
    """The stated order: CHUNK elements one after another, from the sum of those before, which are summed up
    alike."""
    chunks = [X[i : i + CHUNK] for i in range(0, len(X), CHUNK)]
    before = [None]
    if len(chunks) > 1:
        before += list(in_chunks(np.array([np.cumsum(each)[-1] for each in chunks], X.dtype)))
    parts = [
        np.cumsum(each) if start is None else np.cumsum(np.concatenate([[start], each]).astype(X.dtype))[1:]
        for start, each in zip(before, chunks)
    ]
    return np.concatenate(parts)


@pytest.mark.parametrize("name", FLOATS)
@pytest.mark.parametrize("length", [CHUNK + 1, 5 * CHUNK, CHUNK * CHUNK + 3, 2 * CHUNK * CHUNK + CHUNK])
def test_cumsum_of_many_floats_is_in_the_order_that_is_stated(name, length):
    X = np.random.default_rng(2).normal(size=length).astype(name)
    expected = in_chunks(X)
    for _ in range(2):
        assert cp.lib.cumsum(X).toHost().tobytes() == expected.tobytes()
    same(cp.lib.cumsum(np.stack([X, -X], axis=1), axis=0), np.stack([expected, -expected], axis=1))
    if name == "float64":
        np.testing.assert_allclose(expected, np.cumsum(X), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    "name, dtype",
    [
        ("bool", "int8"),
        ("bool", "bool"),
        ("int8", "int16"),
        ("uint8", "uint8"),
        ("uint8", "int32"),
        ("int32", "float64"),
        ("int16", "float32"),
        ("float32", "float64"),
        ("float64", "float32"),
        ("float16", "float32"),
        ("int64", "int64"),
    ],
)
def test_cumsum_as_another_type(name, dtype):
    X = numbers(name, (4, 30))
    if name in FLOATS:
        X = np.random.default_rng(3).normal(size=(4, 30)).astype(name)
    for given in (dtype, np.dtype(dtype), getattr(cp, dtype, cp.Bool)):
        same(cp.lib.cumsum(X, 1, dtype=given), np.cumsum(X, 1, dtype=dtype))


@pytest.mark.parametrize(
    "X, dtype, words",
    [
        ([1], "float", 'cp.lib.cumsum: "float" is float32 in kernels and float64 in NumPy'),
        ([300], "int8", "cp.lib.cumsum: dtype=int8 does not hold all int, which the elements are"),
        ([-1], "uint64", "cp.lib.cumsum: dtype=uint64 does not hold all int"),
        ([1.5], "int64", "cp.lib.cumsum: dtype=int64 does not hold all float"),
        ([1], "bool", "cp.lib.cumsum: dtype=bool does not hold all int"),
        ([1j], "float32", "cp.lib.cumsum: dtype=float does not hold all complex64"),
        ([1], cp.float3, "cp.lib.cumsum: dtype must be a type of numbers, got float3"),
        ([cp.float3(1, 2, 3)], None, "cp.lib.cumsum: the elements are float3, and it sums up numbers"),
    ],
)
def test_cumsum_refuses_types(X, dtype, words):
    with pytest.raises(TypeError, match="^" + re.escape(words)):
        cp.lib.cumsum(X, dtype=dtype)


# sort and argsort


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_sort_and_argsort(name, shape):
    X = numbers(name, shape)
    kept = X.copy()
    for axis in axes_of(shape):
        same(cp.lib.sort(X, axis), np.sort(X, axis, kind="stable"))
        same(cp.lib.argsort(X, axis), np.argsort(X, axis, kind="stable"))
    assert X.tobytes() == kept.tobytes()


def test_sort_sorts_along_the_last_axis_by_itself():
    X = numbers("int32", (4, 50))
    same(cp.lib.sort(X), np.sort(X, kind="stable"))
    same(cp.lib.argsort(X), np.argsort(X, kind="stable"))


@pytest.mark.parametrize("name", ["int32", "int64", "uint64", "float32", "float64"])
def test_sort_of_what_is_in_order_equal_or_alike_in_some_digits(name):
    for X in (
        np.arange(5000),
        np.arange(5000)[::-1],
        np.full(5000, 7),
        np.arange(5000) % 3,
        (np.arange(5000) % 251) * 65536,
        np.r_[np.arange(4999), 2**30],
    ):
        X = X.astype(name)
        same(cp.lib.sort(X), np.sort(X, kind="stable"))
        same(cp.lib.argsort(X), np.argsort(X, kind="stable"))


def test_sort_of_many_chunks():
    X = numbers("float32", 400_000)
    same(cp.lib.sort(X), np.sort(X, kind="stable"))
    same(cp.lib.argsort(X), np.argsort(X, kind="stable"))


def test_sort_of_rows_some_at_a_time(monkeypatch):
    monkeypatch.setattr(radix, "_MOST_COUNTS", 256 * 3)
    monkeypatch.setattr(radix, "_CHUNK_ON_CPU", 40)
    X = numbers("int64", (10, 50))
    same(cp.lib.sort(X), np.sort(X, kind="stable"))
    same(cp.lib.argsort(X, 0), np.argsort(X, 0, kind="stable"))


def test_sort_as_it_is_done_on_a_gpu_without_cub(monkeypatch):
    """The same kernels, with as many threads as a GPU gets."""
    monkeypatch.setattr(radix, "_CHUNK_ON_CPU", 64)
    monkeypatch.setattr(radix, "_MOST_CHUNKS_ON_CPU", 10**6)
    X = numbers("float64", (3, 5000))
    same(cp.lib.sort(X), np.sort(X, kind="stable"))
    same(cp.lib.argsort(X), np.argsort(X, kind="stable"))


def test_bfloat16():
    X = cp.CudaArray([2.5, -1.0, float("inf"), 0.5, -1.0], cp.BFloat16)
    assert (
        cp.lib.sort(X).toList() == [-1, -1, 0.5, 2.5, float("inf")]
        and cp.lib.sort(X).elemType() is cp.BFloat16
    )
    assert cp.lib.argsort(X).toList() == [1, 4, 3, 0, 2]
    assert cp.lib.cumsum(X[:2].copy()).toList() == [2.5, 1.5]
    values, counts = cp.lib.unique(X, return_counts=True)
    assert values.toList() == [-1, 0.5, 2.5, float("inf")] and counts.toList() == [2, 1, 1, 1]


# select


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_select_by_masks(name, shape):
    X = numbers(name, shape)
    random = np.random.default_rng(4)
    for mask in (random.integers(0, 2, shape).astype(bool), np.zeros(shape, bool), np.ones(shape, bool)):
        same(cp.lib.select(X, mask), X[mask])
    for axis in range(-len(shape), len(shape)):
        mask = random.integers(0, 2, shape[axis]).astype(bool)
        same(cp.lib.select(X, mask, axis), np.compress(mask, X, axis))
        same(cp.lib.select(X, cp.CudaArray(mask), axis=axis), np.compress(mask, X, axis))


def positive(x):
    return x > 0


def itself(x):
    return x


def test_select_by_functions():
    for shape in [(1000,), (20, 30), (0,), (3, 0)]:
        X = numbers("float32", shape)
        same(cp.lib.select(X, positive), X[X > 0])
        same(cp.lib.select(X, lambda x: x == x), X[X == X])
    limit = 3
    assert cp.lib.select([1, 5, 3, 4], lambda x: x > limit).toList() == [5, 4]
    bodies = [cp.float3(1, 2, 3), cp.float3(4, 5, 6)]
    assert cp.lib.select(bodies, lambda v: v.x > 2).toList() == bodies[1:]
    assert cp.lib.select(bodies, [True, False]).toList() == bodies[:1]


@pytest.mark.parametrize(
    "where, axis, error, words",
    [
        ([1, 0], None, TypeError, "where must have bools, got int"),
        ([True], None, ValueError, "where has shape (1,), and X has (2,)"),
        ([[True, False]], 0, ValueError, "where has shape (1, 2), and axis 0 of X has (2,)"),
        (itself, None, TypeError, "the function gives int, and it must give a bool"),
        (positive, 0, TypeError, "with axis= it takes a mask"),
        (3, None, TypeError, "where: expected a list or array of numbers, got int 3"),
    ],
)
def test_select_refuses(where, axis, error, words):
    with pytest.raises(error, match="^cp.lib.select: " + re.escape(words)):
        cp.lib.select([1, 2], where, axis)


# unique


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_unique(name, shape):
    X = numbers(name, shape)
    values, *expected = np.unique(X, return_index=True, return_inverse=True, return_counts=True)
    same(cp.lib.unique(X), values)
    for asked in range(1, 8):
        named = {
            "return_index": bool(asked & 1),
            "return_inverse": bool(asked & 2),
            "return_counts": bool(asked & 4),
        }
        made = cp.lib.unique(X, **named)
        chosen = [each for each, is_asked in zip(expected, named.values()) if is_asked]
        for each, other in zip(made, [values, *chosen], strict=True):
            same(each, other.reshape(each.shape))  # NumPy before 2.0 has its inverse in one dimension


def few(name, shape):
    """Numbers among which parts are often alike: without NaNs, which are alike to nothing for NumPy here."""
    made = np.random.default_rng(5).integers(0, 2, shape).astype(name)
    if name in FLOATS:
        made[made == 0] = np.random.default_rng(6).choice([0.0, -0.0], int((made == 0).sum()))
    return made - np.array(1, name) if name not in ("bool", "uint8", "uint16", "uint32", "uint64") else made


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize(
    "shape",
    [
        (1,),
        (40,),
        (0,),
        (2, 0),
        (0, 3),
        (1, 1),
        (7, 1),
        (1, 7),
        (50, 3),
        (200, 2),
        (700, 5),
        (3, 40, 2),
        (2, 3, 2, 3),
    ],
    ids=str,
)
def test_unique_along_an_axis(name, shape):
    X = few(name, shape)
    for axis in range(-len(shape), len(shape)):
        if not X.size and shape[axis]:
            continue  # NumPy has no answer where there are parts without elements
        same(cp.lib.unique(X, axis), np.unique(X, axis=axis))
        for asked in (
            range(1, 8) if axis >= 0 else (7,)
        ):  # an axis that is counted from the end is the same axis
            named = {
                "return_index": bool(asked & 1),
                "return_inverse": bool(asked & 2),
                "return_counts": bool(asked & 4),
            }
            for each, other in zip(
                cp.lib.unique(X, axis, **named), np.unique(X, axis=axis, **named), strict=True
            ):
                same(each, other.reshape(each.shape))


def test_unique_parts_with_nans_are_all_kept_as_numpy_keeps_them():
    X = np.array([[1, np.nan], [1, np.nan], [0, 2], [0, 2], [np.nan, 1]])
    same(cp.lib.unique(X, 0), np.unique(X, axis=0))
    assert cp.lib.unique(np.zeros((3, 0)), 0).shape == (1, 0)


# What all of them take

FUNCTIONS = {
    "cumsum": np.cumsum,
    "sort": lambda X: np.sort(X, kind="stable"),
    "argsort": lambda X, **axis: np.argsort(X, kind="stable", **axis),
    "unique": np.unique,
    "select": lambda X: X[X > 3],
}


class Tensor:
    """An array of a library that shows its memory only by DLPack."""

    def __init__(self, array):
        self.array = array
        self.ndim = array.ndim

    def __dlpack__(self, **named):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def call(who, X):
    return cp.lib.select(X, lambda x: x > 3) if who == "select" else getattr(cp.lib, who)(X)


@pytest.mark.parametrize("who", FUNCTIONS)
def test_they_take_arrays_of_any_layout(who):
    X = np.array([[7, 2, 9, 4], [2, 2, 8, 1], [5, 0, 3, 6]], np.int32)
    given = [X, X.T, X[::-1, 1:3], X[:, None, ::-2], np.broadcast_to(X[0], (3, 4)), X.astype(">i4")]
    for each in given:
        same(call(who, each), FUNCTIONS[who](each.astype("=i4")))
    for view in (lambda A: A, lambda A: A.T, lambda A: A[::-1, 1:3], lambda A: A[:, None, ::-2]):
        same(call(who, view(cp.CudaArray(X))), FUNCTIONS[who](view(X)))
    same(call(who, Tensor(X)), FUNCTIONS[who](X))
    unaligned = np.frombuffer(b"x" + X.tobytes(), np.int32, X.size, 1)
    same(call(who, unaligned), FUNCTIONS[who](unaligned))
    kept = X.copy()
    kept.flags.writeable = False
    same(call(who, kept), FUNCTIONS[who](X))
    same(call(who, X.tolist()), FUNCTIONS[who](X))
    A = cp.CudaArray(X, target="cpu")
    assert call(who, A).device == "cpu" and A.toList() == X.tolist()


@pytest.mark.parametrize("who", [*FUNCTIONS])
def test_they_refuse(who):
    for X, error, words in (
        (3, TypeError, "X: expected a list or array of numbers, got int 3"),
        ("ab", TypeError, "X: expected a list"),
        (cp.CudaLists([[1], [2, 3]]), TypeError, "X is an array of arrays, of 2 rows"),
        (np.float32(3), TypeError, "X is a number, and has no axis"),
        ([], ValueError, "X: an empty sequence"),
        (np.array(["a"]), TypeError, "X: "),
    ):
        with pytest.raises(error, match=f"^cp.lib.{who}: {re.escape(words)}"):
            call(who, X)
    if who == "select":
        return
    for axis, error, words in (
        (1, ValueError, "axis 1 is out of range for an array of 1 dimension (-1 to 0)"),
        (-2, ValueError, "axis -2 is out"),
        ("x", TypeError, "axis must be an int or None, got str 'x'"),
        (True, TypeError, "axis must be an int or None"),
        (0.0, TypeError, "axis must be an int or None"),
    ):
        with pytest.raises(error, match=f"^cp.lib.{who}: {re.escape(words)}"):
            getattr(cp.lib, who)([1, 2], axis)


@pytest.mark.parametrize("who", ["sort", "argsort", "unique"])
def test_what_has_no_order(who):
    with pytest.raises(
        TypeError, match=f"^cp.lib.{who}: the elements are complex64, which have no order: cupy.{who}"
    ):
        getattr(cp.lib, who)([1j])
    with pytest.raises(TypeError, match=f"^cp.lib.{who}: the elements are float3, and it takes numbers"):
        getattr(cp.lib, who)([cp.float3(1, 2, 3)])


def test_more_than_there_are_ints_is_refused():
    X = np.broadcast_to(np.int8(1), (2**31,))
    A = cp.from_dlpack(np.lib.stride_tricks.as_strided(np.zeros(8, np.int8), (2**31,), (0,)))
    for given in (A, X):
        with pytest.raises(
            ValueError,
            match="^cp.lib.sort: X has 2147483648 elements, and at most 2147483647 are taken: "
            "cupy.sort or torch.sort",
        ):
            cp.lib.sort(given)


# What is not there

ARRAYS = "cupy" if cp.cuda_available() else "numpy"  # whose functions are advised here


@pytest.mark.parametrize(
    "name, words",
    [
        (
            "median",
            f"cp.lib has no median: use {ARRAYS}.median or torch.median, whose arrays are "
            "arguments of kernels",
        ),
        ("concatenate", f"use {ARRAYS}.concatenate or torch.cat"),
        ("topk", "use torch.topk, whose"),
        ("sum", r"write cp.lib.reduce(lambda a, b: a + b, X)"),
        ("argsrot", "cp.lib has no argsrot: did you mean argsort?"),
        ("blackscholes", "CuPy or PyTorch may have it"),
    ],
)
def test_what_is_not_there_says_who_has_it(name, words):
    with pytest.raises(AttributeError, match=re.escape(words)):
        getattr(cp.lib, name)
    assert not hasattr(cp.lib, "__wrapped__")
