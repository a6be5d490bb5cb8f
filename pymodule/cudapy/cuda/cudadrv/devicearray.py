"""Device arrays by numba's names. Every array on the device is an instance of DeviceNDArray."""

from __future__ import annotations

from ..._core import CudaArray
from .._arrays.arrays import device_array, device_array_like, to_device
from .._missing import NotThereError

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "DeviceNDArray",
    "auto_device",
    "from_array_like",
    "is_cuda_ndarray",
    "require_cuda_ndarray",
    "verify_cuda_ndarray_interface",
]


class _OfCudaArrays(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, CudaArray)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, CudaArray) or type.__subclasscheck__(cls, subclass)


if TYPE_CHECKING:
    DeviceNDArray = CudaArray
else:

    class DeviceNDArray(metaclass=_OfCudaArrays):
        """The class of device arrays, for `isinstance`. Calling it makes a CudaArray with such a shape, such
        strides in bytes and such a dtype, whose elements are not set. Raises NotThereError for memory that
        is given."""

        def __new__(cls, shape, strides, dtype, stream=0, gpu_data=None):
            return _new_array(shape, strides, dtype, gpu_data)


def _new_array(shape: Any, strides: Any, dtype: Any, gpu_data: object) -> CudaArray:
    if gpu_data is not None:
        raise NotThereError(
            "cudapy.cuda has no DeviceNDArray over given memory yet: cuda.from_cuda_array_interface "
            "makes an array of what a dict describes"
        )
    return device_array(shape, dtype, strides)


def is_cuda_ndarray(obj: object) -> bool:
    """Returns whether an object is an array on the device."""
    return isinstance(obj, CudaArray)


def require_cuda_ndarray(obj: object) -> None:
    """Raises ValueError for what is no array on the device."""
    if not is_cuda_ndarray(obj):
        raise ValueError(
            f"a device array is needed, and this is a {type(obj).__name__}: cuda.to_device makes one"
        )


verify_cuda_ndarray_interface = require_cuda_ndarray


def from_array_like(ary: Any, stream: Any = 0, gpu_data: Any = None) -> CudaArray:
    """Returns an array on the device with the shape, the order and the dtype of another one. Its elements
    are not set. Raises NotThereError for memory that is given."""
    if gpu_data is not None:
        return _new_array(ary.shape, ary.strides, ary.dtype, gpu_data)
    return device_array_like(ary)


def auto_device(
    obj: Any, stream: Any = 0, copy: bool = True, user_explicit: bool = False
) -> tuple[CudaArray, bool]:
    """Returns an array on the device for an object, and whether it was made: a copy of an array on the host
    or of a number, and what is on the device itself. Without `copy` the elements are not set.

    Raises ValueError for an array on the host that is not contiguous.
    """
    if is_cuda_ndarray(obj) or hasattr(obj, "__cuda_array_interface__"):
        return to_device(obj), False
    return to_device(obj, stream, copy), True
