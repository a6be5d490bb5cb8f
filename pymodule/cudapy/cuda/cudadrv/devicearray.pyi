from typing import Any

from ..._core import CudaArray

__all__ = [
    "DeviceNDArray",
    "auto_device",
    "from_array_like",
    "is_cuda_ndarray",
    "require_cuda_ndarray",
    "verify_cuda_ndarray_interface",
]

DeviceNDArray = CudaArray

def is_cuda_ndarray(obj: object) -> bool: ...
def require_cuda_ndarray(obj: object) -> None: ...
def verify_cuda_ndarray_interface(obj: object) -> None: ...
def from_array_like(ary: Any, stream: Any = 0, gpu_data: Any = None) -> CudaArray: ...
def auto_device(
    obj: Any, stream: Any = 0, copy: bool = True, user_explicit: bool = False
) -> tuple[CudaArray, bool]: ...
