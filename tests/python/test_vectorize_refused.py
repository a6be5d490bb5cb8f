"""cp.vectorize: what would be wrong without a word reaches its array, or is refused."""

import array
import ctypes
import operator
import random

import cudapy as cp
import pytest
from cudapy import shared, syncthreads
from raising import raises

np = pytest.importorskip("numpy")

square = cp.vectorize(lambda x: x * x)
product = cp.vectorize(lambda x, y: x * y)
X = np.arange(1.0, 5)
IN_PLACE = (
    "the lambda: out: the elements of this {} cannot be written where they are: they lie at no multiples of "
    "their size, or it gives copies of itself: pass another array"
)


def misaligned():
    return np.frombuffer(bytearray(33), "f8", 4, 1)


class Tensor:
    """An array of another library, as DLPack shows it."""

    __module__ = "tensors"

    def __init__(self, values, copies=False):
        self.values, self.ndim, self.copies = values, values.ndim, copies

    def __dlpack__(self, **options):
        return (self.values.copy() if self.copies else self.values).__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


# out=


def test_out_of_numpy_is_written_wherever_it_lies():
    for out in (
        misaligned(),
        np.zeros(4, [("a", "i1"), ("b", "f8")])["b"],
        np.zeros(4, ">f8"),
        np.zeros(8)[::-2],
    ):
        assert square(X, out=out) is out and out.tolist() == [1, 4, 9, 16]
    both = misaligned()
    both[:] = X
    assert square(both, out=both).tolist() == [1, 4, 9, 16]


def test_out_of_buffers_is_written_or_refused():
    numbers = array.array("d", [0] * 8)
    for out in (memoryview(numbers)[::2], memoryview(numbers)[3::-1], (ctypes.c_double * 4)()):
        square(X, out=out)
        assert list(out) == [1, 4, 9, 16]
    out = memoryview(bytearray(33))[1:].cast("d")
    with raises(ValueError, IN_PLACE.format("memoryview")):
        square(X, out=out)
    assert square(memoryview(misaligned())).toList() == [0] * 4


def test_out_by_dlpack_is_written_or_refused():
    given = Tensor(X.copy())
    for out in (np.zeros(4), np.zeros(8)[::2], np.zeros(4)[::-1]):
        square(given, out=Tensor(out))
        assert out.tolist() == [1, 4, 9, 16]
    for out in (Tensor(misaligned()), Tensor(np.zeros(4), copies=True)):
        with raises(ValueError, IN_PLACE.format("Tensor")):
            square(given, out=out)


def test_out_of_a_narrower_type():
    out = np.zeros(4, "f4")
    assert square(X / 3, out=out) is out and np.array_equal(out, ((X / 3) ** 2).astype("f4"))
    out = np.zeros(2, "i4")
    square(np.array([3, 2**20]), out=out)
    assert out.tolist() == [9, 0]  # as NumPy's casting "same_kind" has it
    with raises(
        TypeError,
        "the lambda: out has elements of uint8, and the function returns an int, which they do not hold",
    ):
        square(np.arange(2, dtype="i4"), out=np.zeros(2, "u1"))


# Threads


def helper(x):
    return x + idx


def with_shared(x):
    A = shared(cp.float32, 4)
    A[0] = x
    return A[0]


def waits(x):
    syncthreads()
    return x


def test_threads_are_refused():
    end = (
        ", and a function over arrays has no threads of its own: give it an array of what it needs, such as "
        "np.arange(n) for an index, or write a kernel"
    )
    for function, name in (
        (lambda x: x + idx, "idx"),
        (lambda x: x + cp.idy, "idy"),
        (lambda x: x + threadIdx.x, "threadIdx"),
        (lambda x: x + cp.blockDim.x, "blockDim"),
        (lambda x: shfl_down_sync(0xFFFFFFFF, x, 1), "shfl_down_sync"),
        (lambda x: x + laneid, "laneid"),
        (with_shared, "shared"),
        (waits, "syncthreads"),
    ):
        line = f"{__file__}:{function.__code__.co_firstlineno}"
        called = "the lambda" if function.__name__ == "<lambda>" else function.__name__
        with raises(TypeError, f"{called}: it uses {name} ({line}){end}"):
            cp.vectorize(function)(X)
        with raises(TypeError, f"{called}: it uses {name} ({line}){end}"):
            cp.vectorize("double (double)")(function)(X)
    with raises(
        TypeError,
        f"the lambda: helper, which it calls, uses idx ({__file__}:{helper.__code__.co_firstlineno}){end}",
    ):
        cp.vectorize(lambda x: helper(x))(X)


def test_names_like_those_of_threads_are_free():
    idx = 3
    assert cp.vectorize(lambda x: x + idx)(X).tolist() == [4, 5, 6, 7]
    assert cp.vectorize(lambda idx: idx * 2)(X).tolist() == [2, 4, 6, 8]
    assert cp.vectorize(lambda x: cp.float32(x) * cp.warpSize)(X).tolist() == [32, 64, 96, 128]


# Arrays


def test_subclasses_of_numpys_arrays():
    masked = np.ma.array([1.0, 2.0], mask=[0, 1])
    with raises(
        TypeError,
        "the lambda: argument x is a masked array, and kernels do not see its mask: write x.filled(value), "
        "or x.data for all elements",
    ):
        square(masked)
    with raises(
        TypeError, "the lambda: out is a masked array, and kernels do not see its mask: pass out.data"
    ):
        square(X[:2], out=masked)

    class Named(np.ndarray):
        pass

    found = product(X.view(Named), np.array([[2.0]]).view(Named))
    assert type(found) is np.ndarray and found.tolist() == [[2, 4, 6, 8]]


def test_numbers_in_the_other_byte_order():
    assert square(np.array(3, ">i4")) == 9 and type(square(np.array(3, ">i4"))) is np.int32
    assert product(np.arange(3, dtype=">f4"), np.array(0.5, ">f4")).dtype == np.float32


def test_advice_for_bools():
    with raises(
        TypeError,
        "the lambda: argument x is an array of double, and the parameter is a bool, which does not hold it: "
        "write x.astype(bool)",
    ):
        cp.vectorize("bool (bool x)")(lambda x: x)(X)


# Signatures


def test_signatures_that_are_none():
    def function(a, b):
        return a - b

    for given in (lambda a, b: a - b, function):
        with raises(
            TypeError,
            "vectorize: parameter 1 is b in the signature 'float (float b, float a)', and a in the "
            "function: give it one name",
        ):
            cp.vectorize("float (float b, float a)")(given)
        assert cp.vectorize("float (float a, float)")(given)(3, 1) == 2
    for text in (
        "float (float a !!, float b)",
        "float ((float a, float b)",
        "float (float, float))",
        "float (float, float) x",
        "float float (float, float)",
        "(float) (float, float)",
        "float (float, float",
        "float (float=3, float)",
        "float (float,, float)",
        "void (float, float)",
        "float (float, float*)",
    ):
        with raises(
            TypeError,
            f"vectorize: {text!r} is no signature of a lambda of numbers: write one such as "
            '"float (float, int)"',
        ):
            cp.vectorize(text)(lambda a, b: a - b)
        with pytest.raises(cp.CompileError) as error:
            cp.vectorize(text)(function)(X, X)
        assert "cp.vectorize" not in str(error.value) and "x0" not in str(error.value)


def test_signatures_that_say_something_else():
    for text, function, given in (
        ("(float, int) (float)", lambda x: x, "a float"),
        ("float (float)", lambda x: (x, x), "(float, float)"),
        ("int (float)", lambda x: x, "a float"),
    ):
        with raises(
            TypeError, f"the lambda: it returns {given}, and its signature says {text.rpartition(' ')[0]}"
        ):
            cp.vectorize(text)(function)(X)


@cp.vectorize
def partly(x: cp.float32, y):
    return x * y


@cp.vectorize
def typed(x: "cp.uint8", n: np.int16):
    return x + n


def test_what_annotations_say_counts_alone():
    A = np.array([0.1, 0.2], "f4")
    assert partly(A.astype("f8"), A).dtype == np.float32 and np.array_equal(partly([0.1, 0.2], A), A * A)
    assert partly(A, np.array([3.0, 4.0])).dtype == np.float64 and partly(True, 2.5) == 2.5
    with raises(
        TypeError,
        "partly: argument x is an array of complex64, and the parameter is a float, which does not hold it: "
        "write x.astype(np.float32)",
    ):
        partly(A.astype("c8"), A)
    assert typed(np.array([250], "u1"), 10).tolist() == [260]
    with raises(OverflowError, "typed: argument x: int 256 is out of range for uint8 (0 to 255)"):
        typed(256, 1)


# Lists


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "i4", "i8", "u4", "u8", "c8", "c16"])
@pytest.mark.parametrize("values", [[0.1, 0.2, 1e-3], [2, 3, 100], [True, False, True], [0.5, 1j, 2]])
def test_lists_beside_arrays_are_as_numbers_are(kind, values):
    A = np.arange(1, 4).astype(kind)
    found = product(A, values)
    each = [product(A[i : i + 1], value) for i, value in enumerate(values)]
    assert found.dtype == np.result_type(*(one.dtype for one in each))
    assert found.tolist() == [one.astype(found.dtype)[0].item() for one in each]


def test_lists_alone_are_pythons_numbers():
    assert (
        product([0.1, 0.2], [3, 4]).toList() == [0.1 * 3, 0.2 * 4]
        and product([0.1], 3).elemType() is cp.Double
    )
    assert product([2**40], 4).toList() == [2**42] and product([True, False], 3).toList() == [3, 0]
    assert cp.vectorize(lambda x: x)([2**63 + 5]).toList() == [2**63 + 5]
    assert product(np.ones(1, "u8"), [2**63 + 5]).tolist() == [2**63 + 5]
    assert cp.vectorize("uint64 (uint64)")(lambda x: x + 1)([[2**63 + 5]]).toList() == [[2**63 + 6]]
    assert product(np.ones(2, "f4"), [1e300, float("inf")]).tolist() == [1e300, float("inf")]
    with raises(
        OverflowError,
        "the lambda: argument x: element 0: int 18446744073709551616 is out of range for int64 "
        "(-9223372036854775808 to 9223372036854775807)",
    ):
        product([2**64], 1)


# Layouts


@pytest.mark.parametrize("seed", range(30))
def test_random_offsets_and_axes(seed, target):
    """Parts of larger arrays, from anywhere, turned and repeated, compared with NumPy."""
    rng = random.Random(seed)
    whole = np.arange(9 * 10 * 40, dtype="f8").reshape(9, 10, 40)
    shape = [rng.randint(1, 3), rng.randint(1, 3), rng.choice((5, 33))]

    def part():
        first = [rng.randint(0, 2) for _ in shape]
        view = whole[tuple(slice(at, at + extent) for at, extent in zip(first, shape))]
        view = view[tuple(slice(None, None, rng.choice((1, -1))) for _ in shape)]
        axis = rng.randrange(3)
        return np.broadcast_to(np.take(view, [0], axis), shape) if rng.random() < 0.3 else view

    A, B = part(), part()
    axes = rng.sample(range(3), 3)
    found = product(A.transpose(axes), B.transpose(axes))
    assert np.array_equal(found, A.transpose(axes) * B.transpose(axes))
    C, D = (
        cp.asarray(whole.copy(), target=target)[1:4, ::-2, 3:].transpose(*axes),
        whole[1:4, ::-2, 3:].transpose(axes),
    )
    assert np.array_equal(product(C, C[:1]).toHost(), operator.mul(D, D[:1]))
