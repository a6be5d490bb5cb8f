"""Launches that can be seen to be wrong are not started: both numbers and the cure are said, and nothing has
run."""

import cudapy as cp
import pytest
from raising import raises

np = pytest.importorskip("numpy")


# fill : void (float* A)
def fill(A):
    A[idx] = 1.0


# exchange : void (int[,] A)
def exchange(A):
    A[idy, idx] = 1


# shift : void (float* A)
def shift(A):
    A[idx] = A[idx - 1]


# ahead : void (float* A, float* B)
def ahead(A, B):
    i = idx
    B[i] = A[i + 1]


# whole : void (float* A)
def whole(A):
    cache = shared(float, 256)
    cache[threadIdx.x] = A[idx]
    syncthreads()
    A[idx] = cache[threadIdx.x] + 1


# guarded : void (float* A, int[,] B)
def guarded(A, B):
    if idx < len(A):
        A[idx] = 1.0
    if idy < B.shape[0] and idx < B.shape[1]:
        B[idy, idx] = 1


# returns : void (float* A)
def returns(A):
    if idx >= len(A):
        return
    A[idx] = 1.0


# same : void (float* A)
def same(A):
    A[0] += 1.0


# ticket : void (int* A)
def ticket(A):
    i = atomicAdd(A, 0, 1)
    A[i + 1] = 1


# planes : void (int* A)
def planes(A):
    A[blockIdx.z * blockDim.z + threadIdx.z] = 1


# load : float (float* A, int i)
def load(A, i):
    return A[i]


# through_helper : void (float* A, float* B)
def through_helper(A, B):
    if idx < len(B):
        B[idx] = 0.0
    B[0] = load(A, idx + 2)


@pytest.fixture(scope="module")
def calls(target):
    return cp.compile(
        [fill, exchange, shift, ahead, whole, guarded, returns, same, ticket, planes, load, through_helper],
        target=target,
        checked=False,
    )


def test_more_threads_than_elements(calls):
    A = [0.0] * 10
    for threads in (11, 100_000):
        with raises(
            cp.LaunchError,
            f"fill: a launch of {threads} threads goes outside A: every thread uses A[idx], idx up to "
            f"{threads - 1}, and A has 10 elements; launch 10 threads along x, as call.over(A) does, or "
            "write `if idx < len(A):` around it",
        ):
            calls.fill(threads)(A)
    assert A == [0.0] * 10
    calls.fill(10)(A)
    assert A == [1.0] * 10
    calls.fill(0)([])
    with raises(
        cp.LaunchError,
        "fill: a launch of 1 threads goes outside A: every thread uses A[idx], idx up to 0, and A has 0 "
        "elements; give A 1 element, or write `if idx < len(A):` around it",
    ):
        calls.fill(1)([])


@pytest.mark.parametrize(
    "make",
    [lambda target: np.zeros(3, np.float32), lambda target: cp.zeros(3, cp.Float, target=target)],
    ids=["numpy", "CudaArray"],
)
def test_arrays_of_every_kind(calls, target, make):
    with raises(
        cp.LaunchError,
        "fill: a launch of 4 threads goes outside A: every thread uses A[idx], idx up to 3, and A has 3 "
        "elements; launch 3 threads along x, as call.over(A) does, or write `if idx < len(A):` around it",
    ):
        calls.fill(4)(make(target))


def test_exchanged_axes(calls):
    A = np.zeros((3, 4), np.int32)
    with raises(
        cp.LaunchError,
        "exchange: a launch of 3 x 4 threads goes outside A: every thread uses idy as index 0 of A, idy up "
        "to 3, and A.shape[0] is 3; launch 4 x 3 threads, as call.over(A) does, or write `if idy < "
        "A.shape[0]:` around it",
    ):
        calls.exchange(*A.shape)(A)
    with raises(
        cp.LaunchError,
        "exchange: a launch of 4 x 3 threads goes outside A: every thread uses idx as index 1 of A, idx up "
        "to 3, and A.shape[1] is 3; launch 3 x 3 threads, as call.over(A) does, or write `if idx < "
        "A.shape[1]:` around it",
    ):
        calls.exchange(4, 3)(A[:, :3])
    calls.exchange(4, 3)(A)
    calls.exchange(2, 2)(A)  # fewer are no mistake
    assert (A == 1).all()


def test_neighbours(calls):
    A, B = [1.0, 2.0, 3.0], [0.0] * 3
    with raises(
        cp.LaunchError,
        "shift: a launch of 3 threads goes outside A: every thread uses A[idx - 1], which is -1 for idx 0; "
        "write `if idx >= 1:` around it",
    ):
        calls.shift(3)(A)
    with raises(
        cp.LaunchError,
        "ahead: a launch of 3 threads goes outside A: every thread uses A[idx + 1], idx up to 2, and A has "
        "3 elements; launch 2 threads along x, or write `if idx + 1 < len(A):` around it",
    ):
        calls.ahead(3)(A, B)
    calls.ahead(2)(A, B)
    assert B == [2.0, 3.0, 0.0]


def test_whole_blocks(calls):
    A = [0.0] * 1000
    with raises(
        cp.LaunchError,
        "whole: a launch of 1000 threads is 1024 in whole blocks of 256 and goes outside A: every thread "
        "uses A[idx], idx up to 1023, and A has 1000 elements; write `if idx < len(A):` around it",
    ):
        calls.whole(1000)(A)
    calls.whole(1000, block=200)(A)
    calls.whole(512)(A)
    assert A == [2.0] * 512 + [1.0] * 488


def test_what_is_guarded_is_not_refused(calls):
    A, B = [0.0] * 3, [[0, 0], [0, 0]]
    calls.guarded(100, 100)(A, B)
    assert A == [1.0] * 3 and B == [[1, 1], [1, 1]]
    calls.returns(100)(A)


def test_helpers(calls):
    with raises(
        cp.LaunchError,
        "through_helper: a launch of 3 threads goes outside A: every thread uses A[idx + 2], idx up to 2, "
        "and A has 4 elements; launch 2 threads along x, or write `if idx + 2 < len(A):` around it",
    ):
        calls.through_helper(3)([1.0] * 4, [1.0])
    calls.through_helper(1)(A := [1.0] * 4, B := [1.0])
    assert len(A) == 4 and B != []


def test_more_threads_along_an_axis_that_is_never_read(calls):
    A = [0.0] * 64
    with raises(
        cp.LaunchError,
        "fill: a launch of 1 x 32 threads has 32 along y, whose coordinate the kernel never reads, so that "
        "all 32 would do the same: ask for 32 along x and 1 along y, or use idy in the kernel",
    ):
        calls.fill(1, 32)(A)
    with raises(
        cp.LaunchError,
        "fill: a launch of 4 x 256 threads has 256 along y, whose coordinate the kernel never reads, so "
        "that all 256 would do the same: ask for 1024 along x and 1 along y, or use idy in the kernel",
    ):
        calls.fill.explain(4, 256)
    with raises(
        cp.LaunchError,
        "same: a launch of 2 threads has 2 along x, whose coordinate the kernel never reads, so that all 2 "
        "would do the same: ask for 1 along x, or use idx in the kernel",
    ):
        calls.same(2)(A)
    with raises(
        cp.LaunchError,
        "whole: a launch of 256 x 2 threads has 2 along y, whose coordinate the kernel never reads, so that "
        "all 2 would do the same: ask for 512 along x and 1 along y, or use idy in the kernel",
    ):
        calls.whole(256, 2)(B := [0.0] * 256)
    assert A == [0.0] * 64
    calls.same(1)(A)
    calls.same(1, 0)(A)
    assert A[0] == 1.0
    tickets = [0] * 9
    calls.ticket(8)(tickets)  # an atomic tells threads apart
    assert tickets == [8] + [1] * 8
    calls.planes(1, 1, 3)(tickets)
    assert tickets == [1, 1, 1] + [1] * 6


def test_a_remembered_translation_refuses_too(target):
    for _ in range(2):
        call = cp.compile(fill, target=target, checked=False)
        with raises(
            cp.LaunchError,
            "fill: a launch of 2 threads goes outside A: every thread uses A[idx], idx up to 1, and A has 1 "
            "element; launch 1 thread along x, as call.over(A) does, or write `if idx < len(A):` around it",
        ):
            call(2)([0.0])
    assert not call.translated
