from typing import Any

from cudapy import synchronize

from . import config
from . import errors
from . import numpy_support
from . import types
from . import typing
from ._arguments import (
    In,
    InOut,
    Out,
)
from ._arrays import (
    as_cuda_array,
    device_array,
    device_array_like,
    is_cuda_array,
    is_float16_supported,
    to_device,
)
from ._devices import (
    close,
    current_context,
    detect,
    get_current_device,
    gpus,
    list_devices,
    select_device,
)
from ._host_memory import (
    managed_array,
    mapped,
    mapped_array,
    mapped_array_like,
    pinned,
    pinned_array,
    pinned_array_like,
)
from ._names import (
    atomic,
    blockDim,
    blockIdx,
    grid,
    gridDim,
    gridsize,
    laneid,
    local,
    shared,
    syncthreads,
    syncthreads_and,
    syncthreads_count,
    syncthreads_or,
    syncwarp,
    threadfence,
    threadfence_block,
    threadfence_system,
    threadIdx,
    warpsize,
)
from ._streams import (
    default_stream,
    defer_cleanup,
    event,
    event_elapsed_time,
    external_stream,
    legacy_default_stream,
    profile_start,
    profile_stop,
    profiling,
    stream,
)
from ._typeof import (
    typeof,
)
from .errors import (
    CudaSupportError,
    KernelRuntimeError,
)
from .types import (
    b1,
    bool_,
    boolean,
    byte,
    c16,
    c8,
    char,
    complex128,
    complex64,
    double,
    f2,
    f4,
    f8,
    float16,
    float32,
    float64,
    float_,
    i1,
    i2,
    i4,
    i8,
    int16,
    int32,
    int64,
    int8,
    int_,
    intc,
    intp,
    long_,
    longlong,
    none,
    short,
    size_t,
    ssize_t,
    u1,
    u2,
    u4,
    u8,
    uchar,
    uint,
    uint16,
    uint32,
    uint64,
    uint8,
    uintc,
    uintp,
    ulong,
    ulonglong,
    ushort,
    void,
)
from . import random
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
    "CudaSupportError",
    "HAS_NUMBA",
    "In",
    "InOut",
    "KernelRuntimeError",
    "Out",
    "as_cuda_array",
    "atomic",
    "b1",
    "blockDim",
    "blockIdx",
    "bool_",
    "boolean",
    "byte",
    "c16",
    "c8",
    "char",
    "close",
    "complex128",
    "complex64",
    "config",
    "cuda_error",
    "current_context",
    "default_stream",
    "defer_cleanup",
    "detect",
    "device_array",
    "device_array_like",
    "double",
    "errors",
    "event",
    "event_elapsed_time",
    "external_stream",
    "f2",
    "f4",
    "f8",
    "float16",
    "float32",
    "float64",
    "float_",
    "get_current_device",
    "gpus",
    "grid",
    "gridDim",
    "gridsize",
    "i1",
    "i2",
    "i4",
    "i8",
    "int16",
    "int32",
    "int64",
    "int8",
    "int_",
    "intc",
    "intp",
    "is_available",
    "is_cuda_array",
    "is_float16_supported",
    "is_supported_version",
    "jit",
    "laneid",
    "legacy_default_stream",
    "list_devices",
    "local",
    "long_",
    "longlong",
    "managed_array",
    "mapped",
    "mapped_array",
    "mapped_array_like",
    "none",
    "numpy_support",
    "pinned",
    "pinned_array",
    "pinned_array_like",
    "profile_start",
    "profile_stop",
    "profiling",
    "select_device",
    "random",
    "shared",
    "short",
    "size_t",
    "ssize_t",
    "stream",
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
    "typeof",
    "types",
    "typing",
    "u1",
    "u2",
    "u4",
    "u8",
    "uchar",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uintc",
    "uintp",
    "ulong",
    "ulonglong",
    "ushort",
    "void",
    "warpsize",
]

HAS_NUMBA: bool

def jit(
    func_or_sig: Any = None, device: bool = False, fastmath: bool = False, launch_bounds: Any = None, **options: Any
) -> Any: ...
def is_available() -> bool: ...
def is_supported_version() -> bool: ...
def cuda_error() -> str | None: ...
