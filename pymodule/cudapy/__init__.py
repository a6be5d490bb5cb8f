"""CudaPy: CUDA kernels written in Python.

    import cudapy as cp

    # saxpy : void (float alpha, float* X, float* Y)
    def saxpy(alpha, X, Y):
        if idx < len(X):
            Y[idx] = alpha * X[idx] + Y[idx]

    call = cp.compile(saxpy)
    call(len(X))(2.0, X, Y)      # on len(X) threads; Y holds the result

A kernel is translated to C++ and compiled for the GPU, or, where there is none (or with `target="cpu"` or the
environment's CUDAPY_TARGET=cpu), for the cores of the CPU. The language of kernels is in docs/language.md.
"""

from __future__ import annotations

import copyreg as _copyreg

from ._core import check_interpreter as _check_interpreter

_check_interpreter()  # the extension is not initialised again in a second one

from ._api import compile, cuda_source, cudadef, elementwise, kernel, reduction, vectorize
from ._arrays import methods as _array_methods  # which it gives to CudaArray
from ._arrays import numba_methods as _numba_methods  # which it gives to CudaArray
from ._arrays.lists import CudaLists
from ._compile.names import (
    Array,
    activemask,
    all_sync,
    any_sync,
    atomicAdd,
    atomicAnd,
    atomicCAS,
    atomicDec,
    atomicExch,
    atomicInc,
    atomicMax,
    atomicMin,
    atomicOr,
    atomicSub,
    atomicXor,
    ballot_sync,
    bits,
    blockDim,
    blockIdx,
    brev,
    clz,
    double_of_bits,
    ffs,
    float_of_bits,
    grid_sync,
    gridDim,
    gridsize,
    idx,
    idy,
    idz,
    laneid,
    lanemask_eq,
    lanemask_ge,
    lanemask_gt,
    lanemask_le,
    lanemask_lt,
    local,
    match_any_sync,
    normal,
    popc,
    randint,
    random,
    random_state,
    reduce_add_sync,
    reduce_and_sync,
    reduce_max_sync,
    reduce_min_sync,
    reduce_or_sync,
    reduce_xor_sync,
    shared,
    shfl_down_sync,
    shfl_sync,
    shfl_up_sync,
    shfl_xor_sync,
    syncthreads,
    syncthreads_and,
    syncthreads_count,
    syncthreads_or,
    syncwarp,
    threadfence,
    threadfence_block,
    threadfence_system,
    threadIdx,
    uniform,
    warpSize,
)
from ._core import (
    BFloat16,
    Bool,
    CacheError,
    CompileError,
    CompileWarning,
    Complex64,
    Complex128,
    CudaArray,
    CudaError,
    DeviceError,
    Double,
    Error,
    Event,
    Float,
    Graph,
    Half,
    Int,
    Int8,
    Int16,
    Int64,
    InternalError,
    Kernel,
    KernelError,
    Launch,
    LaunchError,
    MemoryInfo,
    OutOfMemoryError,
    Pointer,
    SourceError,
    Stream,
    ToolchainError,
    Type,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Void,
    asarray,
    capture,
    cuda_available,
    current_stream,
    dim3,
    elemType,
    empty,
    from_dlpack,
    full,
    memory_info,
    pinned,
    reset_peak_memory,
    set_memory_limit,
    synchronize,
    trim_memory,
    version,
    zeros,
)
from ._launch import kernel_methods as _kernel_methods  # which it gives to Kernel
from ._operators import methods as _methods  # which it gives to CudaArray
from ._types.names import (
    bfloat16,
    bool_,
    complex64,
    complex128,
    double,
    float16,
    float32,
    float64,
    half,
    int8,
    int16,
    int32,
    int64,
    intc,
    intp,
    long,
    longlong,
    short,
    single,
    size_t,
    ssize_t,
    ubyte,
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
)
from ._types.structs import struct
from ._types.vectors import VECTORS as _VECTORS


def _reduce(self):
    from ._compile.pickle import reduce  # read when something is first pickled

    return reduce(self)


for _kind in (CudaArray, Kernel, Launch, Type, dim3):
    _copyreg.pickle(_kind, _reduce)
del _kind

__version__ = version
globals().update(_VECTORS)

# The names that `from cudapy import *` binds. They do not include array, build, compile, load, random and
# struct, which would hide Python's own or the program's.
__all__ = [
    "Array",
    "BFloat16",
    "Bool",
    "CacheError",
    "CompileError",
    "CompileWarning",
    "Complex64",
    "Complex128",
    "CudaArray",
    "CudaError",
    "CudaLists",
    "CudaSource",
    "Device",
    "DeviceError",
    "Double",
    "Error",
    "Event",
    "Float",
    "Graph",
    "Half",
    "Int",
    "Int8",
    "Int16",
    "Int64",
    "InternalError",
    "Kernel",
    "KernelError",
    "Launch",
    "LaunchError",
    "LaunchPlan",
    "MemoryInfo",
    "OutOfMemoryError",
    "Part",
    "Pointer",
    "SourceError",
    "Split",
    "Stream",
    "Tape",
    "ToolchainError",
    "TracedPlan",
    "Tried",
    "Tuning",
    "Type",
    "UInt8",
    "UInt16",
    "UInt32",
    "UInt64",
    "Void",
    "activemask",
    "all_reduce",
    "all_sync",
    "any_sync",
    "arange",
    "asarray",
    "asnumpy",
    "atomicAdd",
    "atomicAnd",
    "atomicCAS",
    "atomicDec",
    "atomicExch",
    "atomicInc",
    "atomicMax",
    "atomicMin",
    "atomicOr",
    "atomicSub",
    "atomicXor",
    "ballot_sync",
    "bfloat16",
    "bits",
    "blockDim",
    "blockIdx",
    "bool_",
    "brev",
    "capture",
    "char2",
    "char3",
    "char4",
    "clz",
    "complex64",
    "complex128",
    "cuda_available",
    "cuda_source",
    "cudadef",
    "current_stream",
    "custom_jvp",
    "custom_vjp",
    "devices",
    "dim3",
    "double2",
    "double3",
    "double4",
    "double_of_bits",
    "elemType",
    "elementwise",
    "empty",
    "empty_like",
    "ffs",
    "float2",
    "float3",
    "float4",
    "float16",
    "float32",
    "float64",
    "float_of_bits",
    "from_dlpack",
    "full",
    "full_like",
    "gridDim",
    "grid_sync",
    "gridsize",
    "half",
    "idx",
    "idy",
    "idz",
    "int2",
    "int3",
    "int4",
    "int8",
    "int16",
    "int32",
    "int64",
    "jax_op",
    "kernel",
    "laneid",
    "lanemask_eq",
    "lanemask_ge",
    "lanemask_gt",
    "lanemask_le",
    "lanemask_lt",
    "linspace",
    "local",
    "longlong2",
    "longlong3",
    "longlong4",
    "match_any_sync",
    "memory_info",
    "normal",
    "ones",
    "ones_like",
    "pinned",
    "popc",
    "randint",
    "random_state",
    "reduce_add_sync",
    "reduce_and_sync",
    "reduce_max_sync",
    "reduce_min_sync",
    "reduce_or_sync",
    "reduce_xor_sync",
    "reduction",
    "reset_peak_memory",
    "run_in_parts",
    "set_memory_limit",
    "shared",
    "shfl_down_sync",
    "shfl_sync",
    "shfl_up_sync",
    "shfl_xor_sync",
    "short2",
    "short3",
    "short4",
    "split",
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
    "torch_op",
    "trim_memory",
    "uchar2",
    "uchar3",
    "uchar4",
    "uint2",
    "uint3",
    "uint4",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "ulonglong2",
    "ulonglong3",
    "ulonglong4",
    "uniform",
    "ushort2",
    "ushort3",
    "ushort4",
    "vectorize",
    "version",
    "warpSize",
    "zeros",
    "zeros_like",
]

# What cudapy._arrays.creation has; it is read when one of them is first asked for. `array` is no name of a
# star import either.
_MADE_AS_NUMPYS = {
    "arange",
    "array",
    "asnumpy",
    "empty_like",
    "full_like",
    "linspace",
    "ones",
    "ones_like",
    "zeros_like",
}


def __dir__():
    return sorted({*globals(), *__all__, *_MADE_AS_NUMPYS, "build", "lib", "load"})


def __getattr__(name):
    if name.startswith("make_") and name[5:] in _VECTORS:  # CUDA's way to write them
        return _VECTORS[name[5:]]
    if name in _MADE_AS_NUMPYS:
        from ._arrays import creation

        return getattr(creation, name)
    if name in ("Device", "devices"):
        from ._devices import devices

        return getattr(devices, name)
    if name in ("Part", "Split", "split"):
        from ._devices import split

        return getattr(split, name)
    if name == "all_reduce":
        from ._devices.all_reduce import all_reduce

        return all_reduce
    if name == "Tape":
        from ._derivatives.tape.tape import Tape

        return Tape
    if name in ("custom_vjp", "custom_jvp"):
        from ._derivatives import custom

        return getattr(custom, name)
    if name == "jax_op":
        from ._frameworks.jax_op import jax_op

        return jax_op
    if name == "torch_op":
        from ._frameworks.torch_op import torch_op

        return torch_op
    if name == "CudaSource":  # what cuda_source() gives
        from ._compile.cuda_source import CudaSource

        return CudaSource
    if name in ("Tuning", "Tried"):  # what tune() gives
        from ._launch import tune

        return getattr(tune, name)
    if name == "run_in_parts":
        from ._launch.parts import run_in_parts

        return run_in_parts
    if name == "LaunchPlan":  # what explain() gives
        from ._launch.explain import LaunchPlan

        return LaunchPlan
    if name == "TracedPlan":  # what it gives with arguments
        from ._plan.plan import TracedPlan

        return TracedPlan
    if name == "build":
        from ._prebuilt.build import build

        return build
    if name == "load":
        from ._prebuilt.load import load

        return load
    if name == "load_ipython_extension":  # %load_ext cudapy
        from ._notebook.magic import load

        return load
    if name == "lib":  # read when it is first asked for: most programs do without it
        import importlib

        return importlib.import_module("cudapy.lib")
    from ._arrays.missing_names import of_package

    raise AttributeError(of_package(name), name=name)


for _each in (compile, cuda_source, elementwise, kernel, reduction, vectorize):
    _each.__module__ = __name__
del _each
