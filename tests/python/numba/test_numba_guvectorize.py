"""cuda.guvectorize: functions of parts of arrays."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda import guvectorize


@guvectorize(
    ["void(float32[:,:], float32[:,:], float32[:,:])", "void(float64[:,:], float64[:,:], float64[:,::1])"],
    "(m, n), (n, p) -> (m, p)",
    target="cuda",
)
def product(A, B, C):
    m, n = A.shape
    n, p = B.shape
    for i in range(m):
        for j in range(p):
            C[i, j] = 0
            for k in range(n):
                C[i, j] += A[i, k] * B[k, j]


@guvectorize(["(float64[:], float64[:], float64[:])"], "(n),(n)->()")
def dot(x, y, result):
    total = 0
    for i in range(len(x)):
        total += x[i] * y[i]
    result[0] = total


@guvectorize(["void(int32, int32[:])"], "()->()")
def twice(x, result):
    result[0] = x * 2


@guvectorize("void(int32[:], int32[:], int32[:])", "(n),()->(n)")
def added(x, y, result):
    for i in range(x.shape[0]):
        result[i] = x[i] + y[0]


@guvectorize(["void(int32[:], int32[:], float64[:])"], "(x)->(x),(x)")
def copied_and_scaled(x, same, scaled):
    for i in range(same.size):
        same[i] = x[i]
        scaled[i] = x[i] * 1.5


def matrices(*shape, dtype=np.float32):
    return (np.arange(np.prod(shape)) % 11).reshape(shape).astype(dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("loop", [(), (1,), (2,), (1001,), (4, 25)])
def test_a_product_for_each_place(loop, dtype):
    A, B = matrices(*loop, 2, 4, dtype=dtype), matrices(*loop, 4, 5, dtype=dtype)
    made = product(A, B)
    assert type(made) is np.ndarray and made.dtype == dtype and np.array_equal(made, A @ B)


def test_an_argument_that_is_the_same_for_each_place():
    A, B = matrices(10, 3, 3), matrices(3, 3)
    assert np.array_equal(product(A, B), A @ B)
    assert np.array_equal(product(B, A[::2]), B @ A[::2])
    assert np.array_equal(product(A, B[np.newaxis]), A @ B)


def test_arrays_on_the_device():
    A, B = matrices(6, 2, 4), matrices(6, 4, 5)
    made = product(A, cuda.to_device(B))
    assert isinstance(made, cp.CudaArray) and np.array_equal(made.copy_to_host(), A @ B)
    out = cuda.device_array((6, 2, 5), np.float32)
    stream = cp.Stream()
    assert product(cuda.to_device(A), cuda.to_device(B), out=out, stream=stream) is out
    assert np.array_equal(out.copy_to_host(stream=stream), A @ B)
    host = np.zeros((6, 2, 5), np.float32)
    assert product(cuda.to_device(A), B, host) is host and np.array_equal(host, A @ B)
    rows = cuda.device_array((6, 2, 7), np.float32)
    rows.fill(9)
    product(A, B, rows[:, :, 1:6])
    assert np.array_equal(rows.copy_to_host(), np.pad(A @ B, ((0, 0), (0, 0), (1, 1)), constant_values=9))


def test_numbers_and_arrays_of_one_element():
    assert twice(10) == 20
    assert twice(np.arange(5, dtype=np.int32)).tolist() == [0, 2, 4, 6, 8]
    x = np.arange(8, dtype=np.int32).reshape(2, 4)
    assert np.array_equal(added(x, np.int32([2, 10])), x + [[2], [10]])
    assert np.array_equal(added(x[0], np.int32([5])), x[0] + 5)
    assert np.array_equal(added(x, np.int32(7)), x + 7)


def test_sums_of_lists():
    x, y = ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0)), [(1.5, 2.5, 3.5), (4.5, 5.5, 6.5)]
    assert dot(x, y).tolist() == np.sum(np.multiply(x, y), axis=1).tolist()


def test_several_results():
    x = np.arange(12, dtype=np.int32).reshape(3, 4)
    same, scaled = copied_and_scaled(x)
    assert same.dtype == np.int32 and np.array_equal(same, x)
    assert scaled.dtype == np.float64 and np.array_equal(scaled, x * 1.5)
    given = np.zeros((4, 3), np.int32).T, np.zeros((3, 4))
    found = copied_and_scaled(x, *given)
    assert found[0] is given[0] and found[1] is given[1]
    assert np.array_equal(given[0], x) and np.array_equal(given[1], x * 1.5)
    given[0][...] = 0
    copied_and_scaled(x, out=given)
    assert np.array_equal(given[0], x)


def test_arguments_of_the_host_are_cast_to_narrower_types():
    """As in numba: an int64 becomes an int32 without a word, and an int32 no int64."""
    assert added(np.arange(3), np.int64(2**32 + 1)).tolist() == [1, 2, 3]
    with pytest.raises(TypeError) as error:
        dot(np.float32([1]), np.float32([1]))
    assert str(error.value) == "no matching signature: dot was given float32, float32"


def test_arguments_do_not_change():
    @guvectorize(["void(int32[:], int32[:])"], "(n)->()")
    def emptied(x, result):
        result[0] = x[0]
        x[0] = -1

    x = np.int32([[4, 5], [6, 7]])
    assert emptied(x).tolist() == [4, 6] and x.tolist() == [[4, 5], [6, 7]]


factor = 2


def test_names_mean_what_they_meant_at_the_decoration():
    global factor

    @guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")
    def scaled(x, result):
        for i in range(x.size):
            result[i] = factor * x[i]

    factor = 3
    assert scaled([1.0, 2.0]).tolist() == [2, 4]
    assert scaled([[1.0], [2.0]]).tolist() == [[2], [4]]
    factor = 2


def test_names():
    assert product.__name__ == "product" and repr(product) == "<generalized function product over arrays>"


A = matrices(2, 2)
INT = ["(int32[:], int32[:])"]
REFUSED = [
    (
        lambda: product(A),
        TypeError,
        "This gufunc accepts 2 positional arguments (when providing input only) or 3 positional "
        "arguments (when providing input and output). Got 1 positional argument.",
    ),
    (
        lambda: product(A, A, A, A),
        TypeError,
        "This gufunc accepts 2 positional arguments (when providing input only) or 3 positional "
        "arguments (when providing input and output). Got 4 positional arguments.",
    ),
    (
        lambda: product(A, A, A, out=A),
        ValueError,
        "cannot specify argument 'out' as both positional and keyword",
    ),
    (
        lambda: product(A, A.astype(np.int64)),
        TypeError,
        "no matching signature: product was given float32, int64",
    ),
    (
        lambda: product(A, A[:1]),
        ValueError,
        "arg #2: shape[0] mismatch argument",
    ),
    (
        lambda: product(A, A[0]),
        ValueError,
        "arg #2: insufficient inner dimension",
    ),
    (
        lambda: product(matrices(2, 2, 2), matrices(3, 2, 2)),
        ValueError,
        "arg #1: outer dimension mismatch",
    ),
    (
        lambda: product(A, A, out=A[0]),
        ValueError,
        "output shape mismatch: it is (2,), and must be (2, 2)",
    ),
    (
        lambda: product(A, A, out=A.astype(int)),
        TypeError,
        "product: out is of int64, and the results are of float32",
    ),
    (
        lambda: product(A, A, out=A.tolist()),
        TypeError,
        "product: out is an array of NumPy or on the device, and not list",
    ),
    (
        lambda: copied_and_scaled(np.int32([1]), out=A),
        TypeError,
        "copied_and_scaled: out: expected a tuple of 2 arrays",
    ),
    (
        lambda: twice(cuda.to_device(np.arange(3))),
        TypeError,
        "compatible signature is possible by casting but an array on the device does not support .astype()",
    ),
    (
        lambda: guvectorize(["int32(int32[:],int32[:])"], "(n)->(n)")(twice.py_func),
        TypeError,
        "guvectorized functions cannot return values: signature int32(int32[:],int32[:]) "
        "specifies int32 return type",
    ),
    (
        lambda: guvectorize(INT, "(m)->(k)"),
        NameError,
        "undefined output symbols: k",
    ),
    (
        lambda: guvectorize(INT, "(m->m)"),
        ValueError,
        'bad token in signature "(m->m)": write one such as "(n),(n)->()"',
    ),
    (
        lambda: guvectorize(INT, "(m)"),
        ValueError,
        "guvectorize: '(m)' is no layout: write one such as \"(n),(n)->()\"",
    ),
    (
        lambda: guvectorize(INT, "(m,n)->(m)")(twice.py_func),
        ValueError,
        "gufunc signature mismatch: parameter 1 has 1 dimensions, and the layout 2",
    ),
    (
        lambda: guvectorize(["(int32, int32[:])"], "(m)->(m)")(twice.py_func),
        ValueError,
        "gufunc signature mismatch: parameter 1 has none, as a number, and the layout 1",
    ),
    (
        lambda: guvectorize(["(int32, int32)"], "()->()")(twice.py_func),
        TypeError,
        "guvectorize: parameter 2 of twice is a result, and a number: make it an array",
    ),
    (
        lambda: guvectorize(INT, "(m)->(m)")(dot.py_func),
        TypeError,
        "guvectorize: dot has 3 parameters, the signature (int32[:], int32[:]) has 2, and the layout 2",
    ),
    (
        lambda: guvectorize("(n)->(n)"),
        TypeError,
        "guvectorize: a list of signatures comes before the layout: only it says the types of results",
    ),
    (
        lambda: guvectorize(INT, "(n)->(n)", nopython=False),
        TypeError,
        "nopython flag must be True",
    ),
    (
        lambda: guvectorize(INT, "(n)->(n)", one=1, two=2),
        TypeError,
        "The following target options are not supported: 'one', 'two'",
    ),
    (
        lambda: guvectorize(INT, "(n)->(n)", target="cpu"),
        ValueError,
        "guvectorize: the target is \"cuda\", and not 'cpu'",
    ),
    (
        lambda: guvectorize(INT, "(n)->(n)", cache=True),
        TypeError,
        "guvectorize: caching is not supported: kernels are kept anyway",
    ),
    (
        lambda: guvectorize(INT, "(n)->(n)", writable_args=(0,)),
        TypeError,
        "guvectorize: writable_args are not supported: make them results",
    ),
]


@pytest.mark.parametrize("call, kind, message", REFUSED)
def test_what_is_refused(call, kind, message):
    with pytest.raises(kind) as error:
        call()
    assert str(error.value) == message


@pytest.mark.parametrize(
    "given",
    [
        "float32[:], float32[:, ::1], float32[:]",
        ["float32[:],float32[:,:],float32[:],"],
        [" (float32[:], float32[:, :], float32[:])"],
    ],
)
def test_signatures_without_a_result(given):
    @cuda.guvectorize(given if isinstance(given, list) else [given], "(n),(m,n)->(m)")
    def product(x, a, y):
        for i in range(a.shape[0]):
            y[i] = 0
            for j in range(x.shape[0]):
                y[i] += a[i, j] * x[j]

    x, a = np.arange(3, dtype=np.float32), np.arange(6, dtype=np.float32).reshape(2, 3)
    assert product(x, a).tolist() == (a @ x).tolist()
    if isinstance(given, str):
        total = cuda.vectorize("float32, int32")(lambda x, y: x + y)
        assert total(x, np.int32(2)).tolist() == [2, 3, 4]
