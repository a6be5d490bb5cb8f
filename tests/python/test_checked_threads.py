"""The checked mode: threads next to each other, in blocks, with shared memory and in races."""

import numpy as np
import pytest

import cudapy as cp
from checking import checked, reports


# turned : void (float* X, int by)
def turned(X, by):
    cache = shared(float, 64)
    mine = local(float, 2)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    mine[threadIdx.x % 2] = cache[63 - threadIdx.x + by]
    syncthreads()
    X[idx] = mine[threadIdx.x % 2]


# sized : void (float* X, int by)
def sized(X, by):
    cache = shared(float)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    X[idx] = cache[threadIdx.x + by]


def test_shared_memory_and_barriers():
    X = np.arange(256, dtype=np.float32)
    call = checked(turned, sized)
    call(256, block=64)(X, 0)
    assert X.tolist() == np.arange(256).reshape(4, 64)[:, ::-1].ravel().tolist()
    with reports(
        turned,
        "cache[63 - threadIdx.x + by]",
        "index 64 is outside cache, which has 64 elements, in thread 0",
    ):
        call(64, block=64)(X, 1)
    X = np.arange(64, dtype=np.float32)
    call.sized(64, block=32, shared=32)(X, 0)
    assert X.tolist() == list(range(64))
    with reports(
        sized, "cache[threadIdx.x + by]", "index 32 is outside cache, which has 32 elements, in thread 31"
    ):
        call.sized(32, block=32, shared=32)(X, 1)


# only_waits : void (int* A)
def only_waits(A):
    syncthreads()


# only_declares : void (int* A)
def only_declares(A):
    tile = shared(int, 64)


def test_blocks_that_access_nothing():
    """A barrier, and the beginning of a shared array, are told to the recorder of the launch, too."""
    for kernel in (only_waits, only_declares):
        A = np.arange(64, dtype=np.int32)
        cp.compile(kernel, checked=True)(64, block=32)(A)
        cp.synchronize()
        assert (A == np.arange(64)).all()


# get : float (float[,] A, int i, int j)
def get(A, i, j):
    return A[i, j]


# blurred : void (float[,] A, float[,] B)
def blurred(A, B):
    B[idx, idy] = get(A, idx + 1, idy)


def test_threads_are_told_by_the_coordinates_that_there_are():
    A = np.zeros((3, 4), np.float32)
    with reports(get, "A[i, j]", "index 3 is outside dimension 0 of A, which is 3 long, in thread (2, 0)"):
        checked(blurred, get)(3, 1)(A, A.copy())


# single : void (int* X)
def single(X):
    X[threadIdx.x + 300 * blockIdx.x] = blockDim.x


def test_the_shape_of_blocks_is_that_of_the_unchecked_mode():
    X = np.zeros((4, 4), np.float32)
    call = checked(blurred, get, single)  # a kernel of two dimensions next to one of one
    plain, Y = np.zeros(600, np.int32), np.zeros(600, np.int32)
    cp.compile(single)(300)(plain)
    call.single(300)(Y)
    assert (Y == plain).all()
    with reports(get, "A[i, j]", "index 4 is outside dimension 0 of A, which is 4 long, in thread (3, 0)"):
        call.blurred(4, 1)(X, X.copy())


# relaxed : void (float* X, float* Y, int by)
def relaxed(X, Y, by):
    for _ in range(3):
        Y[idx] = X[idx + by] / 2
        grid_sync()
        X[idx] = Y[idx]
        grid_sync()


def test_blocks_that_wait_for_each_other():
    call, X = checked(relaxed), np.full(512, 8, np.float32)
    call(512)(X, Y := np.zeros_like(X), 0)
    assert (X == 1).all() and len(Y) == 512
    with reports(relaxed, "X[idx + by]", "index -1 is outside X, which has 512 elements, in thread 0"):
        call(512)(X, np.zeros_like(X), -1)


in_cuda = cp.cuda_source("""
__host__ __device__ inline void put(int* where, int at, int value) { where[at] = value; }
__host__ __device__ inline int next(int x) { return x + 1; }
""")


# written_in_cuda : void (int* Out, int* New)
def written_in_cuda(Out, New):
    s = shared(int, 32)
    mine = local(int, 2)
    t = threadIdx.x
    in_cuda.put(s, t, t * 10)
    in_cuda.put(mine, 1, 7)
    in_cuda.put(New, idx, 3)
    syncthreads()
    Out[idx] = s[t ^ 1] + mine[1] + New[idx]


# beside_cuda : void (int* Out)
def beside_cuda(Out):
    s = shared(int, 32)
    t = threadIdx.x
    s[t] = in_cuda.next(t)
    syncthreads()
    Out[idx] = s[31 - t]


# sized_beside_cuda : void (int* Out)
def sized_beside_cuda(Out):
    s = shared(int64)
    t = threadIdx.x
    s[t] = in_cuda.next(t)
    syncthreads()
    Out[idx] = int(s[31 - t])


def test_what_cuda_source_writes_may_be_read():
    out, new = cp.zeros(64, int), cp.empty(64, int)
    call = checked(written_in_cuda)(64, block=32)
    call(out, new)
    assert out.toList() == [(t ^ 1) * 10 + 10 for t in range(32)] * 2
    call(out, new)  # it has values now
    assert new.toList() == [3] * 64


@pytest.mark.parametrize(("kernel", "options"), [(beside_cuda, {}), (sized_beside_cuda, {"shared": 32})])
def test_threads_beside_each_other_in_programs_with_cuda_source(kernel, options):
    out = cp.zeros(64, int)
    checked(kernel, written_in_cuda)(64, block=32, **options)(out)
    assert out.toList() == [32 - t for t in range(32)] * 2


@cp.struct
class Reading:
    high: cp.int32
    value: cp.float32


def record(r, by):
    r.high = int(r.value <= by)


def count(R):
    record(R[idx // 2], 1.0)


def test_a_race_through_a_reference_to_a_struct():
    """Also where what is stored was a truth value, which the emitted file hides from compilers."""
    call = cp.compile(
        [count, record],
        {"count": "void (Reading*)", "record": "void (Reading, float)"},
        checked=True,
        target="cpu",
    )
    with pytest.raises(cp.KernelError) as race:
        call(2)([Reading(0, 0.5)])
    assert str(race.value).endswith(
        "a race on R[0]: thread 1 writes it, `r.high`, and thread 0 writes it there, too, in no order; both "
        "write 1. It is a race though the values are the same: let one thread write, `if idx == 0:`."
    )
