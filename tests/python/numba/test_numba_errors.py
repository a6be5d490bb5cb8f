"""The classes of errors: what numba raises as CudaAPIError is one, and mistakes in kernels are none."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda.cudadrv.driver import CudaAPIError
from cudapy.cuda.cudadrv.error import CudaDriverError
from cudapy.cuda.errors import TypingError


@cuda.jit
def kernel(x):
    x[cuda.grid(1)] = 1


@cuda.jit(checked=True)
def outside(x):
    x[cuda.grid(1) + 10] = 1


@cuda.jit
def wrong(x):
    x[0] = nothing  # noqa: F821


def no_such_device():
    return cp.Device(1000)


OF_CUDA = {
    "a block that is too large": (lambda: kernel[1, 2**20](np.zeros(1)), cp.LaunchError),
    "no memory": (lambda: cuda.device_array(1 << 50), cp.OutOfMemoryError),
    "a kernel that fails": (lambda: outside[1, 1](np.zeros(1)), cp.KernelError),
    "no such device": (no_such_device, cp.DeviceError),
}
OF_OTHERS = {
    "typing": (lambda: wrong[1, 1](np.zeros(1)), TypingError),
    "no source": (
        lambda: cp.compile(
            eval("lambda x: x").__class__(eval("lambda x: x").__code__, {}, "made"), "void (int)"
        ),
        cp.SourceError,
    ),
    "arguments": (lambda: kernel[1, 1](), TypeError),
    "a launch without its grid": (lambda: kernel(np.zeros(1)), ValueError),
    "an array with gaps": (lambda: kernel[1, 1](np.zeros((4, 4))[:, ::2]), ValueError),
    "a name that is not there": (lambda: cuda.nothing, NotImplementedError),
}


def test_names():
    assert CudaAPIError is CudaDriverError is cp.CudaError and issubclass(cp.CudaError, cp.Error)
    assert issubclass(cp.OutOfMemoryError, MemoryError)


@pytest.mark.parametrize("name", OF_CUDA)
def test_what_is_of_cuda(name):
    run, expected = OF_CUDA[name]
    with pytest.raises(CudaAPIError) as error:
        run()
        cuda.synchronize()
    assert type(error.value) is expected


@pytest.mark.parametrize("name", OF_OTHERS)
def test_what_is_not(name):
    run, expected = OF_OTHERS[name]
    with pytest.raises(expected) as error:
        run()
    assert not isinstance(error.value, CudaAPIError)


@pytest.mark.parametrize(
    "kind", [cp.CompileError, cp.SourceError, cp.ToolchainError, cp.CacheError, cp.InternalError, TypingError]
)
def test_classes_that_are_not(kind):
    assert not issubclass(kind, CudaAPIError) and issubclass(kind, cp.Error)
