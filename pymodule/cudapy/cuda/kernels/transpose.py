"""The transpose of an array of two dimensions, made on the device."""

from __future__ import annotations

from .._arrays.arrays import device_array, to_device
from ..cudadrv.devicearray import is_cuda_ndarray

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

    from ..._core import CudaArray

__all__ = ["transpose"]


def transpose(a: Any, b: CudaArray | None = None) -> CudaArray:
    """Writes the transpose of `a` to `b`, an array on the device, and returns that; without `b` to a new one.
    `a` may be on the host.

    Raises ValueError for an array that has not two dimensions, and for a `b` of another shape.
    """
    if len(a.shape) != 2:
        raise ValueError(f"transpose: the array has {len(a.shape)} dimensions, and must have 2")
    source = to_device(a)
    if b is None:
        b = device_array(source.shape[::-1], source.elemType())
    elif not is_cuda_ndarray(b):
        raise ValueError(f"transpose: b is a {type(b).__name__}, and must be a device array")
    if tuple(b.shape) != source.shape[::-1]:
        raise ValueError(f"transpose: b has the shape {tuple(b.shape)}, and must have {source.shape[::-1]}")
    b.copy_from(source.T)
    return b
