from typing import Any

from cudapy import CudaArray, Type, synchronize

from . import types
from ._names import KernelName

def jit(func_or_sig: Any = None, device: bool = False, fastmath: bool = False, **options: Any) -> Any: ...
def is_available() -> bool: ...
def to_device(obj: Any, stream: Any = 0, copy: bool = True, to: CudaArray | None = None) -> CudaArray: ...
def device_array(shape: Any, dtype: Any = None, strides: Any = None, order: str = "C", stream: Any = 0) -> CudaArray: ...
def device_array_like(ary: Any, stream: Any = 0) -> CudaArray: ...
def as_cuda_array(obj: Any, sync: bool = True) -> CudaArray: ...

warpsize: int
atomic: KernelName
blockDim: KernelName
blockIdx: KernelName
grid: KernelName
gridDim: KernelName
gridsize: KernelName
laneid: KernelName
local: KernelName
shared: KernelName
syncthreads: KernelName
syncthreads_and: KernelName
syncthreads_count: KernelName
syncthreads_or: KernelName
syncwarp: KernelName
threadIdx: KernelName
threadfence: KernelName
threadfence_block: KernelName
threadfence_system: KernelName
bool_: Type
int8: Type
int16: Type
int32: Type
int64: Type
uint8: Type
uint16: Type
uint32: Type
uint64: Type
float32: Type
float64: Type
complex64: Type
complex128: Type

__all__ = [
    "as_cuda_array",
    "atomic",
    "blockDim",
    "blockIdx",
    "bool_",
    "complex128",
    "complex64",
    "device_array",
    "device_array_like",
    "float32",
    "float64",
    "grid",
    "gridDim",
    "gridsize",
    "int16",
    "int32",
    "int64",
    "int8",
    "is_available",
    "jit",
    "laneid",
    "local",
    "shared",
    "synchronize",
    "syncthreads",
    "syncthreads_and",
    "syncthreads_count",
    "syncthreads_or",
    "syncwarp",
    "threadIdx",
    "threadfence",
    "threadfence_block",
    "threadfence_system",
    "to_device",
    "types",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "warpsize",
]
