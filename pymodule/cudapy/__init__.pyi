"""CudaPy: CUDA kernels written in Python."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, Literal, Self, SupportsIndex, TypeAlias, overload

from typing_extensions import TypeVar, dataclass_transform

from . import lib as lib
from ._arrays.creation import arange as arange
from ._arrays.creation import array as array
from ._arrays.creation import asnumpy as asnumpy
from ._arrays.creation import empty_like as empty_like
from ._arrays.creation import full_like as full_like
from ._arrays.creation import linspace as linspace
from ._arrays.creation import ones as ones
from ._arrays.creation import ones_like as ones_like
from ._arrays.creation import zeros_like as zeros_like
from ._arrays.lists import CudaLists as CudaLists
from ._compile.cuda_source import CudaSource as CudaSource
from ._core import BFloat16 as BFloat16
from ._core import Bool as Bool
from ._core import CacheError as CacheError
from ._core import CompileError as CompileError
from ._core import CompileWarning as CompileWarning
from ._core import Complex64 as Complex64
from ._core import Complex128 as Complex128
from ._core import CudaArray as CudaArray
from ._core import CudaError as CudaError
from ._core import DeviceError as DeviceError
from ._core import Double as Double
from ._core import Error as Error
from ._core import Event as Event
from ._core import Float as Float
from ._core import Graph as Graph
from ._core import Half as Half
from ._core import Int as Int
from ._core import Int8 as Int8
from ._core import Int16 as Int16
from ._core import Int64 as Int64
from ._core import InternalError as InternalError
from ._core import Kernel as Kernel
from ._core import KernelError as KernelError
from ._core import Launch as Launch
from ._core import LaunchError as LaunchError
from ._core import MemoryInfo as MemoryInfo
from ._core import OutOfMemoryError as OutOfMemoryError
from ._core import Pointer as Pointer
from ._core import SourceError as SourceError
from ._core import Stream as Stream
from ._core import ToolchainError as ToolchainError
from ._core import Type as Type
from ._core import UInt8 as UInt8
from ._core import UInt16 as UInt16
from ._core import UInt32 as UInt32
from ._core import UInt64 as UInt64
from ._core import Void as Void
from ._core import asarray as asarray
from ._core import capture as capture
from ._core import cuda_available as cuda_available
from ._core import current_stream as current_stream
from ._core import dim3 as dim3
from ._core import elemType as elemType
from ._core import empty as empty
from ._core import from_dlpack as from_dlpack
from ._core import full as full
from ._core import memory_info as memory_info
from ._core import pinned as pinned
from ._core import reset_peak_memory as reset_peak_memory
from ._core import set_memory_limit as set_memory_limit
from ._core import synchronize as synchronize
from ._core import trim_memory as trim_memory
from ._core import version as version
from ._core import zeros as zeros
from ._derivatives.custom import custom_jvp as custom_jvp
from ._derivatives.custom import custom_vjp as custom_vjp
from ._derivatives.tape.tape import Tape as Tape
from ._devices.all_reduce import all_reduce as all_reduce
from ._devices.devices import Device as Device
from ._devices.devices import devices as devices
from ._devices.split import Part as Part
from ._devices.split import Split as Split
from ._devices.split import split as split
from ._frameworks.jax_op import jax_op as jax_op
from ._frameworks.torch_op import torch_op as torch_op
from ._launch.explain import LaunchPlan as LaunchPlan
from ._launch.parts import run_in_parts as run_in_parts
from ._launch.tune import Tried as Tried
from ._launch.tune import Tuning as Tuning
from ._plan.plan import TracedPlan as TracedPlan
from ._prebuilt.load import Prebuilt as _Prebuilt

# As annotations of kernels these stand for the values that a kernel sees. They are other names of Python's
# types, so that what is declared as one takes a number: `mass: cp.float32 = 1.0` is a field with a default.
bool_: TypeAlias = bool
"""`bool`: True or False, one byte."""

int8: TypeAlias = int
"""`int8`: 8 bits, signed."""
int16: TypeAlias = int
"""`int16`: 16 bits, signed."""
int32: TypeAlias = int
"""`int`: 32 bits, signed."""
int64: TypeAlias = int
"""`int64`: 64 bits, signed."""
uint8: TypeAlias = int
"""`uint8`: 8 bits, unsigned."""
uint16: TypeAlias = int
"""`uint16`: 16 bits, unsigned."""
uint32: TypeAlias = int
"""`uint32`: 32 bits, unsigned."""
uint64: TypeAlias = int
"""`uint64`: 64 bits, unsigned."""
half: TypeAlias = float
"""`half`: IEEE's half precision, 11 significant bits, up to 65504."""
float16: TypeAlias = float
"""`half` by NumPy's name."""
bfloat16: TypeAlias = float
"""`bfloat16`: 8 significant bits, with the range of a float."""
float32: TypeAlias = float
"""`float`: single precision."""
float64: TypeAlias = float
"""`double`: double precision."""
complex64: TypeAlias = complex
"""`complex64`: two floats, `.real` and `.imag`."""
complex128: TypeAlias = complex
"""`complex128`: two doubles, `.real` and `.imag`."""

# The same types by the names that C, CUDA and NumPy have for them where long has 64 bits.
double: TypeAlias = float
single: TypeAlias = float
short: TypeAlias = int
intc: TypeAlias = int
long: TypeAlias = int
longlong: TypeAlias = int
intp: TypeAlias = int
ssize_t: TypeAlias = int
ubyte: TypeAlias = int
uchar: TypeAlias = int
ushort: TypeAlias = int
uint: TypeAlias = int
uintc: TypeAlias = int
ulong: TypeAlias = int
ulonglong: TypeAlias = int
uintp: TypeAlias = int
size_t: TypeAlias = int

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

_Struct = TypeVar("_Struct")

@dataclass_transform()
def struct(cls: type[_Struct]) -> type[_Struct]: ...

class _Vector:
    def __iter__(self) -> Iterator[Any]: ...
    def __add__(self, other: Any, /) -> Self: ...
    def __radd__(self, other: Any, /) -> Self: ...
    def __sub__(self, other: Any, /) -> Self: ...
    def __rsub__(self, other: Any, /) -> Self: ...
    def __mul__(self, other: Any, /) -> Self: ...
    def __rmul__(self, other: Any, /) -> Self: ...
    def __truediv__(self, other: Any, /) -> Self: ...
    def __rtruediv__(self, other: Any, /) -> Self: ...
    def __neg__(self) -> Self: ...

class char2(_Vector):
    """CUDA's char2: char2(x, y). Its components do not change."""

    def __init__(self, x: int, y: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class char3(_Vector):
    """CUDA's char3: char3(x, y, z). Its components do not change."""

    def __init__(self, x: int, y: int, z: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class char4(_Vector):
    """CUDA's char4: char4(x, y, z, w). Its components do not change."""

    def __init__(self, x: int, y: int, z: int, w: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class uchar2(_Vector):
    """CUDA's uchar2: uchar2(x, y). Its components do not change."""

    def __init__(self, x: int, y: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class uchar3(_Vector):
    """CUDA's uchar3: uchar3(x, y, z). Its components do not change."""

    def __init__(self, x: int, y: int, z: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class uchar4(_Vector):
    """CUDA's uchar4: uchar4(x, y, z, w). Its components do not change."""

    def __init__(self, x: int, y: int, z: int, w: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class short2(_Vector):
    """CUDA's short2: short2(x, y). Its components do not change."""

    def __init__(self, x: int, y: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class short3(_Vector):
    """CUDA's short3: short3(x, y, z). Its components do not change."""

    def __init__(self, x: int, y: int, z: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class short4(_Vector):
    """CUDA's short4: short4(x, y, z, w). Its components do not change."""

    def __init__(self, x: int, y: int, z: int, w: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class ushort2(_Vector):
    """CUDA's ushort2: ushort2(x, y). Its components do not change."""

    def __init__(self, x: int, y: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class ushort3(_Vector):
    """CUDA's ushort3: ushort3(x, y, z). Its components do not change."""

    def __init__(self, x: int, y: int, z: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class ushort4(_Vector):
    """CUDA's ushort4: ushort4(x, y, z, w). Its components do not change."""

    def __init__(self, x: int, y: int, z: int, w: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class int2(_Vector):
    """CUDA's int2: int2(x, y). Its components do not change."""

    def __init__(self, x: int, y: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class int3(_Vector):
    """CUDA's int3: int3(x, y, z). Its components do not change."""

    def __init__(self, x: int, y: int, z: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class int4(_Vector):
    """CUDA's int4: int4(x, y, z, w). Its components do not change."""

    def __init__(self, x: int, y: int, z: int, w: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class uint2(_Vector):
    """CUDA's uint2: uint2(x, y). Its components do not change."""

    def __init__(self, x: int, y: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class uint3(_Vector):
    """CUDA's uint3: uint3(x, y, z). Its components do not change."""

    def __init__(self, x: int, y: int, z: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class uint4(_Vector):
    """CUDA's uint4: uint4(x, y, z, w). Its components do not change."""

    def __init__(self, x: int, y: int, z: int, w: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class longlong2(_Vector):
    """CUDA's longlong2: longlong2(x, y). Its components do not change."""

    def __init__(self, x: int, y: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class longlong3(_Vector):
    """CUDA's longlong3: longlong3(x, y, z). Its components do not change."""

    def __init__(self, x: int, y: int, z: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class longlong4(_Vector):
    """CUDA's longlong4: longlong4(x, y, z, w). Its components do not change."""

    def __init__(self, x: int, y: int, z: int, w: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class ulonglong2(_Vector):
    """CUDA's ulonglong2: ulonglong2(x, y). Its components do not change."""

    def __init__(self, x: int, y: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...

class ulonglong3(_Vector):
    """CUDA's ulonglong3: ulonglong3(x, y, z). Its components do not change."""

    def __init__(self, x: int, y: int, z: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...

class ulonglong4(_Vector):
    """CUDA's ulonglong4: ulonglong4(x, y, z, w). Its components do not change."""

    def __init__(self, x: int, y: int, z: int, w: int) -> None: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def z(self) -> int: ...
    @property
    def w(self) -> int: ...

class float2(_Vector):
    """CUDA's float2: float2(x, y). Its components do not change."""

    def __init__(self, x: float, y: float) -> None: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...

class float3(_Vector):
    """CUDA's float3: float3(x, y, z). Its components do not change."""

    def __init__(self, x: float, y: float, z: float) -> None: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def z(self) -> float: ...

class float4(_Vector):
    """CUDA's float4: float4(x, y, z, w). Its components do not change."""

    def __init__(self, x: float, y: float, z: float, w: float) -> None: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def z(self) -> float: ...
    @property
    def w(self) -> float: ...

class double2(_Vector):
    """CUDA's double2: double2(x, y). Its components do not change."""

    def __init__(self, x: float, y: float) -> None: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...

class double3(_Vector):
    """CUDA's double3: double3(x, y, z). Its components do not change."""

    def __init__(self, x: float, y: float, z: float) -> None: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def z(self) -> float: ...

class double4(_Vector):
    """CUDA's double4: double4(x, y, z, w). Its components do not change."""

    def __init__(self, x: float, y: float, z: float, w: float) -> None: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def z(self) -> float: ...
    @property
    def w(self) -> float: ...

make_char2 = char2
make_char3 = char3
make_char4 = char4
make_uchar2 = uchar2
make_uchar3 = uchar3
make_uchar4 = uchar4
make_short2 = short2
make_short3 = short3
make_short4 = short4
make_ushort2 = ushort2
make_ushort3 = ushort3
make_ushort4 = ushort4
make_int2 = int2
make_int3 = int3
make_int4 = int4
make_uint2 = uint2
make_uint3 = uint3
make_uint4 = uint4
make_longlong2 = longlong2
make_longlong3 = longlong3
make_longlong4 = longlong4
make_ulonglong2 = ulonglong2
make_ulonglong3 = ulonglong3
make_ulonglong4 = ulonglong4
make_float2 = float2
make_float3 = float3
make_float4 = float4
make_double2 = double2
make_double3 = double3
make_double4 = double4

_Element = TypeVar("_Element")

_Dimensions = TypeVar("_Dimensions", default=Literal[1])

class Array(Generic[_Element, _Dimensions]):
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def ndim(self) -> int: ...
    @property
    def size(self) -> int: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_Element]: ...
    def __getitem__(self, index: int | tuple[int, ...], /) -> _Element: ...
    def __setitem__(self, index: int | tuple[int, ...], value: Any, /) -> None: ...

class _Axes:
    x: int
    y: int
    z: int

idx: int
"""The thread's coordinate along x, from 0. Known inside kernels, like the other names here.

>>> @cp.kernel("void (int[,,] A)")
... def number(A):
...     A[idz, idy, idx] = 100 * idz + 10 * idy + idx
>>> A = cp.zeros((2, 1, 3), cp.Int)
>>> number(3, 1, 2)(A)
>>> A.tolist()
[[[0, 1, 2]], [[100, 101, 102]]]
"""
idy: int
"""The thread's coordinate along y, from 0."""
idz: int
"""The thread's coordinate along z, from 0."""
threadIdx: _Axes
"""The thread's place in its block: threadIdx.x, .y, .z.

>>> @cp.kernel("void (int[,] A)")
... def places(A):
...     A[0, idx], A[1, idx] = blockIdx.x, threadIdx.x
...     A[2, idx], A[3, idx] = gridDim.x, blockDim.x
...     A[4, idx], A[5, idx] = laneid, warpSize
>>> A = cp.zeros((6, 4), cp.Int)
>>> places(4, block=2)(A)
>>> A.tolist()
[[0, 0, 1, 1], [0, 1, 0, 1], [2, 2, 2, 2], [2, 2, 2, 2], [0, 1, 0, 1], [32, 32, 32, 32]]
"""
blockIdx: _Axes
"""The block's place in the grid: blockIdx.x, .y, .z."""
blockDim: _Axes
"""The threads of a block: blockDim.x, .y, .z."""
gridDim: _Axes
"""The blocks of the grid: gridDim.x, .y, .z. A kernel that reads it runs whole blocks."""
gridsize: _Axes
"""The threads of the grid, `gridDim.x * blockDim.x` and so on: gridsize.x, .y, .z. A kernel that reads it
runs whole blocks, so that a loop with this step goes to each element once, whatever the number of threads.

>>> @cp.kernel("void (int* X)")
... def add_one(X):
...     for i in range(idx, len(X), gridsize.x):
...         X[i] += 1
>>> X = list(range(6))
>>> add_one(4)(X)
>>> X
[1, 2, 3, 4, 5, 6]
"""
laneid: int
"""The thread's place in its warp, from 0 to 31."""
warpSize: int
"""The threads of a warp: 32."""

def shared(type: Any, count: int | tuple[int, ...] = ..., /) -> Any:
    """An array that the threads of a block share, its elements not set: `cache = shared(float, 256)`.

    type: the type of the elements. count: a constant, or a tuple of them for more dimensions. Without a count
    it is sized at the launch, `call(n, shared=256)(...)`, and may be larger than the 48 KB that a block has
    for arrays of constant size.

    >>> @cp.kernel("void (int* X)")
    ... def turn_blocks(X):
    ...     cache = shared(int)
    ...     cache[threadIdx.x] = X[idx]
    ...     syncthreads()
    ...     X[idx] = cache[blockDim.x - 1 - threadIdx.x]
    >>> X = cp.CudaArray(range(8))
    >>> turn_blocks(8, block=4, shared=4)(X)
    >>> X.tolist()
    [3, 2, 1, 0, 7, 6, 5, 4]
    """

def local(type: Any, count: int | tuple[int, ...], value: Any = ..., /) -> Any:
    """An array of the thread's own, its elements not set: `queue = local(int, 16)`; or with a value in each:
    `sums = local(float, 3, 0.0)`.

    type: the type of the elements. count: a constant, or a tuple of them for more dimensions. value: a
    number, which need not be constant.

    >>> @cp.kernel("void (int* X)")
    ... def digits(X):
    ...     place = local(int, 10)
    ...     for i in range(len(place)):
    ...         place[i] = (X[idx] >> i) & 1
    ...     X[idx] = 100 * place[2] + 10 * place[1] + place[0]
    >>> X = [5, 6]
    >>> digits(2)(X)
    >>> X
    [101, 110]
    """

def syncthreads() -> None:
    """Waits until every thread of the block has come here and sees what the others wrote. All threads of the
    block must come.

    >>> @cp.kernel("void (int* X, int* sums)")
    ... def sum_blocks(X, sums):
    ...     cache = shared(int, 4)
    ...     cache[threadIdx.x] = X[idx]
    ...     syncthreads()
    ...     if threadIdx.x == 0:
    ...         sums[blockIdx.x] = cache[0] + cache[1] + cache[2] + cache[3]
    >>> sums = [0, 0]
    >>> sum_blocks(8, block=4)([1, 2, 3, 4, 5, 6, 7, 8], sums)
    >>> sums
    [10, 26]
    """

def syncthreads_count(condition: Any, /) -> int:
    """syncthreads(), and for how many threads of the block the condition is true.

    >>> @cp.kernel("void (int* X, int* counts, bool* every, bool* some)")
    ... def judge(X, counts, every, some):
    ...     counts[idx] = syncthreads_count(X[idx] > 0)
    ...     every[idx] = syncthreads_and(X[idx] > 0)
    ...     some[idx] = syncthreads_or(X[idx] > 0)
    >>> counts, every, some = [0] * 4, [False] * 4, [False] * 4
    >>> judge(4, block=2)([3, -1, 2, 5], counts, every, some)
    >>> counts, every, some
    ([1, 1, 2, 2], [False, False, True, True], [True, True, True, True])
    """

def syncthreads_and(condition: Any, /) -> bool:
    """syncthreads(), and whether the condition is true for every thread of the block."""

def syncthreads_or(condition: Any, /) -> bool:
    """syncthreads(), and whether the condition is true for some thread of the block."""

def grid_sync() -> None:
    """Waits until every thread of every block has come here and sees what the others wrote.

    All blocks then have to fit on the device at a time: a launch of more raises LaunchError with the largest
    grid.

    >>> @cp.kernel("void (int* X, int* Y)")
    ... def neighbours(X, Y):
    ...     X[idx] = idx * idx
    ...     grid_sync()
    ...     Y[idx] = X[(idx + 1) % len(X)]
    >>> X, Y = [0] * 4, [0] * 4
    >>> neighbours(4, block=2)(X, Y)
    >>> Y
    [1, 4, 9, 0]
    """

def threadfence() -> None:
    """What the thread wrote before is seen by all threads before what it writes after.

    >>> @cp.kernel("void (int* parts, int* arrived, int* total)")
    ... def add_blocks(parts, arrived, total):
    ...     parts[blockIdx.x] = blockIdx.x + 1
    ...     threadfence()
    ...     if atomicAdd(arrived, 0, 1) == gridDim.x - 1:  # the last block
    ...         for part in parts:
    ...             total[0] += part
    >>> parts, arrived, total = [0] * 4, [0], [0]
    >>> add_blocks(4, block=1)(parts, arrived, total)
    >>> total
    [10]
    """

def threadfence_block() -> None:
    """threadfence() only for the threads of the block.

    >>> @cp.kernel("void (int* X)")
    ... def publish(X):
    ...     X[0] = 42
    ...     threadfence_block()
    ...     X[1] = 1  # a thread of the block that sees this 1 sees the 42
    ...     threadfence_system()
    ...     X[2] = 1  # and so does the host, and another GPU, that sees this one
    >>> X = [0, 0, 0]
    >>> publish(1)(X)
    >>> X
    [42, 1, 1]
    """

def threadfence_system() -> None:
    """threadfence() for all threads, those of the host and of other devices too."""

def atomicAdd(A: Any, i: Any, v: Any, /) -> Any:
    """Adds v to A[i] in one step that no other thread comes between; gives the old value.

    A: an array of the kernel, or a shared one. i: an index, or a tuple of them for an array of several
    dimensions. v: a number of the elements' type.

    >>> @cp.kernel("void (int* X, int[,] counts)")
    ... def count(X, counts):
    ...     atomicAdd(counts, (X[idx] % 2, X[idx] % 3), 1)
    >>> counts = [[0, 0, 0], [0, 0, 0]]
    >>> count(7)([0, 1, 2, 3, 4, 5, 6], counts)
    >>> counts
    [[2, 1, 1], [1, 1, 1]]
    """

def atomicSub(A: Any, i: Any, v: Any, /) -> Any:
    """Subtracts v from A[i] in one step; gives the old value."""

def atomicMin(A: Any, i: Any, v: Any, /) -> Any:
    """Makes A[i] the smaller of itself and v in one step; gives the old value."""

def atomicMax(A: Any, i: Any, v: Any, /) -> Any:
    """Makes A[i] the larger of itself and v in one step; gives the old value."""

def atomicAnd(A: Any, i: Any, v: Any, /) -> Any:
    """Makes A[i] `A[i] & v` in one step; gives the old value."""

def atomicOr(A: Any, i: Any, v: Any, /) -> Any:
    """Makes A[i] `A[i] | v` in one step; gives the old value."""

def atomicXor(A: Any, i: Any, v: Any, /) -> Any:
    """Makes A[i] `A[i] ^ v` in one step; gives the old value.

    >>> @cp.kernel("void (uint32* A)")
    ... def wrap(A):
    ...     atomicXor(A, 0, 6)
    ...     atomicInc(A, 1, 9)  # 9, and then 0
    ...     atomicDec(A, 2, 9)  # 0, and then 9
    >>> A = [5, 9, 0]
    >>> wrap(1)(A)
    >>> A
    [3, 0, 9]
    """

def atomicExch(A: Any, i: Any, v: Any, /) -> Any:
    """Stores v in A[i] in one step; gives the old value."""

def atomicInc(A: Any, i: Any, v: Any, /) -> Any:
    """Adds 1 to A[i], or makes it 0 where it is v or more, in one step; gives the old value."""

def atomicDec(A: Any, i: Any, v: Any, /) -> Any:
    """Subtracts 1 from A[i], or makes it v where it is 0 or more than v, in one step; gives the old value."""

def atomicCAS(A: Any, i: Any, expected: Any, v: Any, /) -> Any:
    """Stores v in A[i] if that is `expected`, in one step; gives the old value.

    >>> @cp.kernel("void (int* A, int* old)")
    ... def change(A, old):
    ...     old[0] = atomicAdd(A, 0, 5)
    ...     old[1] = atomicSub(A, 1, 5)
    ...     old[2] = atomicMin(A, 2, 5)
    ...     old[3] = atomicMax(A, 3, 5)
    ...     old[4] = atomicExch(A, 4, 5)
    ...     old[5] = atomicCAS(A, 5, 10, 5)
    ...     old[6] = atomicAnd(A, 6, 6)
    ...     old[7] = atomicOr(A, -1, 5)
    >>> A, old = [10] * 8, [0] * 8
    >>> change(1)(A, old)
    >>> A, old
    ([15, 5, 5, 10, 5, 5, 2, 15], [10, 10, 10, 10, 10, 10, 10, 10])
    """

def popc(x: Any, /) -> int:
    """How many bits of an integer are one.

    >>> @cp.kernel("void (int* X, int* R)")
    ... def bits(X, R):
    ...     R[0] = popc(X[0])
    ...     R[1] = clz(X[0])
    ...     R[2] = ffs(X[0])
    ...     R[3] = int(brev(X[0]) >> 28) & 15
    >>> R = [0] * 4
    >>> bits(1)([12], R)
    >>> R
    [2, 28, 3, 3]
    """

def clz(x: Any, /) -> int:
    """How many zero bits there are above the highest one bit."""

def ffs(x: Any, /) -> int:
    """The place of the lowest one bit, counted from 1, or 0 where there is none."""

def brev(x: Any, /) -> int:
    """The bits of an integer in reverse order."""

def bits(x: Any, /) -> int:
    """The bits of a number as an unsigned integer of its width: uint32 of a float, uint64 of a double.

    >>> @cp.kernel("void (float* X, uint32* R)")
    ... def next_above(X, R):
    ...     R[0] = bits(X[0])
    ...     X[0] = float_of_bits(R[0] + 1)
    >>> X, R = cp.CudaArray([1.0], cp.float32), cp.CudaArray([0], cp.uint32)
    >>> next_above(1)(X, R)
    >>> hex(R[0]), X[0]
    ('0x3f800000', 1.0000001192092896)
    >>> @cp.kernel("void (uint64* R, double* D)")
    ... def wide(R, D):
    ...     D[0] = double_of_bits(R[0])
    >>> D = [0.0]
    >>> wide(1)(cp.CudaArray([0x4000000000000000], cp.uint64), D)
    >>> D
    [2.0]
    """

def float_of_bits(i: Any, /) -> float:
    """The float that has the bits of a 32-bit integer."""

def double_of_bits(i: Any, /) -> float:
    """The double that has the bits of a 64-bit integer."""

class random_state:
    """A generator of random numbers for the thread: `rng = random_state(seed, sequence)`.

    Philox 4x32-10: the numbers are a function of the seed, the number of the sequence and the place in it, on
    every target.

    >>> @cp.kernel("void (int* dice, float* X)")
    ... def throw(dice, X):
    ...     rng = random_state(2026, idx)
    ...     dice[idx] = randint(rng, 1, 6)
    ...     X[idx] = random(rng) + uniform(rng, 10, 20) + 0 * normal(rng, 5, 2)
    >>> dice, X = [0] * 4, [0.0] * 4
    >>> throw(4)(dice, X)
    >>> dice, all(10 <= x < 21 for x in X)
    ([3, 5, 2, 6], True)
    """

    def __init__(self, seed: int, sequence: int, /) -> None: ...

def random(rng: random_state, /) -> float:
    """A `float` in [0, 1), of 24 bits."""

def uniform(rng: random_state, a: float, b: float, /) -> float:
    """A number from a to b, as precise as these."""

def normal(rng: random_state, mean: float = ..., deviation: float = ..., /) -> float:
    """A normally distributed number, of mean 0 and deviation 1 without these."""

def randint(rng: random_state, a: int, b: int, /) -> int:
    """An integer from a to b, both included."""

def syncwarp(mask: int = ..., /) -> None:
    """Waits until the threads of the warp in the mask, or all, have come here and see what the others wrote.

    >>> @cp.kernel("void (int* X)")
    ... def swap(X):
    ...     cache = shared(int, 32)
    ...     cache[laneid] = X[idx]
    ...     syncwarp()
    ...     X[idx] = cache[laneid ^ 1]
    >>> X = cp.CudaArray(range(32))
    >>> swap(32, block=32)(X)
    >>> X[:6].tolist()
    [1, 0, 3, 2, 5, 4]
    """

def shfl_sync(mask: int, v: Any, lane: int, width: int = ..., /) -> Any:
    """v of the thread in another lane of the warp.

    mask: the threads that take part, as bits: 0xFFFFFFFF for all. width: 2, 4, 8, 16 or 32 threads that
    exchange among themselves.

    >>> @cp.kernel("void (int[,] R)")
    ... def exchange(R):
    ...     R[0, idx] = shfl_sync(0xFFFFFFFF, idx, 5)
    ...     R[1, idx] = shfl_up_sync(0xFFFFFFFF, idx, 1)
    ...     R[2, idx] = shfl_down_sync(0xFFFFFFFF, idx, 1)
    ...     R[3, idx] = shfl_xor_sync(0xFFFFFFFF, idx, 3)
    >>> R = cp.zeros((4, 32), cp.Int)
    >>> exchange(32, block=32)(R)
    >>> R[:, :5].tolist()
    [[5, 5, 5, 5, 5], [0, 0, 1, 2, 3], [1, 2, 3, 4, 5], [3, 2, 1, 0, 7]]
    """

def shfl_up_sync(mask: int, v: Any, by: int, width: int = ..., /) -> Any:
    """v of the thread so many places before, the thread's own where there is none."""

def shfl_down_sync(mask: int, v: Any, by: int, width: int = ..., /) -> Any:
    """v of the thread so many places further on, the thread's own where there is none."""

def shfl_xor_sync(mask: int, v: Any, bits: int, width: int = ..., /) -> Any:
    """v of the thread at laneid ^ bits."""

def all_sync(mask: int, p: Any, /) -> bool:
    """Whether p is true for every thread of the warp in the mask.

    >>> @cp.kernel("void (int* R)")
    ... def vote(R):
    ...     every = all_sync(0xFFFFFFFF, laneid < 3)
    ...     some = any_sync(0xFFFFFFFF, laneid < 3)
    ...     which = ballot_sync(0xFFFFFFFF, laneid < 3)
    ...     if laneid == 0:
    ...         R[0] = int(every)
    ...         R[1] = int(some)
    ...         R[2] = int(which)
    ...         R[3] = int(activemask()) & 1
    >>> R = [0] * 4
    >>> vote(32, block=32)(R)
    >>> R
    [0, 1, 7, 1]
    """

def any_sync(mask: int, p: Any, /) -> bool:
    """Whether p is true for some thread of the warp in the mask."""

def ballot_sync(mask: int, p: Any, /) -> int:
    """The threads of the warp in the mask for which p is true, as bits."""

def match_any_sync(mask: int, v: Any, /) -> int:
    """The threads of the warp in the mask whose v has the same bits as this thread's, as bits.

    Of floats, 0.0 and -0.0 have different bits. A GPU needs compute capability 7.0 for it.

    >>> @cp.kernel("void (int* X, int* counts)")
    ... def count(X, counts):
    ...     same = match_any_sync(0xFFFFFFFF, X[idx])
    ...     if lanemask_lt() & same == 0:  # one thread adds for all that have its number
    ...         atomicAdd(counts, X[idx], popc(same))
    >>> X, counts = [0, 2, 1, 2] * 8, [0] * 3
    >>> count(32, block=32)(X, counts)
    >>> counts
    [8, 8, 16]
    """

def activemask() -> int:
    """The threads of the warp that are here, as bits."""

def lanemask_lt() -> int:
    """The bits of the threads before this one in its warp.

    >>> @cp.kernel("void (int* X, int* R)")
    ... def compact(X, R):
    ...     kept = ballot_sync(0xFFFFFFFF, X[laneid] > 0)
    ...     if X[laneid] > 0:
    ...         R[popc(kept & lanemask_lt())] = X[laneid]
    >>> X, R = [0, 5, 0, 7] * 8, [0] * 16
    >>> compact(32, block=32)(X, R)
    >>> R[:4]
    [5, 7, 5, 7]
    >>> @cp.kernel("void (uint32* R)")
    ... def masks(R):
    ...     if laneid == 4:
    ...         R[0], R[1], R[2] = lanemask_le(), lanemask_eq(), lanemask_lt()
    ...         R[3], R[4] = lanemask_ge(), lanemask_gt()
    >>> M = cp.CudaArray([0] * 5, cp.uint32)
    >>> masks(32, block=32)(M)
    >>> [hex(mask) for mask in M.tolist()]
    ['0x1f', '0x10', '0xf', '0xfffffff0', '0xffffffe0']
    """

def lanemask_le() -> int:
    """The bits of this thread and of those before it in its warp."""

def lanemask_eq() -> int:
    """The bit of this thread in masks of its warp."""

def lanemask_ge() -> int:
    """The bits of this thread and of those after it in its warp."""

def lanemask_gt() -> int:
    """The bits of the threads after this one in its warp."""

def reduce_add_sync(mask: int, v: Any, /) -> Any:
    """The sum of v over the threads of the warp in the mask.

    >>> @cp.kernel("void (int* R)")
    ... def reduce_all(R):
    ...     total = reduce_add_sync(0xFFFFFFFF, laneid)
    ...     least = reduce_min_sync(0xFFFFFFFF, laneid)
    ...     most = reduce_max_sync(0xFFFFFFFF, laneid)
    ...     common = reduce_and_sync(0xFFFFFFFF, uint32(laneid | 8))
    ...     any_of = reduce_or_sync(0xFFFFFFFF, uint32(laneid))
    ...     odd = reduce_xor_sync(0xFFFFFFFF, uint32(laneid))
    ...     if laneid == 0:
    ...         R[0], R[1], R[2] = total, least, most
    ...         R[3], R[4], R[5] = int(common), int(any_of), int(odd)
    >>> R = [0] * 6
    >>> reduce_all(32, block=32)(R)
    >>> R
    [496, 0, 31, 8, 31, 0]
    """

def reduce_min_sync(mask: int, v: Any, /) -> Any:
    """The smallest v over the threads of the warp in the mask."""

def reduce_max_sync(mask: int, v: Any, /) -> Any:
    """The largest v over the threads of the warp in the mask."""

def reduce_and_sync(mask: int, v: Any, /) -> Any:
    """v & w over the threads of the warp in the mask."""

def reduce_or_sync(mask: int, v: Any, /) -> Any:
    """v | w over the threads of the warp in the mask."""

def reduce_xor_sync(mask: int, v: Any, /) -> Any:
    """v ^ w over the threads of the warp in the mask."""

__version__: str

_Target = Literal["cuda", "cpu"] | str | int | Device | None

class _OverArrays:
    __name__: str
    __wrapped__: Callable[..., Any]
    def __call__(self, *arguments: Any, out: Any = None, **named: Any) -> Any: ...

def elementwise(
    in_params: str,
    out_params: str,
    operation: str,
    name: str = "kernel",
    /,
    *,
    target: _Target = None,
    strict: bool = False,
    compiler: Literal["nvcc", "nvrtc"] | None = None,
    arch: str | Sequence[str] | None = None,
    checked: bool | None = None,
    optimize: bool | None = None,
    fastmath: bool = False,
) -> _OverArrays: ...

class _Reduction:
    __name__: str
    __wrapped__: Callable[..., Any]
    def __call__(
        self,
        *arguments: Any,
        axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None,
        keepdims: bool = False,
        out: Any = None,
        **named: Any,
    ) -> Any: ...

@overload
def reduction(
    function: Callable[[Any, Any], Any],
    initial: complex | None = None,
    /,
    *,
    map: Callable[..., Any] | None = None,
    target: _Target = None,
    strict: bool = False,
    compiler: Literal["nvcc", "nvrtc"] | None = None,
    arch: str | Sequence[str] | None = None,
    checked: bool | None = None,
    optimize: bool | None = None,
    fastmath: bool = False,
) -> _Reduction: ...
@overload
def reduction(
    function: str | complex | None = None,
    initial: complex | None = None,
    /,
    *,
    map: Callable[..., Any] | None = None,
    target: _Target = None,
    strict: bool = False,
    compiler: Literal["nvcc", "nvrtc"] | None = None,
    arch: str | Sequence[str] | None = None,
    checked: bool | None = None,
    optimize: bool | None = None,
    fastmath: bool = False,
) -> Callable[[Callable[[Any, Any], Any]], _Reduction]: ...
@overload
def vectorize(
    function: Callable[..., Any],
    /,
    *,
    target: _Target = None,
    strict: bool = False,
    compiler: Literal["nvcc", "nvrtc"] | None = None,
    arch: str | Sequence[str] | None = None,
    checked: bool | None = None,
    optimize: bool | None = None,
    fastmath: bool = False,
) -> _OverArrays: ...
@overload
def vectorize(
    signature: str | None = None,
    /,
    *,
    target: _Target = None,
    strict: bool = False,
    compiler: Literal["nvcc", "nvrtc"] | None = None,
    arch: str | Sequence[str] | None = None,
    checked: bool | None = None,
    optimize: bool | None = None,
    fastmath: bool = False,
) -> Callable[[Callable[..., Any]], _OverArrays]: ...
def cuda_source(
    source: str | PathLike[str],
    *,
    include_paths: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    flags: str | Sequence[str] = (),
    libraries: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    library_paths: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    types: dict[str, Any] | None = None,
    vjp: dict[str, str] | None = None,
    jvp: dict[str, str] | None = None,
    target: _Target = None,
    compiler: Literal["nvcc", "nvrtc"] | None = None,
    arch: str | Sequence[str] | None = None,
) -> CudaSource:
    """Read CUDA C++; give its functions by their names.

    A `__global__` function is a kernel as compile() gives one, `module.scale(n)(2.0, X)`, with the signature
    that the source has; a template is asked for its arguments, `module.scale[cp.float32]`, or finds them by
    those of a launch. A `__device__` function is called by kernels that are written in Python. Kernels are
    compiled when they are first asked for, and only for GPUs.

    source: CUDA C++, or the path of a `.cu` file.
    include_paths, flags: for the compiler, as nvcc takes them ("-DN=4").
    libraries, library_paths: of device code, by name or file, linked by nvcc.
    types: types of Python by their names in C++, {"Body": Body}: what the source calls its structs, and other
        names of types.
    vjp, jvp: functions of the source that are the derivatives of others, {"f": "f_vjp"}, in reverse and in
        forward mode; see docs/derivatives.md.
    target: "cuda", "cuda:1", or None: as for compile().
    compiler: "nvcc", "nvrtc" or None, as for compile().
    arch: the GPUs that the kernels are compiled for, "all-major" or ["sm_80", "sm_90"], or None: this
        machine's, as for compile(). Functions that kernels in Python call are compiled for what those are.

    Raises ValueError for a name in vjp or jvp that the source does not have. Raises ToolchainError with the
    compiler's messages, DeviceError where there is no GPU, TypeError for a function that cannot be called
    from Python, each when it is asked for.

    `cudadef` is another name for it.

    >>> geometry = cp.cuda_source("__host__ __device__ float square(float x) { return x * x; }")
    >>> @cp.kernel("void (float* X)")
    ... def squares(X):
    ...     X[idx] = geometry.square(X[idx])
    >>> X = [1.0, 2.0, 3.0]
    >>> squares(3)(X)
    >>> X
    [1.0, 4.0, 9.0]
    """

cudadef = cuda_source

def compile(
    functions: Callable[..., Any] | Sequence[Callable[..., Any]],
    sig: str | dict[str, str] | None = None,
    debug: bool = False,
    target: _Target = None,
    index: Any = None,
    strict: bool = False,
    compiler: Literal["nvcc", "nvrtc"] | None = None,
    arch: str | Sequence[str] | None = None,
    checked: bool | None = None,
    optimize: bool | None = None,
    coarsen: int | tuple[int, int] | None = None,
    fastmath: bool = False,
) -> Kernel: ...
def build(
    kernels: Kernel | ModuleType | str | PathLike[str] | Sequence[Kernel] | Mapping[str, Kernel],
    to: str | PathLike[str],
    targets: str | Iterable[str] | None = None,
) -> Path: ...
def load(folder: str | PathLike[str], target: _Target = None) -> _Prebuilt: ...
@overload
def kernel(function: Callable[..., Any], /) -> Kernel: ...
@overload
def kernel(
    signature: str | None = None,
    /,
    *,
    debug: bool = False,
    target: _Target = None,
    index: Any = None,
    strict: bool = False,
    compiler: Literal["nvcc", "nvrtc"] | None = None,
    arch: str | Sequence[str] | None = None,
    checked: bool | None = None,
    optimize: bool | None = None,
    coarsen: int | tuple[int, int] | None = None,
    fastmath: bool = False,
) -> Callable[[Callable[..., Any]], Kernel]: ...
