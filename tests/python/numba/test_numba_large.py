"""Launches that are larger than indices of 32 bits: they run a kernel with indices of 64 bits."""

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda._jit import wide_indices


@cuda.jit(device=True)
def place(i, x):
    return i % x.shape[0]


@cuda.jit
def fill(x, flags):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = i
    if i == cuda.gridsize(1) - 1:
        flags[0] += 1
    if cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x != i:
        flags[1] = 1
    if i > 2**31 and place(i, x) == 7:
        cuda.atomic.add(flags, 2, 1)


def is_wide(kernel):
    (line,) = [each for each in kernel.inspect_cuda().splitlines() if "idx = " in each]
    return "const int64_t idx" in line


@pytest.fixture
def small(monkeypatch):
    """Lets launches of more than 100 threads or elements be large."""
    monkeypatch.setattr(wide_indices, "MOST", 100)
    monkeypatch.setattr(wide_indices, "_MOST_OF_A_BLOCK", 0)


@pytest.mark.parametrize("on_device", [False, True])
@pytest.mark.parametrize("signature", [None, "void(int64[:], int64[:])"])
def test_grids_and_arrays(small, on_device, signature):
    kernel = cuda.jit(signature)(fill.py_func) if signature else cuda.jit(fill.py_func)
    for blocks, size, expected in (
        (2, 50, False),
        (4, 50, True),
        (2, 101, True),
        (2, 100, False),
        (4, 200, True),
    ):
        x, flags = np.zeros(size, np.int64), np.zeros(3, np.int64)
        if on_device:
            x, flags = cuda.to_device(x), cuda.to_device(flags)
        kernel[blocks, 32](x, flags)
        kernel[blocks, 32](x, flags)
        if on_device:
            x, flags = x.copy_to_host(), flags.copy_to_host()
        threads = blocks * 32
        assert x.tolist() == [i if i < threads else 0 for i in range(size)]
        assert flags.tolist() == [2, 0, 0]
        assert is_wide(kernel) == expected
    assert len(kernel.overloads) == 1


def test_tuples_and_hints(small):
    @cuda.jit
    def kernel(pair, x):
        x[0] = pair[0].size + pair[1]

    x = np.zeros(3)
    kernel[1, 1]((np.zeros(101), 1), cuda.InOut(x))
    assert x[0] == 102
    kernel[1, 1]((np.zeros(5), 1), cuda.InOut(np.zeros(200)))
    kernel[1, 1]((np.zeros(5), 1), cuda.InOut(x))
    assert x[0] == 6


@pytest.mark.skipif(
    cuda.device_array(1).device == "cpu",
    reason="five billion threads take half a minute on a CPU; the tests above launch large grids there",
)
def test_more_threads_than_an_int32_counts():
    x, flags = np.zeros(1000, np.int64), np.zeros(3, np.int64)
    blocks = 22121216
    fill[blocks, 256](x, flags)
    assert x.tolist() == list(range(1000))
    threads = blocks * 256
    assert flags.tolist() == [1, 0, (threads - 8) // 1000 - (2**31 - 7) // 1000]
