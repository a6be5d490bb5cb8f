"""Launching: threads, arguments of every kind, what travels and what is refused. Runs on the target under
test."""

import array
import ctypes
import gc
import sys
import threading

import cudapy as cp
import kernels
import pytest
from raising import raises

np = pytest.importorskip("numpy")


@pytest.fixture(scope="module")
def calls(target):
    call = cp.compile(
        [
            kernels.saxpy,
            kernels.scale_int,
            kernels.scale_long,
            kernels.halve,
            kernels.choose,
            kernels.positive,
            kernels.grid,
            kernels.fill,
        ],
        target=target,
    )
    return call


@pytest.fixture(scope="module")
def device(target):
    return "cuda:0" if target == "cuda" else "cpu"


def test_lists_travel_and_come_back(calls):
    X, Y = [1.0, 2.0, 3.0], [10.0, 20.0, 30.0]
    assert calls(3)(2.0, X, Y) is None
    assert (X, Y) == ([1.0, 2.0, 3.0], [12.0, 24.0, 36.0])


def test_elements_that_did_not_change_stay_the_objects_they_are(calls):
    untouched = 0.1  # not a single-precision number
    X, Y = [1.0, 2.0], [1, untouched]
    calls(1)(1.0, X, Y)
    assert Y[0] == 2.0 and type(Y[0]) is float
    assert Y[1] is untouched
    A = [0, 0, 0]
    calls.fill(2)(5, A)
    assert A == [5, 5, 0] and all(type(a) is int for a in A)
    B = [True, False]
    calls.choose(2)(True, B)
    assert B[0] is False and B[1] is True


@pytest.mark.parametrize(
    "make",
    [
        lambda: array.array("f", [1, 2, 3]),
        lambda: np.array([1, 2, 3], np.float32),
        lambda: np.arange(1, 7, dtype=np.float32)[::2] * 0 + np.array([1, 2, 3], np.float32),
        lambda: memoryview(np.array([1, 2, 3], np.float32)),
    ],
)
def test_buffers_travel_and_come_back(calls, make):
    Y = make()
    calls(3)(1.0, [1.0, 1.0, 1.0], Y)
    assert list(Y) == [2.0, 3.0, 4.0]


def test_strided_and_unaligned_views(calls):
    whole = np.arange(10, dtype=np.float32)
    calls(5)(1.0, [100.0] * 5, whole[::-2])
    assert whole.tolist() == [0, 101, 2, 103, 4, 105, 6, 107, 8, 109]
    raw = np.zeros(13, np.uint8)
    odd = raw[1:13].view(np.float32)
    calls(3)(1.0, [1.0, 2.0, 3.0], odd)
    assert odd.tolist() == [1.0, 2.0, 3.0]


def test_cuda_arrays_stay(calls, device):
    X, Y = cp.CudaArray([1.0, 2.0], target=calls.target), cp.CudaArray([1.0, 1.0], target=calls.target)
    assert (X.device, Y.device) == (device, device)
    for _ in range(3):
        calls(2)(1.0, X, Y)
    cp.synchronize(calls.target)
    assert (X.toList(), Y.toList()) == ([1.0, 2.0], [4.0, 7.0])


def test_one_object_twice_is_one_array(calls):
    X = [1.0, 2.0]
    calls(2)(2.0, X, X)
    assert X == [3.0, 6.0]
    A = np.array([1, 2], np.float32)
    calls(2)(2.0, A, A[:])  # another view of the same elements
    assert A.tolist() == [3.0, 6.0]


def test_overlapping_views_are_refused_when_one_is_written(calls):
    A = np.arange(6, dtype=np.float32)
    with raises(
        ValueError,
        "saxpy: X and Y share memory without being the same, and the kernel writes to Y: pass a copy of one",
    ):
        calls(3)(1.0, A[0:3], A[1:4])
    assert A.tolist() == [0, 1, 2, 3, 4, 5]
    calls(3)(1.0, A[0::2], A[1::2])  # interleaved, and apart
    assert A.tolist() == [0, 1, 2, 5, 4, 9]


def test_keywords(calls):
    Y = [1.0]
    calls(1)(2.0, Y=Y, X=[3.0])
    assert Y == [7.0]
    with raises(TypeError, "saxpy: there is no parameter Z; the parameters are alpha, X, Y"):
        calls(1)(2.0, [1.0], Z=[1.0])
    with raises(TypeError, "saxpy: parameter alpha was given twice, by position and by name"):
        calls(1)(2.0, alpha=[1.0], X=[1.0])
    with raises(TypeError, "saxpy: the argument for parameter Y (float*) is missing"):
        calls(1)(2.0, X=[1.0])


def test_count_of_arguments(calls):
    with raises(TypeError, "saxpy: expected 3 arguments (float alpha, float* X, float* Y), got 1"):
        calls(1)(2.0)
    with raises(TypeError, "saxpy: expected 3 arguments (float alpha, float* X, float* Y), got 4"):
        calls(1)(2.0, [1.0], [1.0], 4)


@pytest.mark.parametrize(
    ("alpha", "kind", "text"),
    [
        ("x", TypeError, "saxpy: parameter alpha (float): expected a number, got str 'x'"),
        (None, TypeError, "saxpy: parameter alpha (float): expected a number, got None"),
        ([1.0], TypeError, "saxpy: parameter alpha (float): expected a number, got list [1.0]"),
        (1j, TypeError, "saxpy: parameter alpha (float): expected a number, got complex 1j"),
        (
            1e39,
            OverflowError,
            "saxpy: parameter alpha (float): float 1e+39 is out of range for float (up to 3.4028235e+38)",
        ),
    ],
)
def test_scalars_that_are_refused(calls, alpha, kind, text):
    with raises(kind, text):
        calls(1)(alpha, [1.0], [1.0])


def test_integers(calls):
    for factor in (2, True, np.int64(2), np.uint8(2)):
        A = [1, 2]
        calls.scale_int(2)(factor, A)
        assert A == [3 * int(factor), 6 * int(factor)]
    with raises(TypeError, "scale_int: parameter factor (int): expected an integer, got float 2.0"):
        calls.scale_int(1)(2.0, [1])
    with raises(
        OverflowError,
        "scale_int: parameter factor (int): int 2147483648 is out of range for int "
        "(-2147483648 to 2147483647)",
    ):
        calls.scale_int(1)(1 << 31, [1])
    with raises(
        OverflowError,
        "scale_long: parameter factor (int64): int 9223372036854775808 is out of range for int64 "
        "(-9223372036854775808 to 9223372036854775807)",
    ):
        calls.scale_long(1)(1 << 63, [1])
    A = [1, 2]
    calls.scale_long(2)(1 << 40, A)
    assert A == [1 << 40, 1 << 41]


def test_bools(calls):
    for flip in (True, np.True_):
        A = [True, np.False_]
        calls.choose(2)(flip, A)
        assert A == [False, True]
    with raises(TypeError, "choose: parameter flip (bool): expected True or False, got int 1"):
        calls.choose(1)(1, [True])
    with raises(TypeError, "choose: parameter A (bool*): element 1: expected True or False, got int 0"):
        calls.choose(1)(True, [True, 0])


def test_bools_of_buffers_are_0_or_1(calls):
    odd = np.array([5, 0, 1], np.uint8)
    for A, cure in ((odd.view(bool), "A != 0"), (memoryview(odd).cast("?"), "list(A)")):
        with raises(
            ValueError,
            f"choose: parameter A (bool*): element 0 is the byte 5, and a bool is 0 or 1: pass {cure}",
        ):
            calls.choose(3)(False, A)
        with raises(
            ValueError,
            f"choose: parameter A (bool*): element 1 is the byte 5, and a bool is 0 or 1: pass {cure}",
        ):
            calls.choose(2)(False, A[::-2])
        changed = eval(cure)
        calls.choose(3)(True, changed)
        assert list(changed) == [False, True, False]
    A = np.array([5, 255], np.uint8).view(bool)  # as numpy.empty may give
    calls.positive(2)([1.0, -1.0], A)
    assert A.view(np.uint8).tolist() == [1, 0]


def test_floats_of_every_kind(calls):
    for alpha in (2, 2.0, True, np.float32(2), np.float64(2), np.int32(2)):
        Y = [0.0]
        calls(1)(alpha, [1], Y)
        assert Y == [float(alpha)]
    D = [1.0, 3.0]
    calls.halve(2)(D)
    assert D == [0.5, 1.5]
    Y = [0.0]
    calls(1)(float("inf"), [1.0], Y)
    assert Y == [float("inf")]


released = memoryview(b"")
released.release()


@pytest.mark.parametrize(
    ("X", "kind", "text"),
    [
        (
            5,
            TypeError,
            "saxpy: parameter X (float*): expected an array of float, got int 5: pass a list of one "
            "element, [X]",
        ),
        ("abc", TypeError, "saxpy: parameter X (float*): expected an array of float, got str 'abc'"),
        (
            {1.0},
            TypeError,
            "saxpy: parameter X (float*): expected an array of float, got set {1.0}: pass list(...) of it",
        ),
        ([1.0, "x"], TypeError, "saxpy: parameter X (float*): element 1: expected a number, got str 'x'"),
        (
            [1e39],
            OverflowError,
            "saxpy: parameter X (float*): element 0: float 1e+39 is out of range for float (up to "
            "3.4028235e+38)",
        ),
        (
            np.zeros(2),
            TypeError,
            "saxpy: parameter X (float*): expected an array of float32, got ndarray of float64: use "
            "X.astype(numpy.float32)",
        ),
        (
            np.zeros(2, ">f4"),
            TypeError,
            "saxpy: parameter X (float*): expected an array of float32, got ndarray of byte-swapped "
            "float32: use X.astype(numpy.float32)",
        ),
        (
            np.zeros((2, 2), np.float32),
            TypeError,
            "saxpy: parameter X (float*): expected one dimension, got ndarray of 2 dimensions: pass "
            "X.ravel(), which is no copy when the array is contiguous",
        ),
        (
            memoryview(np.zeros((2, 2), np.float32)),
            TypeError,
            "saxpy: parameter X (float*): expected one dimension, got memoryview of 2 dimensions: pass "
            "X.cast('B').cast('f'), which is no copy",
        ),
        (
            memoryview(np.zeros((2, 2), np.float32).T),
            TypeError,
            "saxpy: parameter X (float*): expected one dimension, got memoryview of 2 dimensions: pass "
            "memoryview(bytearray(X)).cast('f'), which is a copy",
        ),
        (
            (ctypes.c_float * 2 * 2)(),
            TypeError,
            "saxpy: parameter X (float*): expected one dimension, got c_float_Array_2_Array_2 of 2 "
            "dimensions: pass memoryview(X).cast('B').cast('f'), which is no copy",
        ),
        (
            np.float32(1),
            TypeError,
            "saxpy: parameter X (float*): expected one dimension, got float32 of 0 dimensions: pass [X]",
        ),
        (
            memoryview(np.array(1.0, np.float32)),
            TypeError,
            "saxpy: parameter X (float*): expected one dimension, got memoryview of 0 "
            "dimensions: pass [X[()]]",
        ),
        (
            ctypes.c_float(1),
            TypeError,
            "saxpy: parameter X (float*): expected one dimension, got c_float of 0 "
            "dimensions: pass [X.value]",
        ),
        (
            np.zeros(2, "datetime64[s]"),
            TypeError,
            "saxpy: parameter X (float*): this ndarray does not show its elements (cannot include dtype 'M' "
            "in a buffer): convert it with .astype(numpy.float32)",
        ),
        (
            released,
            ValueError,
            "saxpy: parameter X (float*): this memoryview does not show its elements (operation forbidden "
            "on released memoryview object)",
        ),
        (
            array.array("d", [1]),
            TypeError,
            "saxpy: parameter X (float*): expected an array of float32, got array of float64: use "
            'array.array("f", X)',
        ),
        (
            b"abcd",
            TypeError,
            "saxpy: parameter X (float*): expected an array of float32, got bytes of uint8: pass list(X) or "
            "convert it to float32",
        ),
        (
            cp.CudaArray([1], target="cpu"),
            TypeError,
            "saxpy: parameter X (float*): expected a CudaArray of float, got one of int: pass "
            "X.astype(cp.Float), which is a copy",
        ),
    ],
)
def test_arrays_that_are_refused(calls, X, kind, text):
    with raises(kind, text):
        calls(1)(1.0, X, [1.0])


@pytest.mark.parametrize("shape", [np.zeros((2, 2), np.float32), np.zeros((2, 2), np.float32).T])
def test_the_advice_on_dimensions_holds(calls, shape):
    Y = [1.0]
    for X in (
        shape,
        memoryview(shape),
        (ctypes.c_float * 2 * 2)(),
        np.array(3.0, np.float32),
        memoryview(np.array(3.0, np.float32)),
        ctypes.c_float(3),
    ):
        with pytest.raises(TypeError) as error:
            calls(1)(1.0, X, Y)
        advice = str(error.value).partition(": pass ")[2].partition(",")[0]
        calls(1)(1.0, eval(advice), Y)


def test_what_cannot_be_changed_is_refused_where_it_is_written(calls):
    frozen = np.zeros(2, np.float32)
    frozen.flags.writeable = False
    for given, text in [
        ((1.0, 2.0), "a tuple"),
        (range(2), "a range"),
        (frozen, "this ndarray"),
        (memoryview(frozen), "this memoryview"),
    ]:
        with raises(
            ValueError,
            f"saxpy: parameter Y (float*): the kernel writes to it and {text} cannot be changed: pass a "
            "list, a writable array or a CudaArray",
        ):
            calls(2)(1.0, [1.0, 1.0], given)
        Y = [0.0, 0.0]
        calls(2)(1.0, given, Y)  # reading is allowed
        assert Y == list(given)


def test_freed_arrays_are_refused(calls):
    X = cp.CudaArray([1.0], target=calls.target)
    X.free()
    with raises(ValueError, "saxpy: parameter X (float*): this CudaArray was freed"):
        calls(1)(1.0, X, [1.0])


def test_arrays_of_the_other_device_are_refused(calls):
    if calls.target == "cpu":
        pytest.skip("needs two devices")
    with raises(
        ValueError,
        "saxpy: parameter X (float*): the kernel runs on cuda:0 and the CudaArray is on cpu: pass "
        'cp.CudaArray(X, target="cuda")',
    ):
        calls(1)(1.0, cp.CudaArray([1.0], target="cpu"), [1.0])


def test_ways_to_ask_for_threads(calls):
    expected = [0, 1, 2, 10, 11, 12]
    for launch in (calls.grid(3, 2), calls.grid((3, 2)), calls.grid(cp.dim3(3, 2)), calls.grid(3, 2, 1)):
        A = [-1] * 6
        launch(3, A)
        assert A == expected
        assert launch.threads == (3, 2, 1)
    launch = calls.grid(3, 2)
    assert launch.block is None and repr(launch) == "<launch of grid on 3 x 2 x 1 threads>"
    A = [0, 0, 0]
    calls.fill(np.int64(2))(4, A)
    assert A == [4, 4, 0]


def test_no_threads_launch_nothing_and_check_all_the_same(calls):
    A = [1]
    calls.fill(0)(4, A)
    calls.grid(4, 0)(4, A)
    assert A == [1]
    with raises(TypeError, "fill: parameter value (int): expected an integer, got str 'x'"):
        calls.fill(0)("x", A)
    calls.scale_int(0)(4, [])
    calls.scale_int(5)(4, [])


@pytest.mark.parametrize(
    ("threads", "kind", "text"),
    [
        ((-1,), ValueError, "saxpy: the number of threads along x must not be negative, got int -1"),
        (
            (1, -(1 << 70)),
            ValueError,
            "saxpy: the number of threads along y must not be negative, got int -1180591620717411303424",
        ),
        (
            (2.0,),
            TypeError,
            "saxpy: the number of threads along x must be an integer, got float 2.0; write int(...) or //",
        ),
        ((True,), TypeError, "saxpy: the number of threads along x must be an integer, got bool"),
        (
            ("3",),
            TypeError,
            "saxpy: the number of threads along x must be an integer, got str '3'; write "
            "saxpy(n)(arguments): the threads come first",
        ),
        (
            (1 << 64,),
            OverflowError,
            "saxpy: int 18446744073709551616 threads along x are more than there can be",
        ),
        (
            (),
            TypeError,
            "saxpy: expected the number of threads along x, or x and y, or x, y and z, got 0 numbers; write "
            "saxpy(n)(arguments)",
        ),
        (
            (1, 2, 3, 4),
            TypeError,
            "saxpy: expected the number of threads along x, or x and y, or x, y and z, got 4 numbers; write "
            "saxpy(n)(arguments)",
        ),
    ],
)
def test_threads_that_are_refused(calls, threads, kind, text):
    with raises(kind, text):
        calls(*threads)


def test_more_threads_than_32_bits_reach(calls):
    with pytest.raises(cp.LaunchError):
        calls.fill(1 << 31)(1, [1])


def test_the_shape_of_blocks(calls):
    expected = [0, 1, 2, 10, 11, 12]
    for block, shape in (
        ((2, 2), (2, 2, 1)),
        (cp.dim3(32, 32), (32, 32, 1)),
        ([np.int32(4)], (4, 1, 1)),
        (64, (64, 1, 1)),
    ):
        A = [-1] * 6
        launch = calls.grid(3, 2, block=block)
        launch(3, A)
        assert A == expected and launch.block == shape
    assert repr(launch) == "<launch of grid on 3 x 2 x 1 threads in blocks of 64 x 1 x 1>"
    assert calls.fill(3, block=None).block is None and calls.fill(3).block is None


@pytest.mark.parametrize(
    "block,kind,text",
    [
        ("a", TypeError, "fill: block: the number of threads along x must be an integer, got str 'a'"),
        (
            (1, 2, 3, 4),
            TypeError,
            "fill: block: expected the number of threads along x, or x and y, or x, y and z, got 4 numbers",
        ),
        (-1, ValueError, "fill: block: the number of threads along x must not be negative, got int -1"),
        (0, cp.LaunchError, "fill: a block of 0 threads is not possible: along x there are 1 to 1024"),
        (2000, cp.LaunchError, "fill: a block of 2000 threads is not possible: along x there are 1 to 1024"),
        (
            (8, 2),
            cp.LaunchError,
            "fill: a block of 8 x 2 threads is wider than 1 along y, where the kernel has no coordinate",
        ),
    ],
)
def test_blocks_that_are_refused(calls, block, kind, text):
    with raises(kind, text):
        calls.fill(3, block=block)


def test_blocks_that_are_too_large(calls):
    with raises(
        cp.LaunchError, "grid: a block of 64 x 32 threads has 2048 threads in all, and the most is 1024"
    ):
        calls.grid(4, 3, block=(64, 32))


def test_other_options_are_refused(calls):
    with raises(
        TypeError,
        "saxpy(...) takes the number of threads, block=, shared=, stream= and progress=, and no alpha=: "
        "the kernel's own arguments come after it, saxpy(n)(arguments)",
    ):
        calls(3, alpha=1.0)


def test_a_conversion_that_changes_the_list_is_noticed(calls):
    class Shrinks:
        def __float__(self):
            X.clear()
            return 1.0

    X = [Shrinks(), 2.0]
    with raises(RuntimeError, "saxpy: parameter X (float*): the list changed while it was read"):
        calls(2)(1.0, X, [1.0, 1.0])


def test_errors_of_conversions_are_passed_on(calls):
    class Fails:
        def __float__(self):
            raise ZeroDivisionError("mine")

    with raises(ZeroDivisionError, "mine"):
        calls(1)(Fails(), [1.0], [1.0])


def test_many_threads_at_once(calls):
    failures = []

    def work(seed):
        for i in range(50):
            X, Y = [float(seed)] * 100, [float(i)] * 100
            calls(100)(2.0, X, Y)
            if Y != [2.0 * seed + i] * 100:
                failures.append((seed, i))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_nothing_leaks(calls):
    X, Y, A = [1.0, 2.0], [1.0, 2.0], np.zeros(2, np.float32)
    C = cp.CudaArray(A, target=calls.target)
    watched = (X, Y, A, C, calls, calls.fill)
    before = [sys.getrefcount(x) for x in watched]
    for _ in range(500):
        calls(2)(1.0, X, Y)
        calls(2)(1.0, A, C)
        calls(2)(1.0, X=C, Y=A)
        for mistake in ((1.0, X), (1.0, X, 5), ("x", A, C)):
            with pytest.raises(TypeError):
                calls(2)(*mistake)
    gc.collect()
    after = [sys.getrefcount(x) for x in watched]
    assert all(b - a < 20 for a, b in zip(before, after)), (before, after)


# up : void (float* X)
def up(X):
    X[idx] += 1


# up_int : void (int* X)
def up_int(X):
    X[idx] += 1


# shift : void (float3* V)
def shift(V):
    V[idx] = V[idx] + 1.0


def test_a_cuda_array_of_another_type_is_told_how_to_become_one():
    kernel = cp.compile(up, target="cpu")
    for element, name in ((cp.Double, "double"), (cp.Int, "int"), (cp.Bool, "bool"), (cp.Half, "half")):
        with raises(
            TypeError,
            f"up: parameter X (float*): expected a CudaArray of float, got one of {name}: the kernel writes "
            "to it, so write `X = X.astype(cp.Float)` before the launch",
        ):
            kernel(1)(cp.zeros(1, element, target="cpu"))
        kernel(1)(cp.zeros(1, element, target="cpu").astype(cp.Float))
    with raises(TypeError, "up: parameter X (float*): expected a CudaArray of float, got one of complex64"):
        kernel(1)(cp.zeros(1, cp.Complex64, target="cpu"))
    with raises(
        TypeError,
        "up_int: parameter X (int*): expected a CudaArray of int, got one of int64: the kernel writes to "
        "it, so write `X = X.astype(cp.Int)` before the launch",
    ):
        cp.compile(up_int, target="cpu")(1)(cp.zeros(1, cp.Int64, target="cpu"))
    with raises(TypeError, "up_int: parameter X (int*): expected a CudaArray of int, got one of float"):
        cp.compile(up_int, target="cpu")(1)(cp.zeros(1, cp.Float, target="cpu"))


def test_arrays_that_are_no_vectors_are_told_how_to_become_some():
    kernel = cp.compile(shift, target="cpu")
    V = np.zeros((2, 4), np.float32)
    with raises(
        TypeError,
        "shift: parameter V (float3*): expected an array of float3, got ndarray of float32 of shape (2, 4): "
        "pass V[..., :3]",
    ):
        kernel(2)(V)
    kernel(2)(V[..., :3])
    assert V.tolist() == [[1, 1, 1, 0]] * 2
    flat = np.zeros(6, np.float32)
    with raises(
        TypeError,
        "shift: parameter V (float3*): expected an array of float3, got ndarray of float32 of shape (6,): "
        "pass V.reshape(-1, 3)",
    ):
        kernel(2)(flat)
    kernel(2)(flat.reshape(-1, 3))
    assert flat.tolist() == [1] * 6
    with raises(
        TypeError,
        "shift: parameter V (float3*): expected an array of float3, got ndarray of float32 of shape (2, 2): "
        "pass an array of float32 whose last extent is 3, and keep it, since the kernel writes to it",
    ):
        kernel(2)(np.zeros((2, 2), np.float32))
    with raises(
        TypeError,
        "shift: parameter V (float3*): expected a CudaArray of float3, got one of float: the kernel writes "
        "to it, so write `V = V[..., :3].copy()` before the launch",
    ):
        kernel(2)(cp.zeros((2, 4), cp.Float, target="cpu"))
    kernel(2)(cp.zeros((2, 4), cp.Float, target="cpu")[..., :3].copy())
    A = cp.zeros(6, cp.Float, target="cpu")
    with raises(
        TypeError,
        "shift: parameter V (float3*): expected a CudaArray of float3, got one of float: pass "
        "V.reshape(-1, 3)",
    ):
        kernel(2)(A)
    kernel(2)(A.reshape(-1, 3))
    assert A.toList() == [1] * 6


def test_lists_for_an_array_are_told_to_be_a_row():
    rows = cp.CudaLists([[1.0, 2.0], [3.0]], target="cpu")
    with raises(
        TypeError,
        "up: parameter X (float*): expected an array of float, got CudaLists: pass one of its rows, X[i], "
        "or declare it float**",
    ):
        cp.compile(up, target="cpu")(1)(rows)
    cp.compile(up, target="cpu")(2)(rows[0])
    assert rows.toList() == [[2.0, 3.0], [3.0]]


def test_a_launch_in_brackets_says_how_it_is_written_here():
    @cp.kernel("void (float* X)")
    def twice(X):
        X[idx] *= 2

    @cp.kernel
    def generic(X):
        X[idx] *= 2

    text = (
        "{0}[...]: a launch says the number of threads in parentheses, not the grid in brackets: write "
        "{0}({1})(arguments)"
    )
    for kernel, name in ((twice, "twice"), (generic, "generic")):
        with raises(TypeError, text.format(name, "4 * 32, block=32")):
            kernel[4, 32]([1.0])
        with raises(TypeError, text.format(name, "n")):
            kernel[4]([1.0])
        with raises(TypeError, text.format(name, "n")):
            kernel[(4, 4), (8, 8)]([1.0])
