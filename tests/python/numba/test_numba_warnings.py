"""The warnings of numba about what is slow on a GPU, which are given where kernels run on one."""

import warnings

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import config
from cudapy.cuda._jit import dispatcher
from cudapy.cuda._jit.warnings import warn_of_few_blocks, warn_of_host_arrays
from cudapy.cuda._types.numba_errors import with_numbas
from cudapy.cuda.errors import NumbaPerformanceWarning

FEW = "Grid size 3 is small: a GPU has room for more blocks at once, which means low occupancy"
HOST = (
    "Host array used in CUDA kernel will incur, at each launch, copy overhead: cuda.to_device(array) copies "
    "once"
)


@cuda.jit
def adds(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += 1


def given(action):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        action()
    return [(each.category, str(each.message), each.filename) for each in caught]


def test_few_blocks(monkeypatch):
    monkeypatch.setattr(dispatcher, "runs_on_cpu", lambda: False)
    kernel = cuda.jit(adds.py_func)
    assert given(lambda: kernel[3, 32].griddim) == [(with_numbas(NumbaPerformanceWarning), FEW, __file__)]
    assert given(lambda: kernel[(128, 1), 32].griddim) == []
    monkeypatch.setattr(config, "CUDA_LOW_OCCUPANCY_WARNINGS", 0)
    assert given(lambda: kernel[4, 32].griddim) == []


def test_host_arrays():
    assert given(lambda: warn_of_host_arrays(1)) == [(with_numbas(NumbaPerformanceWarning), HOST, __file__)]


@pytest.mark.parametrize("name", ["DISABLE_PERFORMANCE_WARNINGS", "CUDA_WARN_ON_IMPLICIT_COPY"])
def test_settings(monkeypatch, name):
    monkeypatch.setattr(config, name, 1 if name.startswith("DISABLE") else 0)
    assert given(lambda: warn_of_host_arrays(1)) == []
    assert bool(given(lambda: warn_of_few_blocks(3, 1))) == (not name.startswith("DISABLE"))


@pytest.mark.skipif(
    cuda.device_array(1).device != "cpu",
    reason="on a GPU these warnings are given, which the other tests show",
)
def test_nothing_is_slow_so_on_the_cpu():
    assert given(lambda: adds[1, 4](np.zeros(4))) == []
