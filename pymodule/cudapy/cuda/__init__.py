"""Programs written for numba.cuda: `from cudapy import cuda` in place of `from numba import cuda`.

    from cudapy import cuda

    @cuda.jit
    def axpy(a, x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] += a * x[i]

    axpy[blocks, threads_per_block](2.0, x, y)

Names and numbers in such functions mean what numba makes of them: literals are int64 and float64, integers are
computed in 64 bits, and a negative index counts from the end. docs/numba.md says which names there are. Any
other one raises NotImplementedError, which names it.
"""

from __future__ import annotations

from .._core import synchronize
from . import types
from ._arrays import as_cuda_array, device_array, device_array_like, to_device
from ._dispatcher import jit
from ._names import (
    atomic,
    blockDim,
    blockIdx,
    bool_,
    complex64,
    complex128,
    float32,
    float64,
    grid,
    gridDim,
    gridsize,
    int8,
    int16,
    int32,
    int64,
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
    uint8,
    uint16,
    uint32,
    uint64,
    warpsize,
)

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


def is_available():
    """Returns whether kernels can be launched. They can on every machine: where there is no GPU, they run on the
    cores of the CPU."""
    return True


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'cudapy.cuda' has no attribute {name!r}")
    from ._missing import NotThereError, message

    raise NotThereError(message(name))
