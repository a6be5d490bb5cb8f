"""cp.vectorize: functions of numbers as functions of arrays, compared with NumPy's broadcasting and its
vectorize."""

import array
import concurrent.futures
import copy
import enum
import math
import pickle
import random
import sys
import types

import cudapy as cp
import pytest
from raising import raises

np = pytest.importorskip("numpy")

SCALE = 3


@cp.vectorize
def mix(x, y, t):
    return x + (y - x) * t


@cp.vectorize
def product(x, y):
    return x * y


@cp.vectorize
# poly : float (float x, int n)
def poly(x, n):
    """A polynomial."""
    total = 0.0
    for i in range(n):
        total = total * x + i
    return total


@cp.vectorize("double (double, double)")
def distance(x, y):
    return math.sqrt(x * x + y * y)


@cp.vectorize
def annotated(x: cp.float32, n: cp.uint8) -> cp.float32:
    return x * n


@cp.vectorize
# clamp : T (T x, T low, T high)
def clamp(x, low=0, high=10):
    return low if x < low else high if x > high else x


@cp.vectorize
def division(x, y):
    return x // y, x % y


@cp.vectorize
# parts : (float, int) (float x)
def parts(x):
    return x - int(x), int(x)


@cp.vectorize
def gcd(a, b):
    return a if b == 0 else gcd(b, a % b)


square = cp.vectorize(lambda x: x * x)


@cp.vectorize
def composed(x, y):
    return square(x) + gcd(int(y), 12)


@cp.vectorize
def nothing(x):
    x + 1


@cp.vectorize
# element : float (float* X)
def element(X):
    return X[0]


@cp.vectorize
# vector : float4 (float x)
def vector(x):
    return float4(x, x, x, x)


@cp.vectorize
def wrong(x):
    return x[0]


def same(found, expected):
    """Whether two arrays are of one type and shape, and have the same elements."""
    assert type(found) is type(expected), (type(found), type(expected))
    if isinstance(expected, np.ndarray):
        assert found.dtype == expected.dtype and found.shape == expected.shape, (
            found.dtype,
            expected.dtype,
            found.shape,
            expected.shape,
        )
    np.testing.assert_array_equal(found, expected)
    return True


# Types


def test_without_a_signature_the_arguments_choose():
    for kind in ("i4", "i8", "u4", "u8", "f2", "f4", "f8", "c8", "c16"):
        X = np.arange(6).astype(kind)
        assert same(square(X), X * X), kind
    for kind in ("i1", "i2", "u1", "u2", "?"):  # which compute as int, as everywhere in kernels
        X = np.arange(6).astype(kind)
        assert same(square(X), X.astype("i4") * X), kind
    bfloats = square(cp.CudaArray([1.5, 2.0], cp.bfloat16))
    assert bfloats.elemType() is cp.BFloat16 and bfloats.toList() == [2.25, 4.0]


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "i4", "i8", "u4", "u8", "c8", "c16"])
@pytest.mark.parametrize("number", [2, 0.1, 2 + 1j, True])
def test_numbers_are_as_wide_as_the_arrays(kind, number):
    X = np.arange(1, 5).astype(kind)
    expected = X * number
    if kind == "f2" and number == 2 and type(number) is int:
        expected = expected.astype("f4")  # a half and an integer variable meet in a float
    if kind == "f2" and type(number) is complex:
        expected = expected.astype("c8")
    assert same(product(X, number), expected)


def test_a_number_that_the_elements_do_not_hold_is_wider():
    assert same(product(np.ones(2, "i4"), 2**40), np.full(2, 2**40))
    assert same(product(np.ones(2, "f2"), 1e5), np.full(2, 1e5, "f4"))
    assert same(product(np.ones(2, "f4"), 1e300), np.full(2, 1e300))
    assert same(product(np.ones(2, "f4"), math.inf), np.full(2, math.inf, "f4"))
    assert same(product(np.ones(2, "u4"), -2), np.full(2, -2))
    with raises(OverflowError, "product: argument y: int 1180591620717411303424 has more than 64 bits"):
        product(np.ones(2, "i4"), 2**70)


def test_numbers_alone_give_a_number():
    assert product(2, 3) == 6 and type(product(2, 3)) is int
    assert product(2, 0.1) == 0.2 and product(1e300, 2) == 2e300 and product(2**40, 4) == 2**42
    assert product(1j, 2) == 2j and square(True) == 1
    assert division(17, 5) == (3, 2)
    assert same(product(np.float32(0.1), 2), np.float32(0.1) * 2) and same(
        product(np.array(3), np.int64(4)), np.int64(12)
    )
    assert product(enum.IntEnum("Color", "RED GREEN").GREEN, 5) == 10


def test_lists_are_as_wide_as_the_arrays():
    assert same(product(np.array([0.1, 0.2]), [0.1, 0.2]), np.array([0.1 * 0.1, 0.2 * 0.2]))
    found = product([[1, 2], [3, 4]], (1.5, 2.5))
    assert (
        type(found) is cp.CudaArray
        and found.elemType() is cp.Double
        and found.toList() == [[1.5, 5.0], [4.5, 10.0]]
    )
    assert product(range(3), 2).toList() == [0, 2, 4]
    assert product(array.array("d", [0.1]), 2).toList() == [0.2]
    with raises(
        ValueError,
        "product: argument x: the rows of a list are not equally long: cp.lib.map(f, rows) "
        "gives a function whole rows",
    ):
        product([[1, 2], [3]], 2)


def test_a_signature_converts_as_numpy_does():
    expected = np.array([poly.__wrapped__(x, 3) for x in (0.0, 1.0, 2.0)], "f4")
    for kind in ("f4", "f8", "f2", "i1", "u8", "?"):
        X = np.array([0, 1, 2]).astype(kind)
        n = np.array([3, 3, 3], "i8")
        assert same(poly(X, n), np.array([poly.__wrapped__(float(x), 3) for x in X], "f4")), kind
    assert same(poly(np.arange(3), 3), expected) and same(poly([0, 1, 2], 3).toHost(), expected)
    assert same(distance(np.array([3, 6], "f4"), np.array([4, 8], "u1")), np.array([5.0, 10.0]))
    assert same(annotated(np.arange(3), 2), np.array([0, 2, 4], "f4"))
    assert distance(3, 4) == 5.0 and type(distance(3, 4)) is float
    halved = cp.vectorize("float (float x, int32 n)")(lambda x, n: x / n)
    assert same(halved(np.array([1.0, 3.0]), 2), np.array([0.5, 1.5], "f4"))


def test_what_a_signature_does_not_hold():
    with raises(
        TypeError,
        "poly: argument n is an array of double, and the parameter is an int, which does not hold it: write "
        "n.astype(np.int32)",
    ):
        poly(np.zeros(3), np.zeros(3))
    with raises(
        TypeError,
        "poly: argument n is an array of float, and the parameter is an int, which does not hold it: "
        "write cp.CudaArray([int(x) for x in n.toList()], cp.int32)",
    ):
        poly(cp.zeros(3, cp.Float), cp.zeros(3, cp.Float))
    with raises(
        TypeError,
        "poly: argument x is an array of complex64, and the parameter is a float, which does not hold it: "
        "write x.astype(np.float32)",
    ):
        poly(np.zeros(3, "c8"), 3)
    with raises(
        TypeError,
        "annotated: argument n is an array of int, and the parameter is a uint8, which does not hold it: "
        "write n.astype(np.uint8)",
    ):
        annotated(np.zeros(3), np.zeros(3, "i4"))
    with raises(
        TypeError,
        "poly: argument n is a number of double, and the parameter is an int, which does not "
        "hold it: write int(n)",
    ):
        poly(np.zeros(3), np.float64(2))
    with raises(TypeError, "poly: argument n is float 2.5, and the parameter is an int: write int(2.5)"):
        poly(np.zeros(3), 2.5)
    with raises(
        TypeError, "poly: argument x is complex 1j, and the parameter is a float: write its real part"
    ):
        poly(1j, 2)
    with raises(TypeError, "poly: argument n is a list of float, and the parameter is an int"):
        poly(1.0, [1.5])
    with raises(
        OverflowError,
        "poly: argument n: int 1099511627776 is out of range for int (-2147483648 to 2147483647)",
    ):
        poly(np.zeros(3), 2**40)
    with raises(
        OverflowError,
        "poly: argument n: int 1099511627776 is out of range for int (-2147483648 to 2147483647)",
    ):
        poly(np.zeros(3), np.int64(2**40))
    with raises(OverflowError, "annotated: argument n: int -1 is out of range for uint8 (0 to 255)"):
        annotated(np.zeros(3), -1)


def test_type_variables():
    assert same(clamp(np.array([-5, 5, 50])), np.array([0, 5, 10]))
    assert same(clamp(np.array([-5.0, 5.0, 50.0], "f4"), 1.5), np.array([1.5, 5, 10], "f4"))
    assert same(clamp(np.arange(3, dtype="i4"), np.array([0.5, 0.5, 2.5])), np.array([0.5, 1.0, 2.5]))


def test_several_results():
    X = np.arange(-6, 6)
    quotients, rests = division(X, 4)
    assert same(quotients, X // 4) and same(rests, X % 4)
    fractions, wholes = parts(np.array([0.5, 2.25]))
    assert same(fractions, np.array([0.5, 0.25], "f4")) and same(wholes, np.array([0, 2], "i4"))
    A, B = np.zeros(12, "i8"), np.zeros(12, "i8")
    out = (A, B)
    assert division(X, 4, out=out) is out and same(A, X // 4) and same(B, X % 4)
    both = np.zeros(24, "i8")
    division(X, 4, out=(both[::2], both[1::2]))
    assert same(both[::2].copy(), X // 4) and same(both[1::2].copy(), X % 4)


@cp.vectorize
def shorten(a, b=1):
    by = gcd(a, b)
    return a // by, b // by


def test_several_results_with_the_help_of_others():
    above, below = shorten(np.array([6, 10, 7]), 4)
    assert same(above, np.array([3, 5, 7])) and same(below, np.array([2, 2, 4]))
    assert shorten(b=8, a=12) == (3, 2)
    nested = cp.vectorize(lambda x: (x, (x, x)))
    with raises(
        TypeError,
        "the lambda: the function returns (double, (double, double)): vectorize makes arrays of numbers, or "
        "of the numbers in a tuple",
    ):
        nested(np.zeros(2))


@cp.vectorize("int (int n)")
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


def test_a_signature_in_the_decorator_of_a_function_that_calls_itself():
    assert same(factorial(np.arange(5)), np.array([1, 1, 2, 6, 24], "i4"))


def test_launches_go_into_a_graph():
    A, B = cp.CudaArray([1.0, 2.0, 3.0]), cp.zeros((2, 3), cp.Float)
    product(A, 2, out=B)
    B.fill(0)
    with cp.capture() as graph:
        product(A, 2, out=B)
    assert B.toList() == [[0.0] * 3] * 2
    graph.replay()
    assert B.toList() == [[2.0, 4.0, 6.0]] * 2


def test_threads_that_call_one_function(target):
    fresh = cp.vectorize(lambda x, y: x - y)
    X = np.arange(1000.0)

    def work(k):
        return [same(fresh(X.astype(kind), k), X.astype(kind) - k) for kind in ("f4", "f8", "i4")]

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert all(all(each) for each in pool.map(work, range(8)))


# Calls


def test_defaults_and_names():
    X = np.array([-5, 5, 50])
    assert same(clamp(X, high=20), np.array([0, 5, 20])) and same(
        clamp(high=7, x=X, low=6), np.array([6, 6, 7])
    )
    with raises(TypeError, "mix: expected 3 arguments (x, y, t), got 2"):
        mix(1, 2)
    with raises(TypeError, "clamp: the argument for parameter x is missing"):
        clamp()
    with raises(TypeError, "clamp: there is no parameter middle; the parameters are x, low, high"):
        clamp(X, middle=3)
    with raises(TypeError, "clamp: parameter x was given twice, by position and by name"):
        clamp(X, x=3)


def test_what_is_captured_is_that_of_the_call():
    scaled = cp.vectorize(lambda x: x * SCALE)
    X = np.arange(3)
    assert same(scaled(X), X * 3)
    try:
        globals()["SCALE"] = 0.5
        assert same(scaled(X), X * 0.5)
    finally:
        globals()["SCALE"] = 3
    for k in (1, 2):
        assert same(cp.vectorize(lambda x: x + k)(X), X + k)


def test_functions_over_arrays_are_functions_in_kernels():
    A, B = np.array([12, 18, 7]), np.array([[8], [27]])
    assert same(gcd(A, B), np.gcd(A, B))  # it calls itself
    assert same(composed(np.array([1.5, 2.0]), np.array([8.0, 18.0])), np.array([2.25 + 4, 4.0 + 6]))

    @cp.kernel("void (float* X)")
    def kernel(X):
        X[idx] = square(X[idx]) + poly(X[idx], 2)

    X = [1.0, 3.0]
    kernel(2)(X)
    assert X == [2.0, 10.0]
    assert cp.lib.zipWith(gcd, [12, 18], [8, 27]).toList() == [4, 9]


def test_it_is_a_function_with_a_name():
    assert (
        poly.__name__ == poly.__qualname__ == "poly"
        and poly.__doc__ == "A polynomial."
        and poly.__module__ == __name__
    )
    assert (
        repr(poly) == "<function poly(x, n) over arrays>"
        and repr(square) == "<function <lambda>(x) over arrays>"
    )
    assert (
        pickle.loads(pickle.dumps(poly)) is poly and copy.copy(poly) is poly and copy.deepcopy(poly) is poly
    )


# Shapes


def test_broadcasting():
    X, Y = np.arange(12.0).reshape(3, 4), np.arange(4.0)
    assert (
        same(product(X, Y), X * Y)
        and same(product(X, Y[:1]), X * Y[:1])
        and same(product(X[:, :1], Y), X[:, :1] * Y)
    )
    assert same(product(Y, X[:, None]), Y * X[:, None]) and same(product(X, np.array(2.0)), X * 2.0)
    assert same(mix(X, X[:1], X[:, 1:2]), mix.__wrapped__(X, X[:1], X[:, 1:2]))
    assert same(product(np.broadcast_to(Y, (3, 4)), X), Y * X) and same(
        square(np.broadcast_to(2.0, (2, 3))), np.full((2, 3), 4.0)
    )
    with raises(
        ValueError,
        "product: arguments x of shape (3, 4) and y of shape (3,) cannot be broadcast together: extents of "
        "one axis, counted from the last one, must be equal or 1",
    ):
        product(X, np.zeros(3))
    with raises(
        ValueError,
        "mix: arguments x of shape (2,) and y of shape (1, 1) and t of shape (3,) cannot be broadcast "
        "together: extents of one axis, counted from the last one, must be equal or 1",
    ):
        mix(np.zeros(2), np.zeros((1, 1)), np.zeros(3))
    with raises(ValueError, "the lambda: argument x has 9 dimensions, and arrays have at most 8: reshape it"):
        square(np.zeros((1,) * 9))


def test_empty_arrays():
    assert same(product(np.zeros((0, 3)), 2), np.zeros((0, 3))) and same(
        product(np.zeros((0, 1)), np.zeros(4)), np.zeros((0, 4))
    )
    found = square(cp.zeros((2, 0), cp.Int))
    assert found.shape == (2, 0) and found.elemType() is cp.Int
    out = np.zeros((3, 0))
    assert product(np.zeros(0), 2, out=out) is out


def test_rows_of_many_elements():
    """Rows from 32 elements on have threads of their own; shorter ones are found by division."""
    for width in (31, 32, 33, 100):
        X = np.arange(7.0 * width).reshape(7, width)
        assert same(product(X, X[0]), X * X[0]) and same(product(X.T, X[:, 0]), X.T * X[:, 0])
        A = np.arange(6.0 * width).reshape(2, 3, width)
        assert same(product(A[:, :1], A[:1, :, ::-1]), A[:, :1] * A[:1, :, ::-1])
    tall = np.arange(70000.0 * 32).reshape(70000, 32)
    assert same(product(tall, tall[0]), tall * tall[0])


def _random_shape(rng):
    return tuple(
        rng.choice((1, 2, 3, 5, 33)) if axis > 1 else rng.choice((1, 2, 3))
        for axis in range(rng.randint(1, 5))
    )[:5]


def _random_view(rng, shape, kind):
    """An array of this shape after random broadcasting extents, axes in another order, steps and turned
    axes."""
    shape = shape[rng.randint(0, len(shape)) :] or ()
    shape = tuple(1 if rng.random() < 0.25 else extent for extent in shape)
    if not shape:
        return np.array(rng.randint(1, 9)).astype(kind)
    order = list(range(len(shape)))
    rng.shuffle(order)
    steps = [rng.choice((1, 1, 2, -1, -2)) for _ in shape]
    base = np.empty([shape[axis] * abs(steps[axis]) for axis in order], kind)
    base[...] = (np.arange(base.size).reshape(base.shape) % 7 + 1).astype(kind)
    view = base.transpose([order.index(axis) for axis in range(len(shape))])
    view = view[tuple(slice(None, None, step) for step in steps)]
    return np.broadcast_to(view, (2, *view.shape)) if rng.random() < 0.1 and view.ndim < 5 else view


@pytest.mark.parametrize("seed", range(60))
def test_random_layouts(seed, target):
    rng = random.Random(seed)
    kind = rng.choice(("f4", "f8", "i4", "i8"))
    shape = _random_shape(rng)
    X, Y, T = (_random_view(rng, shape, kind) for _ in range(3))
    try:
        expected = mix.__wrapped__(X, Y, T)
    except ValueError:
        with pytest.raises(ValueError, match="cannot be broadcast together"):
            mix(X, Y, T)
        return
    assert same(mix(X, Y, T), expected)
    if expected.ndim:
        wide = np.zeros([2 * extent for extent in expected.shape], kind)
        before = wide.copy()
        out = wide[tuple(slice(None, None, rng.choice((2, -2))) for _ in expected.shape)]
        assert mix(X, Y, T, out=out) is out and same(out.copy(), expected)
        assert np.count_nonzero(wide != before) <= out.size
        on_device = [
            cp.asarray(each, target=target)
            if each.ndim and 0 not in each.strides
            else cp.CudaArray(each.reshape(-1) if not each.ndim else each)
            for each in (X, Y, T)
        ]
        found = mix(*on_device)
        if any(each.ndim for each in (X, Y, T)):
            assert type(found) is cp.CudaArray
            np.testing.assert_array_equal(found.toHost().reshape(expected.shape), expected)


@pytest.mark.parametrize("seed", range(20))
def test_random_views_of_cuda_arrays(seed):
    rng = random.Random(seed)
    whole = np.arange(4 * 6 * 40, dtype="f4").reshape(4, 6, 40)
    A = cp.CudaArray(whole)
    parts = tuple(slice(None, None, rng.choice((1, -1, 2, -3))) for _ in range(3))
    order = rng.sample(range(3), 3)
    view, expected = A[parts].transpose(*order), whole[parts].transpose(order)
    row, plain_row = A[0, 0, : expected.shape[-1]], whole[0, 0, : expected.shape[-1]]
    if len(plain_row) == expected.shape[-1]:
        np.testing.assert_array_equal(product(view, row).toHost(), expected * plain_row)
    np.testing.assert_array_equal(square(view).toHost(), expected * expected)
    square(view, out=view)
    whole[parts] = whole[parts] ** 2
    np.testing.assert_array_equal(A.toHost(), whole)


# out=


def test_out_is_given_back_and_written():
    X = np.arange(6.0)
    out = np.empty(6)
    assert square(X, out=out) is out and same(out, X * X)
    A = cp.CudaArray([1.0, 2.0])
    assert square(A, out=A) is A and A.toList() == [1.0, 4.0]
    wide = np.zeros((2, 6), "f4")
    assert same(product(X, 2, out=wide), np.array([X * 2, X * 2], "f4"))
    assert same(product(np.arange(3, dtype="i4"), 2, out=np.zeros(3, "c16")), np.array([0, 2, 4], "c16"))
    assert same(product(2, 3, out=np.zeros(2, "i4")), np.array([6, 6], "i4"))
    assert product(X, 2, out=array.array("d", [0] * 6)) == array.array("d", X * 2)
    swapped = np.zeros(6, ">f8")
    assert same(square(X, out=swapped), (X * X).astype(">f8")) and same(square(swapped), (X * X) ** 2)


def test_out_that_overlaps():
    X = np.arange(8.0)
    refused = (
        "the lambda: out shares a part of its memory with argument x, whose elements would change before "
        "they are read: pass a copy of x, or the same array as out"
    )
    for given, out in ((X[:-1], X[1:]), (X, X[::-1]), (X[:1], X), (X[:4], X[::2]), (X.view("i8"), X)):
        with raises(ValueError, refused):
            square(given, out=out)
    assert same(X, np.arange(8.0))
    square(X[::2], out=X[1::2])  # which share nothing
    assert X.tolist() == [0, 0, 2, 4, 4, 16, 6, 36]
    square(X[::-2], out=X[::-2])
    assert X.tolist() == [0, 0, 2, 16, 4, 256, 6, 1296]
    A = cp.CudaArray(range(8))
    with raises(ValueError, refused):
        square(A[1:], out=A[:-1])
    square(A[:4], out=A[4:])
    assert A.toList() == [0, 1, 2, 3, 0, 1, 4, 9]
    with raises(ValueError, "division: out: two of the arrays share memory: pass different ones"):
        division(np.arange(3), 2, out=(A[:3].toHost(),) * 2)


def test_what_out_cannot_be():
    X = np.arange(3.0)
    with raises(ValueError, "product: out has shape (3,), and the arguments give (2, 3)"):
        product(np.zeros((2, 3)), 2, out=np.zeros(3))
    with raises(
        TypeError,
        "product: out has elements of int, and the function returns a double, which they do not hold",
    ):
        product(X, 2, out=np.zeros(3, "i4"))
    with raises(TypeError, "product: out: expected an array, got a list: write cp.CudaArray(...) of it"):
        product(X, 2, out=[0.0] * 3)
    with raises(TypeError, "product: out: expected an array, got float 2.0"):
        product(X, 2, out=2.0)
    with raises(
        TypeError, "product: out: this ndarray has no dimension: leave out= away, and take what is returned"
    ):
        product(2, 2, out=np.array(2))
    with raises(TypeError, "product: out: expected one array, got tuple of 1"):
        product(X, 2, out=(X,))
    with raises(TypeError, "division: out: expected a tuple of 2 arrays, got ndarray"):
        division(X, 2, out=X)
    with raises(ValueError, "division: out: the arrays must have one shape, got (3,) and (2, 3)"):
        division(X, 2, out=(np.zeros(3), np.zeros((2, 3))))
    fixed = np.zeros(3)
    fixed.flags.writeable = False
    with raises(ValueError, "product: out: this ndarray cannot be changed"):
        product(X, 2, out=fixed)
    with raises(
        ValueError,
        "product: out: several elements of this ndarray are in one place: pass one that has a place for each",
    ):
        product(X, 2, out=np.lib.stride_tricks.as_strided(np.zeros(3), (3,), (0,)))
    assert same(product(fixed, 2), np.zeros(3))


# Libraries


def test_what_comes_back_is_of_the_library_that_was_given():
    A = cp.CudaArray([1.0, 2.0])
    assert (
        type(product(A, 2)) is cp.CudaArray
        and product(A, [1.0, 2.0]).toList() == [1.0, 4.0]
        and product(A, np.float32(3)).toList() == [3.0, 6.0]
    )
    assert type(product([1, 2], 2)) is cp.CudaArray and type(product(np.ones(2), 2)) is np.ndarray
    with raises(
        TypeError,
        "product: argument x is a CudaArray and argument y is a NumPy array: give arrays of one library, "
        "such as cp.asarray(y)",
    ):
        product(A, np.ones(2))
    with raises(
        TypeError,
        "product: argument x is a NumPy array and argument y is a CudaArray: give arrays of one library, "
        "such as y.toHost()",
    ):
        product(np.ones(2), A)
    with raises(
        TypeError,
        "product: argument x is a CudaArray and out is a NumPy array: give arrays of one library, such as "
        "cp.asarray(out)",
    ):
        product(A, 2, out=np.ones(2))
    with raises(
        TypeError,
        "product: argument y is a CudaLists, whose rows have lengths of their own: cp.lib.map(f, rows) "
        "gives a function whole rows",
    ):
        product(A, cp.CudaLists([[1.0], [2.0, 3.0]]))
    with raises(TypeError, "product: argument y: expected a number or an array, got str 'two'"):
        product(A, "two")
    with raises(
        TypeError,
        "product: argument y has elements of float4, and a function over arrays takes numbers: "
        "cp.lib.map(f, X) gives a function elements of any type",
    ):
        product(2, cp.zeros(2, cp.float4))


def test_arrays_that_have_to_be_on_one_device(target):
    here = cp.vectorize(lambda x, y: x + y, target="cpu")
    assert (
        here(np.ones(2), 1).tolist() == [2.0, 2.0]
        and here(cp.full(2, 1.0, cp.Double, "cpu"), 1).device == "cpu"
    )
    if target == "cpu":
        return
    with raises(
        ValueError, "product: argument x is on cuda:0 and argument y on cpu: copy one to where the other is"
    ):
        product(cp.zeros(2, cp.Float, "cuda"), cp.zeros(2, cp.Float, "cpu"))
    with raises(ValueError, "the lambda: argument x is on cuda:0, and target= says cpu: copy it there"):
        here(cp.zeros(2, cp.Float, "cuda"), 1)


class Tensor:
    """An array of another library, as DLPack shows it."""

    def __init__(self, values):
        self.values = np.asarray(values)
        self.ndim = self.values.ndim

    def reshape(self, *shape):
        return Tensor(self.values.reshape(*shape))

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


@pytest.fixture
def library(monkeypatch):
    """A module `tensors`, as torch is one."""
    module = types.ModuleType("tensors")
    module.from_dlpack = lambda given: Tensor(np.from_dlpack(given))
    monkeypatch.setitem(sys.modules, "tensors", module)
    monkeypatch.setattr(Tensor, "__module__", "tensors")
    return module


def test_tensors(library):
    X = np.arange(12.0).reshape(3, 4)
    found = product(Tensor(X.T), Tensor(X[:, 0]))
    assert type(found) is Tensor and same(found.values, X.T * X[:, 0])
    found = product(Tensor(np.array(3.0)), 2)
    assert type(found) is Tensor and found.values.shape == () and found.values == 6.0
    out = Tensor(np.zeros((3, 4)))
    assert product(Tensor(X), 2, out=out) is out and same(out.values, X * 2)
    with raises(
        TypeError,
        "product: argument x is an array of tensors and argument y is a NumPy array: give arrays of one "
        "library, such as tensors.from_dlpack(y)",
    ):
        product(Tensor(X), X)
    with raises(
        TypeError,
        "poly: argument n is an array of double, and the parameter is an int, which does not hold it: "
        "write cp.CudaArray([int(x) for x in n.toList()], cp.int32)",
    ):
        poly(1.0, Tensor(X))


def test_torch_on_a_gpu(target):
    torch = pytest.importorskip("torch")
    if target == "cpu":
        pytest.skip("needs a GPU")
    X = torch.arange(12.0, device="cuda").reshape(3, 4)
    assert torch.equal(product(X.T, X[:, 0]), X.T * X[:, 0]) and torch.equal(
        product(X, torch.tensor(2.0, device="cuda")), X * 2
    )
    number = product(torch.tensor(3.0, device="cuda"), 2)
    assert number.is_cuda and number.shape == () and number.item() == 6
    wide = torch.zeros(6, 8, device="cuda")
    product(X, 2, out=wide[::2, ::2])
    assert torch.equal(wide[::2, ::2], X * 2) and wide.sum() == (X * 2).sum()
    assert torch.equal(product(X.bfloat16().T, 2.0), X.bfloat16().T * 2) and torch.equal(
        product(X.half()[:, ::2], 2.0), X.half()[:, ::2] * 2
    )
    on_host, out = product(X.cpu(), 2.0), torch.zeros(3, 4)
    product(X.cpu(), 2.0, out=out)
    assert not on_host.is_cuda and torch.equal(on_host, X.cpu() * 2) and torch.equal(out, on_host)
    for arguments in ((X, X.cpu()), (X.cpu(), X)):
        with pytest.raises(ValueError, match="copy one to where the other is"):
            product(*arguments)
    with pytest.raises(ValueError, match="out on cpu: copy one to where the other is"):
        product(X, 2.0, out=out)


def test_streams_of_torch(target):
    """What PyTorch does with an array before and after, on a stream of its own, keeps its order."""
    torch = pytest.importorskip("torch")
    if target == "cpu":
        pytest.skip("needs a GPU")
    with torch.cuda.stream(torch.cuda.Stream()):
        for _ in range(20):
            X = torch.ones(1 << 24, device="cuda")
            X *= 3
            product(X, X, out=X)
            X += 1
            assert bool((X == 10).all())


def test_cupy(target):
    cupy = pytest.importorskip("cupy")
    if target == "cpu":
        pytest.skip("needs a GPU")
    X = cupy.arange(12.0).reshape(3, 4)
    found = product(X.T, X[:, 0])
    assert type(found) is cupy.ndarray and bool((found == X.T * X[:, 0]).all())
    assert product(X, 2.0, out=X) is X and X.tolist() == (np.arange(12.0).reshape(3, 4) * 2).tolist()


def test_jax():
    jax = pytest.importorskip("jax")
    X = jax.numpy.arange(12.0).reshape(3, 4)
    found = product(X, X[:, :1])
    assert (
        isinstance(found, jax.Array)
        and found.devices() == X.devices()
        and bool((found == X * X[:, :1]).all())
    )
    with raises(ValueError, "product: out: this ArrayImpl cannot be changed"):
        product(X, 2.0, out=X)


# What no function over arrays can be made of


def test_functions_that_give_no_numbers():
    with raises(
        TypeError, "nothing: the function returns nothing: vectorize makes an array of what it returns"
    ):
        nothing(np.zeros(3))
    with raises(
        TypeError, "element: parameter X is float*, and vectorize gives a function one number of each array"
    ):
        element(np.zeros(3))
    with raises(
        TypeError,
        "vector: the function returns float4: vectorize makes arrays of numbers, or of the "
        "numbers in a tuple",
    ):
        vector(np.zeros(3))
    with pytest.raises(cp.CompileError) as error:
        wrong(np.zeros(3))
    assert [each["message"] for each in error.value.diagnostics] == [
        "`x` is a `double`, which has no elements"
    ]
    assert error.value.diagnostics[0]["file"] == __file__


def test_what_is_refused_at_once():
    for given, message in (
        (math.sqrt, "vectorize: sqrt is a built-in function: it has no Python source to translate"),
        (
            lambda *x: 1,
            "vectorize: <lambda> takes *args, **kwargs or parameters only by name, which kernels do not have",
        ),
        (
            lambda x, *, y: 1,
            "vectorize: <lambda> takes *args, **kwargs or parameters only by name, which kernels do not have",
        ),
        (lambda: 1, "vectorize: <lambda> has no parameters: it needs one that is given arrays"),
        (
            lambda x, out: x,
            "vectorize: <lambda> has a parameter out, which is the name of the array for the results: give "
            "it another one",
        ),
        (3, "vectorize: expected a Python function, got int 3"),
    ):
        with raises(TypeError, message):
            cp.vectorize(given)
    with raises(
        ValueError,
        'vectorize: the signature is empty: write the types, such as "float (float, int)", or leave it out: '
        "@cp.vectorize",
    ):
        cp.vectorize(" ")
    with raises(
        TypeError,
        "vectorize: 'float' is no signature of a lambda of numbers: write one such as \"float (float, int)\"",
    ):
        cp.vectorize("float")(lambda x: x)
    with raises(
        TypeError, "vectorize: the signature 'float (float, int)' has 2 parameters, and the lambda has 1: x"
    ):
        cp.vectorize("float (float, int)")(lambda x: x)


def test_checked():
    checked = cp.vectorize(lambda x, y: x // y, checked=True)
    A = np.array([7, 8], "i4")
    assert checked(A, 2).tolist() == [3, 4]
    with pytest.raises(cp.KernelError, match="division by zero|divided by zero"):
        checked(A, np.array([1, 0], "i4"))
        cp.synchronize()
