"""Launches with the same threads and block are one object, which a loop need make only once, and others are
not."""

import gc
import sys
import weakref

import numpy as np
import pytest

import cudapy as cp
import fake_cuda

pytestmark = pytest.mark.filterwarnings(
    "ignore:.*nothing was launched:RuntimeWarning"
)  # launches are made and compared


# counted : void (int* X)
def counted(X):
    if idx < len(X):
        X[idx] += 1


# summed : void (int* X, int* out)
def summed(X, out):
    s = shared(int)
    s[threadIdx.x] = X[idx]
    syncthreads()
    if threadIdx.x == 0:
        out[blockIdx.x] = s[0] + s[blockDim.x - 1]


def test_equal_launches_are_one():
    call = cp.compile(counted, target="cpu")
    assert call(8) is call(8) is call(8, block=None)
    assert call(8, block=4) is call(8, block=(4,)) is call(8, block=cp.dim3(4))
    assert call(8, block=4) is not call(8, block=2)
    assert call(8, block=4) is not call(8)
    assert call(8, block=4) is not call(4, block=4)
    assert call(8, stream=cp.Stream(device="cpu")) is not call(8)


def test_one_count_after_the_other():
    """A count that is asked for again is known, however it was last asked for."""
    call = cp.compile(counted, target="cpu")
    few, many, X = 1000, 3000, np.zeros(3000, np.int32)
    for n in (few, few, many, few, many, many):
        assert call(n).threads == (n, 1, 1)
        call(n)(X)
    assert [X[0], X[few]] == [6, 3]
    assert call(few) is call(few)
    assert call(few).block is None
    assert call(few, block=4).block == (4, 1, 1)
    assert call(few).block is None
    assert call(few, 2).threads == (few, 2, 1)
    assert call(few).threads == (few, 1, 1)
    assert call(cp.dim3(few, 3)).threads == (few, 3, 1)
    assert call(few).threads == (few, 1, 1)
    assert call(np.int64(few)) is call(few) is call(few, 1) is call(few)
    assert call(few, stream=cp.Stream(device="cpu")) is not call(few)
    for wrong, error in ((-1, ValueError), (1.0, TypeError), ("8", TypeError)):
        for _ in range(2):
            with pytest.raises(error):
                call(wrong)
    assert call(few).threads == (few, 1, 1)


def test_a_count_that_is_no_plain_int_is_read_each_time():
    class Index:
        now = 5

        def __index__(self):
            return self.now

    call = cp.compile(counted, target="cpu")
    count = Index()
    assert call(count).threads == (5, 1, 1)
    assert call(count).threads == (5, 1, 1)
    count.now = 6
    assert call(count).threads == (6, 1, 1)


def test_a_count_is_not_kept():
    call = cp.compile(counted, target="cpu")
    count = int("1000000007")
    before = sys.getrefcount(count)
    launches = {id(call(count)) for _ in range(10)} | {id(call(int("1000000007")))}
    assert len(launches) == 1
    assert sys.getrefcount(count) == before
    for large in (2**63, 2**64 + 1000000007, -(2**70)):
        for _ in range(2):
            with pytest.raises((ValueError, cp.LaunchError, OverflowError)):
                call(large)


def test_the_same_count_on_another_device_is_another_launch():
    assert fake_cuda.run(
        fake_cuda.START
        + """
from test_launch_reuse import counted
call, n = cp.compile(counted), 8
arrays = [cp.zeros(8, cp.Int, target=f"cuda:{i}") for i in range(2)]
for device in 0, 1, 1, 0, 0, 1:
    with cp.Device(device):
        launch = call(n)
        print(launch._device(), launch is call(n))
        launch(arrays[device])
""",
        FAKE_COUNT="2",
    ) == [f"cuda:{i} True" for i in (0, 1, 1, 0, 0, 1)]


def test_sizes_of_shared_arrays_make_others():
    call = cp.compile(summed, target="cpu")
    X, out = np.arange(8, dtype=np.int32), np.zeros(2, np.int32)
    assert call(8, block=4, shared=4) is not call(8, block=4, shared=4)
    call(8, block=4, shared=4)(X, out)
    assert out.tolist() == [3, 11]
    call(8, block=8, shared=8)(X, out)
    assert out.tolist() == [7, 11]


def test_another_kernel_of_the_compilation_has_its_own():
    first, second = (cp.compile([counted, summed], target="cpu") for _ in range(2))
    assert first(8, block=4) is not second(8, block=4)
    assert first(8, block=4) is not first.summed(8, block=4, shared=4)


def test_a_launch_is_kept_as_long_as_its_kernel():
    call = cp.compile(counted, target="cpu")
    call(8, block=4)
    seen = weakref.ref(call)
    del call
    gc.collect()
    assert seen() is None


def test_each_launch_has_the_block_that_was_asked_for():
    assert fake_cuda.run(
        fake_cuda.START
        + """
from test_launch_reuse import counted
fake.fake_log.restype = ctypes.c_char_p
X = cp.zeros(1000, cp.Int)
call = cp.compile(counted)
for block in 64, 64, None, 32, (64,), None, 256, 64:
    call(1000, block=block)(X)
    print(fake.fake_log().decode().split(" shared")[0])
try:
    call(1000, block=2048)(X)
except cp.LaunchError as error:
    print(error)
"""
    ) == [
        "grid 16 1 1 block 64 1 1",
        "grid 16 1 1 block 64 1 1",
        "grid 4 1 1 block 256 1 1",
        "grid 32 1 1 block 32 1 1",
        "grid 16 1 1 block 64 1 1",
        "grid 4 1 1 block 256 1 1",
        "grid 4 1 1 block 256 1 1",
        "grid 16 1 1 block 64 1 1",
        "counted: a block of 2048 threads is not possible: along x there are 1 to 1024",
    ]
