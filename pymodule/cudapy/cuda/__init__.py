"""Programs written for numba.cuda: `from cudapy import cuda` in place of `from numba import cuda`.

    from cudapy import cuda

    @cuda.jit
    def axpy(a, x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] += a * x[i]

    axpy[blocks, threads_per_block](2.0, x, y)

Names and numbers in such functions mean what numba makes of them: literals are int64 and float64, integers
are computed in 64 bits, and a negative index counts from the end. docs/numba.md says which names there are.
Any other one raises NotImplementedError, which names it.
"""

from __future__ import annotations

import importlib

from .._core import synchronize
from . import args, config, errors, numpy_support, types, typing
from ._arrays.arrays import (
    as_cuda_array,
    device_array,
    device_array_like,
    from_cuda_array_interface,
    is_cuda_array,
    is_float16_supported,
    to_device,
)
from ._arrays.host_memory import (
    managed_array,
    mapped,
    mapped_array,
    mapped_array_like,
    pinned,
    pinned_array,
    pinned_array_like,
)
from ._devices.devices import (
    close,
    current_context,
    detect,
    get_current_device,
    gpus,
    list_devices,
    select_device,
)
from ._devices.streams import (
    default_stream,
    defer_cleanup,
    event,
    event_elapsed_time,
    external_stream,
    legacy_default_stream,
    per_thread_default_stream,
    profile_start,
    profile_stop,
    profiling,
    stream,
)
from ._jit.arguments import In, InOut, Out
from ._jit.dispatcher import jit
from ._names import (
    activemask,
    all_sync,
    any_sync,
    atomic,
    ballot_sync,
    blockDim,
    blockIdx,
    brev,
    cbrt,
    cg,
    clz,
    const,
    eq_sync,
    ffs,
    fma,
    grid,
    gridDim,
    gridsize,
    laneid,
    lanemask_lt,
    ldca,
    ldcg,
    ldcs,
    ldcv,
    ldlu,
    literal_unroll,
    local,
    match_all_sync,
    match_any_sync,
    nanosleep,
    popc,
    selp,
    shared,
    shfl_down_sync,
    shfl_sync,
    shfl_up_sync,
    shfl_xor_sync,
    stcg,
    stcs,
    stwb,
    stwt,
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
from ._types.typeof import typeof
from .errors import CudaSupportError, KernelRuntimeError
from .types import (
    b1,
    bool_,
    boolean,
    byte,
    c8,
    c16,
    char,
    complex64,
    complex128,
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
    int8,
    int16,
    int32,
    int64,
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
    uint8,
    uint16,
    uint32,
    uint64,
    uintc,
    uintp,
    ulong,
    ulonglong,
    ushort,
    void,
)

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from . import random
    from ._jit.linked import CUSource, declare_device
    from ._ufuncs.guvectorize import guvectorize
    from ._ufuncs.reduce import Reduce, reduce
    from ._ufuncs.vectorize import vectorize

__all__ = [
    "HAS_NUMBA",
    "CUSource",
    "CudaSupportError",
    "In",
    "InOut",
    "KernelRuntimeError",
    "Out",
    "Reduce",
    "activemask",
    "all_sync",
    "any_sync",
    "args",
    "as_cuda_array",
    "atomic",
    "b1",
    "ballot_sync",
    "blockDim",
    "blockIdx",
    "bool_",
    "boolean",
    "brev",
    "byte",
    "c8",
    "c16",
    "cbrt",
    "cg",
    "char",
    "close",
    "clz",
    "complex64",
    "complex128",
    "config",
    "const",
    "cuda_error",
    "current_context",
    "declare_device",
    "default_stream",
    "defer_cleanup",
    "detect",
    "device_array",
    "device_array_like",
    "double",
    "eq_sync",
    "errors",
    "event",
    "event_elapsed_time",
    "external_stream",
    "f2",
    "f4",
    "f8",
    "ffs",
    "float16",
    "float32",
    "float64",
    "float_",
    "fma",
    "from_cuda_array_interface",
    "get_current_device",
    "gpus",
    "grid",
    "gridDim",
    "gridsize",
    "guvectorize",
    "i1",
    "i2",
    "i4",
    "i8",
    "int8",
    "int16",
    "int32",
    "int64",
    "int_",
    "intc",
    "intp",
    "is_available",
    "is_bfloat16_supported",
    "is_cuda_array",
    "is_float16_supported",
    "is_supported_version",
    "jit",
    "laneid",
    "lanemask_lt",
    "ldca",
    "ldcg",
    "ldcs",
    "ldcv",
    "ldlu",
    "legacy_default_stream",
    "list_devices",
    "literal_unroll",
    "local",
    "long_",
    "longlong",
    "managed_array",
    "mapped",
    "mapped_array",
    "mapped_array_like",
    "match_all_sync",
    "match_any_sync",
    "nanosleep",
    "none",
    "numpy_support",
    "per_thread_default_stream",
    "pinned",
    "pinned_array",
    "pinned_array_like",
    "popc",
    "profile_start",
    "profile_stop",
    "profiling",
    "random",
    "reduce",
    "select_device",
    "selp",
    "shared",
    "shfl_down_sync",
    "shfl_sync",
    "shfl_up_sync",
    "shfl_xor_sync",
    "short",
    "size_t",
    "ssize_t",
    "stcg",
    "stcs",
    "stream",
    "stwb",
    "stwt",
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
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uintc",
    "uintp",
    "ulong",
    "ulonglong",
    "ushort",
    "vectorize",
    "void",
    "warpsize",
]

HAS_NUMBA: bool = False
# Modules of numba's names that are imported when they are used.
_MODULES = {
    "bf16": ".bf16",
    "cudadrv": ".cudadrv",
    "devicearray": ".cudadrv.devicearray",
    "devices": ".cudadrv.devices",
    "driver": ".cudadrv.driver",
    "fp16": ".fp16",
    "kernels": ".kernels",
    "libdevice": ".libdevice",
    "vector_types": ".vector_types",
}


# The names whose modules are imported when they are used: those over arrays need NumPy.
_LATER = {
    "CUSource": "._jit.linked",
    "Reduce": "._ufuncs.reduce",
    "declare_device": "._jit.linked",
    "guvectorize": "._ufuncs.guvectorize",
    "random": ".random",
    "reduce": "._ufuncs.reduce",
    "require_context": ".cudadrv.devices",
    "runtime": ".cudadrv.runtime",
    "vectorize": "._ufuncs.vectorize",
}


def is_available() -> bool:
    """Returns whether kernels can be launched. They can on every machine: where there is no GPU, they run on
    the cores of the CPU."""
    return True


def is_supported_version() -> bool:
    """Returns whether the version of CUDA is one that works. Each one that CudaPy finds does."""
    return True


def is_bfloat16_supported() -> bool:
    """Returns whether kernels have bfloat16. They have it on every machine."""
    return True


def cuda_error() -> str | None:
    """Returns None: kernels can be launched on every machine."""
    return None


def _attribute(name: str) -> object:
    if name.startswith("__"):
        raise AttributeError(f"module 'cudapy.cuda' has no attribute {name!r}")
    if name in _LATER:
        module = importlib.import_module(_LATER[name], __name__)
        return module if name == "random" else getattr(module, name)
    if name in _MODULES:
        return importlib.import_module(_MODULES[name], __name__)
    from ._missing import ABSENT, Absent, NotThereError, message

    if name in ABSENT:
        return Absent(name)
    if name[-1:] in "1234":
        from .vector_types import BY_NAME

        if name in BY_NAME:
            return BY_NAME[name]
    raise NotThereError(message(name))


if not TYPE_CHECKING:  # for type checkers a name that is not here is a mistake
    __getattr__ = _attribute
