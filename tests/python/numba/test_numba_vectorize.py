"""cuda.vectorize: functions of arrays whose numbers follow the rules of numba."""

import math

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda import float64, vectorize


@vectorize(["int32(int32, int32)", "float32(float32, float32)", "float64(float64, float64)"])
def add(a, b):
    """Adds."""
    return a + b


@vectorize
def mixed(x, n):
    return x * 0.1 if n > 1 else n


@cuda.jit(device=True)
def powered(x, y):
    return x**y


@vectorize(["float32(float32, float32)"], target="cuda")
def quotient(x, y):
    return powered(x, y) / 3


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("rank", [1, 2, 3, 7])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int32])
def test_arrays_of_any_rank_and_order(dtype, rank, order):
    x = np.arange(4**rank).reshape((4,) * rank).astype(dtype) / dtype(2)
    x = x.astype(dtype)
    y = np.array(x.T, order=order)
    made = add(x, y)
    assert type(made) is np.ndarray and made.dtype == dtype and np.array_equal(made, x + y)


@pytest.mark.parametrize("place", [np.asarray, cuda.to_device])
def test_arrays_are_broadcast(place):
    x = np.arange(90.0).reshape(30, 3, 1)
    y = np.arange(12.0).reshape(4, 1, 3).transpose(1, 2, 0)
    made = add(place(x), place(y))
    assert isinstance(made, np.ndarray if place is np.asarray else cp.CudaArray)
    assert np.array_equal(made if place is np.asarray else made.copy_to_host(), x + y)


def test_views_of_the_host_and_of_the_device():
    x = np.arange(24, dtype=np.int32).reshape(4, 6)
    assert np.array_equal(add(x[::-1, ::2], x[:, 1::2]), x[::-1, ::2] + x[:, 1::2])
    there = cuda.to_device(x)
    assert np.array_equal(add(there[1:, 2:], x[:3, :4]).copy_to_host(), x[1:, 2:] + x[:3, :4])


def test_the_types_of_results_are_numbas():
    """Without signatures a float32 times a literal is a float64, and so is what may be that or an int64."""
    x, n = np.float32([0.1, 1.7, 3e38]), np.int32([2, 0, 5])
    made = mixed(x, n)
    assert made.dtype == np.float64
    assert made.tolist() == [float(x[0]) * 0.1, 0.0, float(x[2]) * 0.1]
    assert mixed(np.uint8([200]), np.uint8([100])).tolist() == [200 * 0.1]


def test_a_signature_says_the_type_of_the_result():
    x = np.float32([1.5, 2.0, 0.25])
    made = quotient(x, x)
    assert made.dtype == np.float32
    assert np.allclose(made, x**x / 3, 1e-6)

    @vectorize([(cp.Int, cp.Int)])
    def inferred(a, b):
        return a + b

    assert inferred(np.int32([2**31 - 1]), np.int32([1])).tolist() == [2**31]
    assert add(np.int32([2**31 - 1]), np.int32([1])).tolist() == [-(2**31)]


def test_numbers():
    assert add(1.25, 2.5).tolist() == [3.75]
    assert add(np.float32(1.5), np.float32([1, 2])).tolist() == [2.5, 3.5]
    assert add(1, np.float64([1, 2])).tolist() == [2, 3]
    assert add(2.9, np.int32([1, 2])).tolist() == [3, 4]  # as np.array([2.9], np.int32)
    assert add((1.0, 2.0), [3.0, 4.0]).tolist() == [4, 6]
    assert mixed(np.array(2.0), np.array(5)).shape == ()


factor = 2


def test_names_mean_what_they_meant_at_the_decoration():
    global factor
    factor, term = 2, 10

    @vectorize(["float64(float64)"])
    def scaled(x):
        return factor * x + term

    factor, term = 3, 20
    x = np.arange(6.0).reshape(2, 3)
    assert np.array_equal(scaled(x), 2 * x + 10)
    assert np.array_equal(scaled(cuda.to_device(x)[:, ::2]).copy_to_host(), 2 * x[:, ::2] + 10)


def test_complex_numbers_and_truths():
    @vectorize(["complex128(complex128)"])
    def squared(z):
        return z * z + 1.0

    z = np.arange(5) + 1j
    assert np.array_equal(squared(z), z * z + 1)

    @vectorize
    def larger(a, b):
        return a > b

    made = larger(np.arange(4), np.float32([0, 0, 5, 1]))
    assert made.dtype == np.bool_ and made.tolist() == [False, True, False, True]


def test_given_arrays_get_the_results():
    x = np.arange(10, dtype=np.float32).reshape(2, 5)
    out = np.zeros((5, 2), np.float32).T
    assert add(x, x, out=out) is out and np.array_equal(out, x + x)
    there = cuda.to_device(x)
    assert add(there, there, out=there) is there and np.array_equal(there.copy_to_host(), x + x)
    wide = cuda.device_array((2, 5))
    add(x, x, out=wide)
    assert np.array_equal(wide.copy_to_host(), x + x)
    assert add(there, x, out=out) is out and np.array_equal(out, 3 * x)
    shifted = cuda.to_device(np.arange(6.0))
    add(shifted[:-1], 1.0, out=shifted[1:])  # as if all were read first
    assert shifted.copy_to_host().tolist() == [0, 1, 2, 3, 4, 5]


def test_streams():
    stream = cp.Stream()
    there = cuda.to_device(np.arange(1000.0))
    made = add(there, there, stream=stream)
    assert made.copy_to_host(stream=stream).tolist() == (np.arange(1000.0) * 2).tolist()
    assert add(np.arange(3.0), 1.0, stream=stream).tolist() == [1, 2, 3]


def test_arrays_that_cannot_be_written():
    x = np.arange(4.0)
    x.flags.writeable = False
    assert add(x, np.broadcast_to(np.float64(2), (3, 4))).tolist() == [[2, 3, 4, 5]] * 3


def test_arrays_without_elements():
    assert add(np.zeros((0, 3)), np.zeros((2, 1, 3))).shape == (2, 0, 3)


@pytest.mark.parametrize("n", [1, 2, 3, 8, 100, 1025])
def test_reduce(n):
    x = np.arange(n, dtype=np.int32)
    made = add.reduce(x)
    assert made == x.sum() and made.dtype == np.int32
    there = cuda.to_device(x)
    assert add.reduce(there) == x.sum()
    assert np.array_equal(there.copy_to_host(), x)


def halved(x):
    """The sum in the order of numba's reduce: the halves of an even number of elements are added."""
    if len(x) == 1:
        return x[0]
    if len(x) % 2:
        return halved(x[:-1]) + x[-1]
    return halved(x[: len(x) // 2] + x[len(x) // 2 :])


def test_reduce_rounds_as_numba_does():
    x = (np.random.default_rng(1).normal(size=1517) * 1e3).astype(np.float32)
    assert add.reduce(x) == halved(x) != np.add.reduce(x[::-1].astype(np.float64)).astype(np.float32)


def test_options_and_names():
    assert (add.__name__, add.__doc__) == ("add", "Adds.")
    assert repr(add) == "<function add(a, b) over arrays>"
    with pytest.warns(RuntimeWarning, match="^nopython kwarg for cuda target is redundant$"):
        vectorize(["float32(float32)"], nopython=True)(lambda x: x + 1)
    twice = vectorize(["float32(float32)"])(lambda x: x * 2)
    assert twice(np.float32([1, 2])).tolist() == [2, 4]
    sines = vectorize("f8(f8)")(lambda x: math.sin(x) if x else 1.0)
    assert np.allclose(sines(np.arange(5.0)), [1, *np.sin(np.arange(1, 5.0))])
    assert vectorize([(float64,)])(lambda x: x / 2)(3.0).tolist() == [1.5]


X = np.float32([[1, 2], [3, 4]])
REFUSED = [
    (
        lambda: add(1, 2),
        TypeError,
        "add: several signatures take these numbers, and the call is ambiguous: give numbers of "
        "NumPy's types, such as np.float32(1)",
    ),
    (
        lambda: add(X, np.arange(2)),
        TypeError,
        "No matching version. add was given float32, int64, and arrays must have the types of one"
        " of its signatures: nothing is cast",
    ),
    (
        lambda: mixed(X.astype(">f4"), 1),
        TypeError,
        "No matching version. mixed was given >f4, int64: it takes only numbers",
    ),
    (
        lambda: add(X, X[:, :0]),
        ValueError,
        "add: failed to broadcast arguments of the shapes (2, 2), (2, 0)",
    ),
    (
        lambda: add(X, X, out=np.zeros((2, 2))),
        TypeError,
        "add: out is of float64, and the results are of float32",
    ),
    (
        lambda: add(X, X, out=X[0]),
        ValueError,
        "add: out has the shape (2,), and the results have (2, 2)",
    ),
    (
        lambda: add(X, X, out=[1]),
        TypeError,
        "add: out is an array of NumPy or on the device, and not list",
    ),
    (
        lambda: add.reduce(X),
        TypeError,
        "add.reduce: the array must have 1 dimension, not 2",
    ),
    (
        lambda: add.reduce(X[0, :0]),
        TypeError,
        "Reduction on an empty array.",
    ),
    (
        lambda: vectorize(["f4(f4)"])(math.sin),
        TypeError,
        "vectorize: sin is a built-in function: it has no Python source to translate",
    ),
    (
        lambda: vectorize(["f4(f4, f4)"])(lambda x: x),
        TypeError,
        "vectorize: a signature has 2 parameters, and <lambda> has 1",
    ),
    (
        lambda: vectorize(["f4(f4[:])"])(lambda x: x),
        TypeError,
        "vectorize: <lambda> is given numbers, and a signature has arrays",
    ),
    (
        lambda: vectorize(["f4"]),
        TypeError,
        "vectorize: 'f4' is no signature: write one such as \"float32(float32, int64)\"",
    ),
    (
        lambda: vectorize(["f4(f5)"]),
        TypeError,
        "vectorize: 'f5' is no type of numbers, or of arrays of them",
    ),
    (
        lambda: vectorize(target="cpu"),
        ValueError,
        "vectorize: the target is \"cuda\", and not 'cpu'",
    ),
    (
        lambda: vectorize(cache=True),
        TypeError,
        "vectorize: caching is not supported: kernels are kept anyway",
    ),
    (
        lambda: vectorize(identity=7),
        ValueError,
        'vectorize: identity is None, 0, 1 or "reorderable"',
    ),
]


@pytest.mark.parametrize("call, kind, message", REFUSED)
def test_what_is_refused(call, kind, message):
    with pytest.raises(kind) as error:
        call()
    assert str(error.value) == message


def test_other_options_are_refused():
    with pytest.raises(KeyError) as error:
        vectorize(fast=True)
    assert error.value.args == ("Unrecognized options: vectorize has no option 'fast' for the target cuda",)
    with pytest.warns(UserWarning, match="^unrecognized keywords: where$"):
        add(X, X, where=True)


def test_a_function_that_gives_nothing():
    with pytest.raises(cp.CompileError, match="gives no value"):
        vectorize(["f4(f4)"])(nothing)


def nothing(x):
    y = x


class Shown:
    """An array of another library, of which only the interface is seen."""

    def __init__(self, array):
        self.array = array
        self.__cuda_array_interface__ = array.__cuda_array_interface__


@pytest.mark.skipif(
    cuda.device_array(1).device == "cpu", reason="arrays have the interface where they are on a GPU"
)
def test_arrays_of_other_libraries():
    @cuda.vectorize(["float64(float64, float64)"])
    def add(a, b):
        return a + b

    @cuda.guvectorize(["(float64, float64, float64[:])"], "(),()->()")
    def multiply(a, b, result):
        result[0] = a * b

    x = np.arange(5.0)
    for function, expected in ((add, x + 6), (multiply, x * 6)):
        assert function(Shown(cuda.to_device(x)), np.float64(6)).copy_to_host().tolist() == expected.tolist()
        out = Shown(cuda.device_array(5))
        returned = function(x, np.float64(6), out=out)
        assert returned.copy_to_host().tolist() == expected.tolist()
        assert returned.device_ctypes_pointer.value == out.array.device_ctypes_pointer.value
    with pytest.raises(NotImplementedError, match="Masked arrays are not supported"):
        cuda.from_cuda_array_interface({**out.__cuda_array_interface__, "mask": out})


def test_the_most_threads_of_a_block():
    @cuda.jit(launch_bounds=512)
    def kernel(x):
        x[0] = 1.0

    kernel[1, 1](np.zeros(1))
    assert kernel.get_max_threads_per_block() == {kernel.signatures[0]: 512}
