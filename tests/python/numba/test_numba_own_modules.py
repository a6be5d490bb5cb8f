"""Modules of numba.cuda by the names that programs ask them by, and the settings that cuda.jit reads."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda.cudadrv.devicearray import DeviceNDArray, auto_device, from_array_like
from cudapy.cuda.cudadrv.error import CudaDriverError
from cudapy.cuda.kernels.transpose import transpose


def test_device_arrays_are_instances():
    array = cuda.to_device(np.zeros(3))
    assert isinstance(array, DeviceNDArray) and isinstance(array[1:], cuda.devicearray.DeviceNDArray)
    assert not isinstance(np.zeros(3), DeviceNDArray)
    assert issubclass(cp.CudaArray, DeviceNDArray) and not issubclass(np.ndarray, DeviceNDArray)
    assert issubclass(DeviceNDArray, DeviceNDArray)
    made = DeviceNDArray((2, 3), (4, 8), np.float32)
    assert (made.shape, made.strides, made.dtype) == ((2, 3), (4, 8), np.float32)
    with pytest.raises(NotImplementedError) as error:
        DeviceNDArray(3, 8, np.float64, gpu_data=array)
    assert str(error.value) == (
        "cudapy.cuda has no DeviceNDArray over given memory yet: cuda.from_cuda_array_interface makes an "
        "array of what a dict describes"
    )


def test_auto_device():
    array = cuda.to_device(np.arange(3))
    assert auto_device(array) == (array, False)
    made, is_new = auto_device(2)
    assert is_new and made.shape == () and made.copy_to_host() == 2 and made.dtype == np.int64
    made, is_new = cuda.devicearray.auto_device(np.arange(6).reshape(2, 3).T)
    assert is_new and made.copy_to_host().tolist() == [[0, 3], [1, 4], [2, 5]] and made.strides == (8, 24)
    with pytest.raises(ValueError, match="do not follow each other in memory"):
        auto_device(np.arange(6)[::2])
    assert from_array_like(np.zeros((4, 5), np.int8)).shape == (4, 5)


def test_what_is_a_device_array():
    module = cuda.cudadrv.devicearray
    assert module.is_cuda_ndarray(cuda.device_array(3)) and not module.is_cuda_ndarray([3])
    module.require_cuda_ndarray(cuda.device_array(3))
    with pytest.raises(ValueError) as error:
        module.verify_cuda_ndarray_interface(np.zeros(3))
    assert str(error.value) == "a device array is needed, and this is a ndarray: cuda.to_device makes one"


@pytest.mark.parametrize(
    "dtype", [np.float64, np.complex64, np.bool_, [("i", np.int32), ("j", np.float32, (3, 2))]]
)
@pytest.mark.parametrize("shape", [(1, 1), (5, 6), (33, 17)])
def test_transpose(shape, dtype):
    count = shape[0] * shape[1]
    data = np.arange(count * np.dtype(dtype).itemsize, dtype=np.uint8) % 2
    host = np.frombuffer(data, dtype).reshape(shape)
    for given in (host, cuda.to_device(host)):
        made = transpose(given)
        assert isinstance(made, DeviceNDArray) and made.strides == host.T.copy().strides
        assert made.copy_to_host().tobytes() == host.T.tobytes()
        into = cuda.device_array(shape[::-1], dtype)
        assert cuda.kernels.transpose.transpose(given, into) is into
        assert into.copy_to_host().tobytes() == host.T.tobytes()


@pytest.mark.parametrize(
    "arguments, message",
    [
        ((np.zeros(3),), "transpose: the array has 1 dimensions, and must have 2"),
        ((np.zeros((3, 2)), np.zeros((2, 3))), "transpose: b is a ndarray, and must be a device array"),
        (
            (np.zeros((3, 2)), cuda.device_array((3, 2))),
            "transpose: b has the shape (3, 2), and must have (2, 3)",
        ),
    ],
)
def test_transpose_of_something_else(arguments, message):
    with pytest.raises(ValueError) as error:
        transpose(*arguments)
    assert str(error.value) == message


def test_the_driver_knows_the_devices():
    driver = cuda.cudadrv.driver.driver
    assert driver.get_device_count() == len(cuda.gpus)
    assert driver.get_device() == cuda.gpus[0]
    with pytest.raises(IndexError):
        driver.get_device(100)
    with pytest.raises(NotImplementedError, match="^cudapy.cuda has no cudadrv.driver.driver.cuInit yet$"):
        driver.cuInit(0)


def test_errors_are_caught_by_numbas_name():
    @cuda.jit
    def kernel(x):
        x[0] = 1

    assert cuda.cudadrv.driver.CudaAPIError is CudaDriverError
    with pytest.raises(CudaDriverError):
        kernel[1, 2**20](np.zeros(1))


def test_modules_that_are_not_there():
    with pytest.raises(NotImplementedError, match="^cudapy.cuda has no cudadrv.driver.Linker.new yet$"):
        cuda.cudadrv.driver.Linker.new()
    with pytest.raises(NotImplementedError, match="^cudapy.cuda has no cudadrv.nvvm.NVVM yet$"):
        cuda.cudadrv.nvvm.NVVM()
    with pytest.raises(NotImplementedError, match="^cudapy.cuda has no cudadrv.nothing yet$"):
        cuda.cudadrv.nothing


def test_debug_by_default(monkeypatch):
    def divides(x):
        x[0] //= x[1]

    x = np.zeros(2, np.int64)
    cuda.jit(divides)[1, 1](x)
    monkeypatch.setattr(cuda.config, "CUDA_DEBUGINFO_DEFAULT", 1)
    with pytest.raises(ZeroDivisionError):
        cuda.jit(divides)[1, 1](x)
    cuda.jit(divides, debug=False)[1, 1](x)
