"""cp.reduction: associative functions over the axes of arrays, compared with NumPy and functools.reduce."""

import functools
import itertools
import random

import cudapy as cp
import pytest
from cudapy._ufuncs import reduction as made
from raising import raises

np = pytest.importorskip("numpy")

total = cp.reduction(lambda a, b: a + b, 0)
largest = cp.reduction(max)
LEVELS = (8, 16, 16)


def in_order(f, values):
    """The elements put together in the order that the page states."""
    values = list(values)
    while True:
        for size in LEVELS:
            values = [functools.reduce(f, values[at : at + size]) for at in range(0, len(values), size)]
        if len(values) == 1:
            return values[0]


@pytest.fixture(params=["threads", "blocks", "strips", "rows"])
def way(request, monkeypatch):
    """All ways to share the work of a reduction, whichever would be chosen."""
    monkeypatch.setattr(made, "way_of", lambda *_: request.param)
    return request.param


def same(found, expected):
    assert type(found) is type(expected), (type(found), type(expected))
    assert np.shape(found) == np.shape(expected) and found.dtype == expected.dtype, (
        found.dtype,
        expected.dtype,
    )
    np.testing.assert_array_equal(found, expected)
    return True


# Axes and layouts


def test_axes(way):
    A = np.arange(2 * 3 * 4 * 5).reshape(2, 3, 4, 5)
    axes = [None, -1, (), *range(4), *itertools.combinations(range(4), 2), (2, 0, 3), (0, 1, 2, 3)]
    for view in (A, A.transpose(2, 0, 3, 1), A[::-1, :, ::2], np.broadcast_to(A[:, :1], A.shape)):
        for axis in axes:
            for keepdims in (False, True):
                assert same(total(view, axis=axis, keepdims=keepdims), view.sum(axis, keepdims=keepdims)), (
                    axis,
                    keepdims,
                )
                assert same(largest(view, axis=axis, keepdims=keepdims), view.max(axis, keepdims=keepdims))


@pytest.mark.parametrize("seed", range(6))
def test_random_layouts(seed, way):
    rng = random.Random(seed)
    A = np.random.default_rng(seed).integers(
        -99, 99, [rng.choice((1, 2, 7, 40)) for _ in range(rng.randint(1, 4))]
    )
    view = A.transpose(rng.sample(range(A.ndim), A.ndim))[
        tuple(slice(None, None, rng.choice((1, -1, 2))) for _ in range(A.ndim))
    ]
    axis = tuple(rng.sample(range(A.ndim), rng.randint(0, A.ndim)))
    assert same(total(view, axis=axis), view.sum(axis))
    found = total(cp.CudaArray(A)[tuple(slice(None) for _ in A.shape)], axis=axis, keepdims=True)
    assert (
        found.toList() == A.sum(axis, keepdims=True).tolist()
        if isinstance(found, cp.CudaArray)
        else found == A.sum()
    )


@pytest.mark.parametrize("count", [1, 7, 8, 9, 127, 128, 129, 2047, 2048, 2049, 5000, 2048 * 3 + 17])
def test_lengths_and_order(count, way):
    """Floats show the order: the same sum in another one differs in its last bits."""
    X = np.random.default_rng(count).random(count)
    add = cp.reduction(lambda a, b: a + b)
    assert add(X) == in_order(lambda a, b: a + b, X.tolist())
    assert total(X) == 0 + in_order(lambda a, b: a + b, X.tolist())
    first, last = cp.reduction(lambda a, b: a), cp.reduction(lambda a, b: b)  # which do not commute
    assert first(X) == X[0] and last(X) == X[-1] and first(X[::-1]) == X[-1]
    A = np.stack([X, X * 3], 1)
    assert add(A, axis=0).tolist() == [in_order(lambda a, b: a + b, A[:, i].tolist()) for i in (0, 1)]
    assert add(A.T.copy(), axis=1).tolist() == add(A, axis=0).tolist()
    assert add(X.astype("f4")) == in_order(np.add, X.astype("f4"))


def test_many_tiles(way):
    X = np.random.default_rng(1).integers(-(2**40), 2**40, 2048 * 2100 + 5)
    assert same(total(X), X.sum()) and same(largest(X), X.max())
    assert same(
        total(X[: 2048 * 2000].reshape(2048, 2000), axis=0), X[: 2048 * 2000].reshape(2048, 2000).sum(0)
    )


# Types


@pytest.mark.parametrize(
    "kind", ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
)
def test_types(kind):
    A = (np.arange(300) % 5).astype(kind).reshape(20, 15)
    found = cp.reduction(lambda a, b: a + b)(A, axis=0)
    wanted = "i4" if kind in ("?", "i1", "u1", "i2", "u2") else kind  # in which these compute
    assert same(found, A.sum(0, dtype=wanted)) and same(total(A, axis=1), A.sum(1, dtype=wanted))
    if kind[0] != "c":
        assert same(cp.reduction(lambda a, b: a if a > b else b)(A, axis=0), A.max(0))


def test_the_initial_value():
    A = np.arange(6, dtype="f4").reshape(2, 3)
    assert same(cp.reduction(lambda a, b: a + b, 10)(A, axis=0), A.sum(0) + 10)
    assert (
        cp.reduction(lambda a, b: a + b, 0.5)([1, 2]) == 3.5
        and cp.reduction(lambda a, b: a - b, 100)([1]) == 99
    )
    assert same(cp.reduction(max, -1)(np.zeros(3, "u1")), np.int32(0))
    assert cp.reduction(lambda a, b: a + b, 2**40)(np.ones(3, "i4")) == 2**40 + 3
    minus = cp.reduction(lambda a, b: a + b, -1)
    assert minus(np.full(3, 2**32 - 1, "u4")) == 3 * (2**32 - 1) - 1 and minus(np.full(3, 1.5, "f2")) == 3.5
    for kind, initial, wide in (
        ("f2", 1e5, "f4"),
        ("f4", 1e300, "f8"),
        ("f4", float("-inf"), "f4"),
        ("f2", 3, "f2"),
    ):
        assert cp.reduction(max, initial)(np.ones(3, kind)) == max(initial, 1)
        assert cp.reduction(max, initial)(np.ones(3, kind)).dtype == wide
    with raises(OverflowError, "the lambda: no type holds the initial value -1 and elements of uint64"):
        minus(np.ones(3, "u8"))
    with raises(
        TypeError, "the lambda: argument initial is float 0.5, and the parameter is an int: write int(0.5)"
    ):
        cp.reduction("int (int, int)", 0.5)(lambda a, b: a + b)(np.ones(3, "i4"))
    with raises(
        TypeError,
        "the lambda: the function takes int64 and int64, and returns int: a reduction needs "
        "one type for all three",
    ):
        cp.reduction(lambda a, b: cp.int32(a) + cp.int32(b))(np.ones(3, "i8"))


def test_empty_axes():
    A = np.zeros((0, 3))
    assert (
        same(total(A, axis=0), np.zeros(3))
        and same(total(A, axis=1), np.zeros(0))
        and same(total(A), np.float64(0))
    )
    assert same(cp.reduction(lambda a, b: a * b, 1)(A, axis=0, keepdims=True), np.ones((1, 3)))
    assert same(largest(A, axis=1), np.zeros(0))
    with raises(
        ValueError,
        "max: the axes that go have no elements, and there is no initial value: give one, "
        "cp.reduction(f, initial)",
    ):
        largest(A, axis=0)


@cp.reduction("double (double, double)", 0)
def wide_sum(a, b):
    return a + b


@cp.reduction
# lcm : int64 (int64 a, int64 b)
def lcm(a, b):
    x, y = a, b
    while y != 0:
        x, y = y, x % y
    return a // x * b


@cp.reduction(1)
def multiplied(a, b):
    return a * b


def test_arguments_by_name():
    dot = cp.reduction(lambda a, b: a + b, 0, map=lambda x, y: x * y)
    assert dot(y=[1, 2], x=[3, 4]) == 11 and total(X=[1, 2]) == 3
    with raises(TypeError, "the lambda: there is no parameter z; the parameters are x, y"):
        dot([1], z=[2])
    with raises(
        TypeError,
        "reduction: map has a parameter axis, which is an argument of every reduction: give it another name",
    ):
        cp.reduction(lambda a, b: a + b, map=lambda axis: axis)
    with raises(
        TypeError, "the lambda: the function returns nothing: reduction makes an array of what it returns"
    ):
        cp.reduction(lambda a, b: None)([1])


def test_signatures():
    A = np.full(1000, 0.1, "f4")
    found = wide_sum(A)
    assert found.dtype == np.float64 and found == in_order(lambda a, b: a + b, A.astype("f8").tolist())
    assert lcm(range(1, 21)) == 232792560 and lcm(np.arange(1, 11, dtype="u1")) == 2520
    assert multiplied([2, 3, 7]) == 42
    with raises(
        TypeError,
        "lcm: argument X is an array of double, and the parameter is an int64, which does not hold it: "
        "write X.astype(np.int64)",
    ):
        lcm(np.zeros(3))
    with raises(
        TypeError,
        "reduction: the types in 'float (float, int)' are not one: a reduction needs one type for both "
        "parameters and the result",
    ):
        cp.reduction("float (float, int)")(lambda a, b: a + b)(A)


# Maps


def test_maps():
    A, B = np.arange(300).reshape(20, 15), np.arange(15)
    add = cp.reduction(lambda a, b: a + b, 0, map=lambda x, y: x * y)
    assert (
        same(add(A, B), (A * B).sum())
        and same(add(A, B, axis=1), (A * B).sum(1))
        and same(add(A.T, 2, axis=0), (A.T * 2).sum(0))
    )
    count = cp.reduction(lambda a, b: a + b, 0, map=lambda x: x > 7)
    assert same(count(A, axis=0), (A > 7).sum(0, dtype="i4"))
    assert cp.reduction(lambda a, b: a + b, 0, map=abs)([-3, 4]) == 7
    spread = cp.reduction(lambda a, b: a and b, True, map=lambda x: x == x)
    assert same(spread(np.array([1.0, np.nan])), np.bool_(False))


def test_what_is_captured_is_that_of_the_call():
    for k in (1, 2):
        assert cp.reduction(lambda a, b: a + b, 0, map=lambda x: x * k)([1, 2, 3]) == 6 * k
    factor = 2
    scaled = cp.reduction(lambda a, b: a + b, map=lambda x: x * factor)
    assert scaled([1, 2]) == 6
    factor = 5
    assert scaled([1, 2]) == 15


# Arrays


def test_out():
    A = np.arange(12.0).reshape(3, 4)
    for out in (np.zeros(4), np.zeros(8)[::2], np.zeros(4, ">f8"), np.zeros(4, "c16")):
        assert total(A, axis=0, out=out) is out and np.array_equal(out, A.sum(0))
    out = np.zeros((3, 1), "f4")
    assert total(A, axis=1, keepdims=True, out=out) is out and np.array_equal(out, A.sum(1, keepdims=True))
    B = cp.CudaArray(A)
    out = cp.zeros(4, cp.Double)
    assert total(B, axis=0, out=out) is out and out.toList() == A.sum(0).tolist()
    with raises(ValueError, "the lambda: out has shape (3,), and the result has (4,)"):
        total(A, axis=0, out=np.zeros(3))
    with raises(
        TypeError,
        "the lambda: out has elements of int, and the function returns a double, which they do not hold",
    ):
        total(A, axis=0, out=np.zeros(4, "i4"))
    with raises(
        ValueError,
        "the lambda: out shares a part of its memory with argument X, whose elements would change before "
        "they are read: pass a copy of X",
    ):
        total(A, axis=0, out=A[0])
    empty = np.full(3, 7.0)
    assert total(np.zeros((3, 0)), axis=1, out=empty) is empty and empty.tolist() == [0, 0, 0]


def test_libraries(target):
    A = np.arange(6.0).reshape(2, 3)
    found = total(cp.CudaArray(A), axis=0)
    assert type(found) is cp.CudaArray and found.toList() == [3, 5, 7] and total(cp.CudaArray(A)) == 15.0
    assert (
        total([[1, 2], [3, 4]], axis=1).toList() == [3, 7]
        and total(5) == 5
        and same(total(np.float32(5)), np.float32(5))
    )
    assert total(cp.CudaArray([1.5, 2.0], cp.bfloat16)) == 3.5
    with raises(
        TypeError,
        "the lambda: argument X is a masked array, and kernels do not see its mask: write X.filled(value), "
        "or X.data for all elements",
    ):
        total(np.ma.array([1, 2]))
    for name, moved in (
        ("torch", lambda module: module.tensor(A)),
        ("jax", lambda module: module.numpy.asarray(A)),
        ("cupy", lambda module: module.asarray(A)),
    ):
        try:
            module = __import__(name)
            given = moved(module)
        except Exception:
            continue
        found = total(given, axis=0)
        assert type(found) is type(given) and found.tolist() == [3, 5, 7] and total(given).shape == ()


# What is refused


def test_what_is_refused():
    A = np.zeros((2, 3))
    for axis, kind, message in (
        (2, ValueError, "axis 2 is none of an array of 2 dimensions"),
        ((0, -2), ValueError, "axis (0, -2) has one of the axes twice"),
        (0.5, TypeError, "axis must be None, an int or a tuple of them, got 0.5"),
        (True, TypeError, "axis must be None, an int or a tuple of them, got True"),
    ):
        with raises(kind, f"the lambda: {message}"):
            total(A, axis=axis)
    with raises(TypeError, "the lambda: expected 1 argument (X), got 2"):
        total(A, A)
    with raises(
        TypeError, "reduction: <lambda> has 1 parameters: it needs two, what is there and what is put to it"
    ):
        cp.reduction(lambda a: a)
    with raises(TypeError, "reduction: initial must be a number or None, got str"):
        cp.reduction(lambda a, b: a, "0")
    with raises(TypeError, "the lambda: the function returns a tuple: reduction puts numbers together"):
        cp.reduction(lambda a, b: (a, b))(A)
    with pytest.raises(
        TypeError, match="the lambda: it uses idx .* a function over arrays has no threads of its own"
    ):
        cp.reduction(lambda a, b: a + idx)(A)
    with pytest.raises(
        TypeError, match="map: it uses idx .* a function over arrays has no threads of its own"
    ):
        cp.reduction(lambda a, b: a + b, map=lambda x: x + idx)(A)
    with raises(
        ValueError,
        "the lambda: arguments x of shape (2, 3) and y of shape (2,) cannot be broadcast together: extents "
        "of one axis, counted from the last one, must be equal or 1",
    ):
        cp.reduction(lambda a, b: a + b, map=lambda x, y: x * y)(A, np.zeros(2))
