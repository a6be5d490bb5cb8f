"""Launching with arrays of several dimensions: what travels, what comes back, what is refused. Runs on the
target under test."""

import ctypes
import gc
import sys

import cudapy as cp
import kernels_nd as kernels
import pytest
from raising import raises

np = pytest.importorskip("numpy")


@pytest.fixture(scope="module")
def calls(target):
    return cp.compile(
        [
            kernels.double_up,
            kernels.add,
            kernels.add_flat,
            kernels.invert,
            kernels.count,
            kernels.spread,
            kernels.extents,
        ],
        target=target,
    )


def over(call, shape):
    """A launch with a thread for each element."""
    return call(*reversed(shape))


def grid(height, width):
    return np.arange(height * width, dtype=np.float32).reshape(height, width)


def test_the_signature(calls):
    assert calls.signature == "double_up : void (float[,] A)"
    assert calls.count.parameters == (("A", cp.Array[cp.Int, 3]),)


def test_lists_of_lists_travel_and_come_back(calls):
    A = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    rows = list(A)
    assert over(calls, (2, 3))(A) is None
    assert A == [[2.0, 4.0, 6.0], [8.0, 10.0, 12.0]]
    assert all(a is b for a, b in zip(A, rows))
    B = ([1.0, 1.0], [1.0, 1.0])  # the rows are what changes
    over(calls.add, (2, 2))([(1.0, 2.0), range(3, 5)], B)
    assert B == ([2.0, 3.0], [4.0, 5.0])
    deep = [[[0, 1], [2, 3]], [[4, 5], [6, 7]], [[8, 9], [10, 11]]]
    over(calls.count, (3, 2, 2))(deep)
    assert deep == [[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]]


def test_elements_that_did_not_change_stay_the_objects_they_are(calls):
    untouched = 0.1  # not a single-precision number
    A = [[1.0, 1], [untouched, 3.0]]
    over(calls.add, (1, 2))([[0.5, 0.5]], A)
    assert A == [[1.5, 1.5], [untouched, 3.0]] and A[1][0] is untouched


@pytest.mark.parametrize(
    "make",
    [
        lambda A: A,
        lambda A: np.asfortranarray(A),
        lambda A: np.repeat(np.repeat(A, 2, axis=0), 3, axis=1)[::2, ::3],
        lambda A: A[::-1, ::-1].copy()[::-1, ::-1],
        lambda A: memoryview(A),
        lambda A: memoryview(np.asfortranarray(A)),
        lambda A: (
            np.concatenate([np.zeros(1, np.uint8), A.view(np.uint8).ravel()])[1:]
            .view(np.float32)
            .reshape(A.shape)
        ),
        lambda A: (ctypes.c_float * 3 * 2)(*map(tuple, A.tolist())),
        lambda A: cp.CudaArray(A),
        lambda A: cp.CudaArray(A.ravel()).reshape(2, 3),
        lambda A: cp.CudaArray(np.stack([A, A]))[1],
    ],
)
def test_arrays_of_every_kind_travel_and_come_back(calls, make):
    A = make(grid(2, 3))
    over(calls, (2, 3))(A)
    assert (A if isinstance(A, cp.CudaArray) else np.array(A)).__array__().tolist() == [
        [0.0, 2.0, 4.0],
        [6.0, 8.0, 10.0],
    ]


def test_what_lies_between_the_elements_stays(calls):
    whole = grid(4, 6)
    over(calls, (2, 3))(whole[::-2, 1::2])
    expected = grid(4, 6)
    expected[::-2, 1::2] *= 2
    assert (whole == expected).all()


def test_extents(calls):
    for shape in ((2, 3, 4), (1, 1, 1), (0, 3, 4), (2, 0, 1), (5, 6, 0)):
        A, result = np.zeros(shape, np.int32), [-1] * 5
        for given in (A, cp.CudaArray(A), np.asfortranarray(A)):
            calls.extents(1)(given, result)
            assert result == [*shape, A.size, shape[0]]
    result = [-1] * 5
    calls.extents(1)([], result)
    assert result == [0, 0, 0, 0, 0]
    calls.extents(1)([[], []], result)
    assert result == [2, 0, 0, 0, 2]


def test_arrays_without_elements(calls):
    for A in (
        np.zeros((0, 3), np.float32),
        np.zeros((3, 0), np.float32),
        [],
        [[], []],
        cp.CudaArray([[]], cp.Float),
    ):
        calls(0, 5)(A)
        calls.add(0)(A, A)


def test_cuda_arrays_and_their_rows(calls):
    A = cp.CudaArray([[1.0, 2.0], [3.0, 4.0]])
    for _ in range(3):
        over(calls, A.shape)(A)
    assert A.toList() == [[8.0, 16.0], [24.0, 32.0]]
    stack = cp.CudaArray.allocate((2, 2, 2), cp.Float)
    over(calls.add, (2, 2))(A, stack[1])
    assert stack.toList() == [[[0.0, 0.0], [0.0, 0.0]], [[8.0, 16.0], [24.0, 32.0]]]
    over(calls.add, (2, 2))(stack[1], stack[0])  # apart
    assert stack[0].toList() == A.toList()


released = cp.CudaArray([[1.0]])
released.free()


@pytest.mark.parametrize(
    ("A", "kind", "text"),
    [
        (5, TypeError, "expected an array of float, got int 5"),
        ("ab", TypeError, "expected an array of float, got str 'ab'"),
        ([1.0, 2.0], TypeError, "expected 2 dimensions, got list of one dimension: pass a list of lists"),
        ((1.0, 2.0), TypeError, "expected 2 dimensions, got tuple of one dimension: pass a list of lists"),
        (
            [[[1.0]]],
            TypeError,
            "expected 2 dimensions, got list of 3 dimensions: declare it float[,,], or pass a part of it",
        ),
        (
            [[1.0], [1.0, 2.0]],
            ValueError,
            "row 0 has 1 elements and row 1 has 2: the rows of an array are equally long; fill up the short "
            "ones, or use one flat array and another one of where each row begins",
        ),
        ([[1.0], 2.0], TypeError, "row 1: expected a list or tuple, got float 2.0"),
        (
            [np.zeros(1), np.zeros(1)],
            TypeError,
            "row 0: expected a list or tuple, got ndarray array([0.]): pass one array in "
            "place of a list of arrays",
        ),
        ([[1.0, "x"]], TypeError, "element [0, 1]: expected a number, got str 'x'"),
        (
            [[1.0], [1e39]],
            OverflowError,
            "element [1, 0]: float 1e+39 is out of range for float (up to 3.4028235e+38)",
        ),
        (
            np.zeros(4, np.float32),
            TypeError,
            "expected 2 dimensions, got ndarray of one dimension: pass A.reshape(height, width), which is "
            "no copy when the array is contiguous",
        ),
        (
            np.zeros((1, 2, 3), np.float32),
            TypeError,
            "expected 2 dimensions, got ndarray of 3 dimensions: declare it float[,,], or pass "
            "A.reshape(height, width), which is no copy when the array is contiguous",
        ),
        (
            np.zeros((1,) * 9, np.float32),
            TypeError,
            "expected 2 dimensions, got ndarray of 9 dimensions: pass A.reshape(height, width), which is no "
            "copy when the array is contiguous",
        ),
        (
            np.float32(1),
            TypeError,
            "expected 2 dimensions, got float32 of 0 dimensions: the kernel writes to it, so write `A = "
            "[[A]]` before the launch",
        ),
        (
            memoryview(np.array(1.0, np.float32)),
            TypeError,
            "expected 2 dimensions, got memoryview of 0 dimensions: the kernel writes to it, so write `A = "
            "[[A[()]]]` before the launch",
        ),
        (
            memoryview(np.zeros(4, np.float32)),
            TypeError,
            "expected 2 dimensions, got memoryview of one dimension: pass A.cast('B').cast('f', (height, "
            "width)), which is no copy",
        ),
        (
            (ctypes.c_float * 4)(),
            TypeError,
            "expected 2 dimensions, got c_float_Array_4 of one dimension: pass "
            "memoryview(A).cast('B').cast('f', (height, width)), which is no copy",
        ),
        (
            np.zeros((2, 2)),
            TypeError,
            "expected an array of float32, got ndarray of float64: the kernel writes to it, so write `A = "
            "A.astype(numpy.float32)` before the launch, make it by numpy.zeros(shape, numpy.float32), or "
            "declare it `double[,] A`",
        ),
        (
            cp.CudaArray([1.0]),
            TypeError,
            "expected a CudaArray of 2 dimensions, got one of shape (1,): pass A.reshape(height, width), "
            "which shares its memory",
        ),
        (
            cp.CudaArray([[[1.0]]]),
            TypeError,
            "expected a CudaArray of 2 dimensions, got one of shape (1, 1, 1): pass A.reshape(height, "
            "width), which shares its memory",
        ),
        (
            cp.CudaArray([[1]]),
            TypeError,
            "expected a CudaArray of float, got one of int: the kernel writes to it, so write `A = "
            "A.astype(cp.Float)` before the launch",
        ),
        (released, ValueError, "this CudaArray was freed"),
    ],
)
def test_arrays_that_are_refused(calls, A, kind, text):
    with raises(kind, f"double_up: parameter A (float[,]): {text}"):
        calls(1)(A)


def test_arrays_of_several_dimensions_where_one_is_expected(calls):
    with raises(
        TypeError,
        "add_flat: parameter X (float*): expected a CudaArray of one dimension, got one of shape (2, 3): "
        "pass X.reshape(-1), which shares its memory",
    ):
        calls.add_flat(1)(cp.CudaArray(grid(2, 3)), [[1.0]])
    with raises(TypeError, "add_flat: parameter X (float*): element 0: expected a number, got list [1.0]"):
        calls.add_flat(1)([[1.0]], [[1.0]])


def test_what_cannot_be_changed_is_refused_where_it_is_written(calls):
    frozen = grid(1, 2)
    frozen.flags.writeable = False
    for A, what in [
        (frozen, "this ndarray"),
        (memoryview(frozen), "this memoryview"),
        ([(1.0, 2.0)], "row 0, a tuple,"),
        ([[1.0, 2.0], range(2)], "row 1, a range,"),
        (((1.0, 2.0), (3.0, 4.0)), "row 0, a tuple,"),
        (np.broadcast_to(np.float32(1), (1, 2)), "this ndarray"),
    ]:
        with raises(
            ValueError,
            f"double_up: parameter A (float[,]): the kernel writes to it and {what} cannot be changed: pass "
            "a list of lists, a writable array or a CudaArray",
        ):
            over(calls, (1, 2))(A)
        B = [[0.0, 0.0]]
        over(calls.add, (1, 2))(A, B)  # reading is allowed
        assert B == np.array(A)[:1].tolist()
    with raises(
        ValueError,
        "count: parameter A (int[,,]): the kernel writes to it and row [1, 0], a tuple, cannot be changed: "
        "pass a list of lists, a writable array or a CudaArray",
    ):
        calls.count(1)([[[1], [2]], [(3,), [4]]])


def test_results_that_would_get_lost_are_refused(calls):
    A = [[0.0] * 3] * 2
    with raises(
        ValueError,
        "double_up: parameter A (float[,]): the kernel writes to it, and row 0 and row 1 are one list, "
        "which cannot hold the results of both: make a list for each row, as [[0] * width for _ in "
        "range(height)] does",
    ):
        over(calls, (2, 3))(A)
    with raises(
        ValueError,
        "count: parameter A (int[,,]): the kernel writes to it, and row [0, 1] and row [1, 0] are one list, "
        "which cannot hold the results of both: make a list for each row, as [[0] * width for _ in "
        "range(height)] does",
    ):
        row = [1]
        over(calls.count, (2, 2, 1))([[[1], row], [row, [2]]])
    B = [[1.0] * 3, [2.0] * 3]
    over(calls.add, (2, 3))([[1.0] * 3] * 2, B)  # reading is allowed
    assert B == [[2.0] * 3, [3.0] * 3]
    over(calls, (2, 0))([[]] * 2)
    windows = np.lib.stride_tricks.sliding_window_view(np.zeros(5, np.float32), 3, writeable=True)
    with raises(
        ValueError,
        "double_up: parameter A (float[,]): the kernel writes to it, and elements of this ndarray share "
        "memory with each other: pass a copy",
    ):
        over(calls, (3, 3))(windows)
    C = grid(3, 3)
    over(calls.add, (3, 3))(windows, C)
    assert (C == grid(3, 3)).all()


def test_lists_that_share_a_row(calls):
    A = [[1.0], [2.0]]
    over(calls.add, (2, 1))(A, A)
    assert A == [[2.0], [4.0]]
    for B in ([A[1], [5.0]], A[:], (A[0], [1.0])):
        with raises(
            ValueError,
            "add: A and B share memory without being the same, and the kernel writes to B: "
            "pass a copy of one",
        ):
            over(calls.add, (2, 1))(A, B)
    with raises(
        ValueError,
        "add_flat: X and B share memory without being the same, and the kernel writes to B: "
        "pass a copy of one",
    ):
        over(calls.add_flat, (2, 1))(A[1], A)
    assert A == [[2.0], [4.0]]


def shared(kernel="add", a="A", b="B"):
    return raises(
        ValueError,
        f"{kernel}: {a} and {b} share memory without being the same, and the kernel writes to "
        f"{b}: pass a copy of one",
    )


def test_views_of_one_array(calls):
    whole = grid(4, 4)
    for a, b in [
        (whole[:2], whole[1:3]),
        (whole, whole.T),
        (whole[:, :3], whole[:, 1:]),
        (whole[::2, ::2], whole[::3, ::3]),
    ]:
        with shared():
            calls.add(1)(a, b)
    with shared("add_flat", "X"):
        calls.add_flat(1)(whole[1], whole)
    assert (whole == grid(4, 4)).all()
    for a, b in [
        (whole[:, :2], whole[:, 2:]),
        (whole[::2], whole[1::2]),
        (whole[::2, 1::2], whole[1::2, ::2]),
        (whole[:2, :2], whole[2:, :2].T),
    ]:
        whole[...] = grid(4, 4)
        expected = a + b
        over(calls.add, a.shape)(a, b)
        assert (b == expected).all()
    whole[...] = 1
    over(calls.add, (4, 4))(whole, whole[:])  # the same elements
    over(calls.add, (4, 4))(whole[::-1].T, whole[::-1].T)
    assert (whole == 4).all()


def test_views_of_one_cuda_array(calls):
    A = cp.CudaArray(np.ones((4, 2), np.float32))
    stack = A.reshape(2, 2, 2)
    for a, b in [(A.reshape(4, 2), A), (A, A)]:
        over(calls.add, (4, 2))(a, b)
    for a, b in [(stack[0], A), (A, stack[1]), (A.reshape(2, 4), A)]:
        with shared():
            calls.add(1)(a, b)
    with shared("add_flat", "X"):
        calls.add_flat(1)(A[1], A)
    over(calls.add, (2, 2))(stack[0], stack[1])
    assert A.toList() == [[4.0, 4.0]] * 2 + [[8.0, 8.0]] * 2


def test_a_host_view_of_a_cuda_array(calls):
    if calls.target != "cpu":
        pytest.skip("the memory of a GPU has no view on the host")
    A = cp.CudaArray(np.ones((4, 2), np.float32))
    for a, b in [
        (np.asarray(A), A),
        (np.asarray(A)[:, ::-1], A),
        (np.asarray(A)[2:], A),
        (A.reshape(2, 2, 2)[1], np.asarray(A)),
    ]:
        with shared():
            calls.add(1)(a, b)
    over(calls.add, (2, 2))(np.asarray(A)[:2], A.reshape(2, 2, 2)[1])
    assert A.toList() == [[1.0, 1.0]] * 2 + [[2.0, 2.0]] * 2


def some_view(random, memory):
    """A view of one dimension, or of two made of its rows, with strides of any sign."""
    start, stop = sorted(random.integers(0, memory.size + 1, 2))
    part = memory[start:stop]
    width = int(random.integers(1, 9))
    if random.random() < 0.6 and part.size >= width:
        part = part[: part.size // width * width].reshape(-1, width)
        steps = [int(s) for s in random.choice([-3, -2, -1, 1, 2, 3], 2)]
        part = part[:: steps[0], :: steps[1]]
        part = part.T if random.random() < 0.3 else part
        return part[int(random.integers(0, len(part)))] if len(part) and random.random() < 0.3 else part
    return part[:: int(random.choice([-4, -3, -2, -1, 1, 2, 3, 4, 5]))]


def test_overlaps_as_numpy_finds_them(calls):
    random = np.random.default_rng(7)
    memory = np.zeros(60, np.int32)
    refused = tried = 0
    while tried < 1500:
        a, b = some_view(random, memory), some_view(random, memory)
        if a.ndim == b.ndim == 2:
            a, b = a.view(np.float32), b.view(np.float32)
            call = calls.add(0)
        elif a.ndim == b.ndim == 1:
            call = calls.spread(0)
        else:
            continue
        tried += 1
        steps = [[s for s, n in zip(view.strides, view.shape) if n > 1] for view in (a, b)]
        same = a.ctypes.data == b.ctypes.data and a.shape == b.shape and steps[0] == steps[1]
        try:
            call(a, b)
            assert same or not np.shares_memory(a, b), (a.strides, b.strides)
        except ValueError as error:
            refused += 1
            assert "share memory without being the same" in str(error) and np.shares_memory(a, b), (
                a.strides,
                b.strides,
            )
    assert 100 < refused < tried


def test_bools_of_buffers_are_0_or_1(calls):
    odd = np.array([[0, 1], [7, 0]], np.uint8)
    for A, cure in ((odd.view(bool), "A != 0"), (memoryview(odd).cast("B").cast("?", (2, 2)), "A.tolist()")):
        with raises(
            ValueError,
            f"invert: parameter A (bool[,]): element [1, 0] is the byte 7, and a bool is 0 or 1: pass {cure}",
        ):
            calls.invert(1)(A)
    with raises(
        ValueError,
        "invert: parameter A (bool[,]): element [0, 1] is the byte 7, and a bool is 0 or 1: pass A != 0",
    ):
        calls.invert(1)(odd.view(bool).T)
    A = [[True, False], [False, False]]
    over(calls.invert, (2, 2))(A)
    assert A == [[False, True], [True, True]]


def test_more_elements_than_32_bits_reach(calls, target):
    everywhere = np.broadcast_to(np.float32(1), (50_000, 50_000))
    with raises(
        OverflowError,
        "add: parameter A (float[,]): an array of shape (50000, 50000) has 2500000000 elements, more than "
        "32-bit indices reach (2147483647): compile with index=cp.int64",
    ):
        calls.add(1)(everywhere, [[1.0]])
    empty = np.zeros((0, 1 << 32), np.float32)
    for A in (empty, cp.CudaArray(empty)):
        with raises(
            OverflowError,
            "add: parameter A (float[,]): dimension 1 of an array of shape (0, 4294967296) is longer than "
            "32-bit indices reach (2147483647): compile with index=cp.int64",
        ):
            calls.add(1)(A, [[1.0]])
    wide = cp.compile(kernels.extents, target=target, index=cp.int64)
    result = [0] * 5
    for A in (np.zeros((3, 0, 1 << 32), np.int32), cp.CudaArray.allocate((3, 0, 1 << 32), cp.Int)):
        wide(1)(A, result)
        assert result == [3, 0, 1 << 32, 0, 3]


def test_a_conversion_that_changes_the_lists_is_noticed(calls):
    class Changes:
        def __init__(self, change):
            self.change = change

        def __float__(self):
            self.change()
            return 1.0

    A = [[Changes(lambda: A[1].clear())], [2.0]]
    with raises(RuntimeError, "double_up: parameter A (float[,]): the list changed while it was read"):
        over(calls, (2, 1))(A)
    for change in (
        lambda: A.__setitem__(1, [5.0]),
        lambda: A.append([1.0]),
        lambda: A.clear(),
        lambda: A.__setitem__(1, 3.0),
        lambda: A[0].append(1.0),
    ):
        A = [[Changes(change)], [2.0]]
        with raises(
            RuntimeError,
            "double_up: parameter A (float[,]): the lists changed while the kernel ran, so that what it "
            "wrote cannot be put back",
        ):
            over(calls, (2, 1))(A)


def test_annotations_name_dimensions(target):
    call = cp.compile(kernels.annotated, target=target)
    A = [[1.0], [2.0]]
    call(1, 2)(A, 0.5)
    assert A == [[1.5], [2.5]] and call.signature == "annotated : void (float[,] A, float by)"


def test_nothing_leaks(calls):
    L, A = [[1.0, 2.0], [3.0, 4.0]], np.zeros((2, 2), np.float32)
    C = cp.CudaArray(A)
    watched = (L, L[0], A, C, calls)
    before = [sys.getrefcount(x) for x in watched]
    for _ in range(300):
        over(calls.add, (2, 2))(A, L)
        over(calls.add, (2, 2))(L, A.T)
        over(calls.add, (2, 2))(L, C)
        for mistake in ((L, [1.0]), ([[1.0], [[2.0]]], A), ("x", C), (C[0], A)):
            with pytest.raises(TypeError):
                calls.add(1)(*mistake)
    gc.collect()
    after = [sys.getrefcount(x) for x in watched]
    assert all(b - a < 20 for a, b in zip(before, after)), (before, after)
