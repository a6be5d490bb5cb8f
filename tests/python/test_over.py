"""call.over(A): one thread for each element of an array."""

import array

import cudapy as cp
import pytest
from raising import raises

np = pytest.importorskip("numpy")


# count : void (int* A)
def count(A):
    A[idx] += idx + 1


# count_2d : void (int[,] A)
def count_2d(A):
    A[idy, idx] += 10 * idy + idx + 1


# count_3d : void (int[,,] A)
def count_3d(A):
    A[idz, idy, idx] += 100 * idz + 10 * idy + idx + 1


# add : void (float[,] A, float[,] B)
def add(A, B):
    B[idy, idx] += A[idy, idx]


# turn : void (int* A)
def turn(A):
    cache = shared(int)
    cache[threadIdx.x] = A[idx]
    syncthreads()
    A[idx] = cache[blockDim.x - 1 - threadIdx.x]


def scale(X, by):
    X[idx] *= by


@pytest.fixture(scope="module")
def calls(target):
    return cp.compile([count, count_2d, count_3d, add, turn], target=target)


def test_one_dimension(calls):
    expected = [1, 2, 3, 4]
    for A in (
        [0] * 4,
        array.array("i", [0] * 4),
        np.zeros(4, np.int32),
        cp.zeros(4, cp.Int, target=calls.target),
    ):
        launch = calls.count.over(A)
        assert launch.threads == (4, 1, 1)
        launch(A)
        assert list(A.toList() if isinstance(A, cp.CudaArray) else A) == expected
    A = [0] * 4
    calls.count.over(tuple(A))(A)
    calls.count.over(range(4))(A)
    assert A == [2, 4, 6, 8]


def test_two_dimensions_in_the_order_of_idy_and_idx(calls):
    A = [[0] * 3 for _ in range(2)]
    assert calls.count_2d.over(A).threads == (3, 2, 1)
    calls.count_2d.over(A)(A)
    assert A == [[1, 2, 3], [11, 12, 13]]
    B = np.zeros((2, 3), np.int32)
    calls.count_2d.over(B)(B)
    assert B.tolist() == A
    C = cp.zeros((2, 3), cp.Int, target=calls.target)
    calls.count_2d.over(C)(C)
    assert C.toList() == A
    calls.count_2d.over(memoryview(B))(B)
    assert B[1, 2] == 26


def test_three_dimensions(calls):
    A = np.zeros((2, 3, 4), np.int32)
    assert calls.count_3d.over(A).threads == (4, 3, 2)
    calls.count_3d.over(A)(A)
    assert A[0, 0, 0] == 1 and A[1, 2, 3] == 124 and (A > 0).all()
    lists = [[[0] * 4 for _ in range(3)] for _ in range(2)]
    calls.count_3d.over(lists)(lists)
    assert lists == A.tolist()


def test_several_arrays_of_one_shape(calls):
    A, B = np.ones((2, 3), np.float32), [[1.0] * 3, [2.0] * 3]
    calls.add.over(A, B)(A, B)
    assert B == [[2.0] * 3, [3.0] * 3]
    with raises(
        ValueError,
        "add.over: the arrays must have one shape: number 1 is of shape (2, 3), number 2 of (3, 2)",
    ):
        calls.add.over(A, A.T)
    with raises(
        ValueError, "add.over: the arrays must have one shape: number 1 is of shape (2, 3), number 3 of (2,)"
    ):
        calls.add.over(A, B, [1.0, 2.0])


def test_the_first_axes_only(calls):
    """A thread for each pixel of an image, and for each row of a matrix."""
    image, grey = np.zeros((2, 3, 4), np.int32), np.zeros((2, 3), np.int32)
    assert calls.count_2d.over(image, axes=2).threads == (3, 2, 1)
    assert calls.count_2d.over(image, grey, axes=2).threads == (3, 2, 1)
    assert calls.count.over(image, axes=1).threads == (2, 1, 1)
    assert calls.count_3d.over(image, axes=3).threads == calls.count_3d.over(image).threads == (4, 3, 2)
    assert calls.count.over(np.zeros((2, 1, 1, 1, 5), np.int32), axes=1).threads == (2, 1, 1)
    calls.count_2d.over(image, axes=2, block=(4, 4))(grey)
    assert grey.tolist() == [[1, 2, 3], [11, 12, 13]]
    with raises(
        ValueError,
        "add.over: the arrays must have one shape along their first 2 axes: number 1 is of shape (2, 3), "
        "number 2 of (3, 4)",
    ):
        calls.add.over(image, np.zeros((3, 4)), axes=2)
    with raises(ValueError, "count.over: an array of shape (2, 3) has no 3 axes"):
        calls.count.over(grey, axes=3)
    for wrong in 0, 4, -1, "2", 1.0, True:
        with raises(ValueError, f"count.over: axes must be 1, 2, 3 or None, got {wrong!r}"):
            calls.count.over(grey, axes=wrong)


def test_empty_arrays(calls):
    calls.count.over([])([])
    calls.count_2d.over(np.zeros((0, 3), np.int32))(np.zeros((0, 3), np.int32))
    assert calls.count_2d.over([[], []]).threads == (0, 2, 1)


def test_options_are_those_of_a_launch(calls):
    A = list(range(6))
    launch = calls.turn.over(A, block=3, shared=3)
    assert launch.block == (3, 1, 1)
    launch(A)
    assert A == [2, 1, 0, 5, 4, 3]
    with raises(
        TypeError,
        "count(...) takes the number of threads, block=, shared=, stream= and progress=, and no blocks=: "
        "the kernel's own arguments come after it, count(n)(arguments)",
    ):
        calls.count.over(A, blocks=3)


def test_decorated_and_generic_kernels(target):
    decorated = cp.kernel("void (int* A)", target=target)(count)
    A = [0, 0]
    decorated.over(A)(A)
    assert A == [1, 2]
    X = [1.0, 2.0]
    cp.compile(scale, target=target).over(X)(X, 3.0)
    assert X == [3.0, 6.0]
    cp.kernel(target=target)(scale).over(X)(X, 2.0)
    assert X == [6.0, 12.0]


def test_what_has_no_shape_for_threads(calls):
    with raises(TypeError, "count.over: give the array whose elements get a thread each: count.over(A)(...)"):
        calls.count.over()
    with raises(
        TypeError, "count.over: takes arrays, got int: write count(n) for n threads, or pass list(...) of it"
    ):
        calls.count.over(4)
    with raises(TypeError, "count.over: takes arrays, and this float32 has no dimension: write count(1)"):
        calls.count.over(np.float32(1))
    with raises(
        ValueError,
        "count.over: the rows of a list are not equally long: write count(len(rows)) for a "
        "thread for each row",
    ):
        calls.count.over([[1, 2], [3]])
    with raises(
        ValueError,
        "count.over: the rows of a list are not equally long: write count(len(rows)) for a "
        "thread for each row",
    ):
        calls.count.over([[1, 2], 3])
    with raises(
        TypeError,
        "count.over: CudaLists have rows of lengths of their own: write count(len(rows)) for "
        "a thread for each row",
    ):
        calls.count.over(cp.CudaLists([[1, 2], [3]], target=calls.target))
    with raises(
        ValueError,
        "count.over: an array of shape (2, 3, 4, 5) has 4 dimensions, and threads have 3: "
        "write count(A.shape[3], A.shape[2], A.shape[0] * A.shape[1]) and find the first 2 "
        "indices from idz by // and %",
    ):
        calls.count.over(np.zeros((2, 3, 4, 5), np.int32))
