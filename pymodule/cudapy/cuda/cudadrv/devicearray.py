"""Device arrays by numba's names. Every array on the device is an instance of DeviceNDArray."""

from __future__ import annotations

from ..._core import CudaArray
from .._arrays.arrays import device_array, device_array_like, to_device
from .._missing import NotThereError

__all__ = [
    "DeviceNDArray",
    "auto_device",
    "from_array_like",
    "is_cuda_ndarray",
    "require_cuda_ndarray",
    "verify_cuda_ndarray_interface",
]


class _OfCudaArrays(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, CudaArray)

    def __subclasscheck__(cls, subclass):
        return issubclass(subclass, CudaArray) or type.__subclasscheck__(cls, subclass)


class DeviceNDArray(metaclass=_OfCudaArrays):
    """The class of device arrays, for `isinstance`. Calling it makes a CudaArray with such a shape, such
    strides in bytes and such a dtype, whose elements are not set. Raises NotThereError for memory that is
    given."""

    def __new__(cls, shape, strides, dtype, stream=0, gpu_data=None):
        if gpu_data is not None:
            raise NotThereError(
                "cudapy.cuda has no DeviceNDArray over given memory yet: cuda.from_cuda_array_interface "
                "makes an array of what a dict describes"
            )
        return device_array(shape, dtype, strides)


def is_cuda_ndarray(obj):
    """Returns whether an object is an array on the device."""
    return isinstance(obj, CudaArray)


def require_cuda_ndarray(obj):
    """Raises ValueError for what is no array on the device."""
    if not is_cuda_ndarray(obj):
        raise ValueError(
            f"a device array is needed, and this is a {type(obj).__name__}: cuda.to_device makes one"
        )


verify_cuda_ndarray_interface = require_cuda_ndarray


def from_array_like(ary, stream=0, gpu_data=None):
    """Returns an array on the device with the shape, the order and the dtype of another one. Its elements
    are not set. Raises NotThereError for memory that is given."""
    if gpu_data is not None:
        return DeviceNDArray(ary.shape, ary.strides, ary.dtype, stream, gpu_data)
    return device_array_like(ary)


def auto_device(obj, stream=0, copy=True, user_explicit=False):
    """Returns an array on the device for an object, and whether it was made: a copy of an array on the host
    or of a number, and what is on the device itself. Without `copy` the elements are not set.

    Raises ValueError for an array on the host that is not contiguous.
    """
    if is_cuda_ndarray(obj) or hasattr(obj, "__cuda_array_interface__"):
        return to_device(obj), False
    return to_device(obj, stream, copy), True
