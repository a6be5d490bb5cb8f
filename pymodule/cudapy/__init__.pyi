"""CudaPy: CUDA kernels written in Python."""

from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Any, Generic, Literal, overload

from typing_extensions import Self, TypeVar, dataclass_transform

from . import lib as lib
from ._core import BFloat16 as BFloat16
from ._core import Bool as Bool
from ._core import CacheError as CacheError
from ._core import CompileError as CompileError
from ._core import CompileWarning as CompileWarning
from ._core import Complex64 as Complex64
from ._core import Complex128 as Complex128
from ._core import CudaArray as CudaArray
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
from ._core import zeros as zeros
from ._core import memory_info as memory_info
from ._core import pinned as pinned
from ._core import set_memory_limit as set_memory_limit
from ._core import synchronize as synchronize
from ._core import trim_memory as trim_memory
from ._cuda_source import CudaSource as CudaSource
from ._devices import Device as Device
from ._devices import devices as devices
from ._explain import LaunchPlan as LaunchPlan
from ._lists import CudaLists as CudaLists
from ._core import version as version

# As annotations of kernels these stand for the values that a kernel sees.
class bool_(int):
    """`bool`: True or False, one byte."""

class int8(int):
    """`int8`: 8 bits, signed."""

class int16(int):
    """`int16`: 16 bits, signed."""

class int32(int):
    """`int`: 32 bits, signed."""

class int64(int):
    """`int64`: 64 bits, signed."""

class uint8(int):
    """`uint8`: 8 bits, unsigned."""

class uint16(int):
    """`uint16`: 16 bits, unsigned."""

class uint32(int):
    """`uint32`: 32 bits, unsigned."""

class uint64(int):
    """`uint64`: 64 bits, unsigned."""

class half(float):
    """`half`: IEEE's half precision, 11 significant bits, up to 65504."""

class float16(float):
    """`half` by NumPy's name."""

class bfloat16(float):
    """`bfloat16`: 8 significant bits, with the range of a float."""

class float32(float):
    """`float`: single precision."""

class float64(float):
    """`double`: double precision."""

class complex64(complex):
    """`complex64`: two floats, `.real` and `.imag`."""

class complex128(complex):
    """`complex128`: two doubles, `.real` and `.imag`."""
_Struct = TypeVar("_Struct")

@dataclass_transform()
def struct(cls: type[_Struct], /) -> type[_Struct]:
    """Decorate a class of annotated fields as a struct: `@cp.struct class Body: x: cp.float32; mass: cp.float32 = 1.0`.

    The result is a dataclass. Kernels know it by its name, in signatures (`Body* bodies`) and where they make one
    (`Body(0.0)`). `Body.dtype` is NumPy's structured dtype of the same layout, that of C; `b.copy()` is a copy of an
    instance, also in kernels. Raises TypeError for what no struct can have.
    """

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
    """The type of an array in annotations: `X: cp.Array[cp.float32]` is `float* X`, and `A: cp.Array[cp.float32, 2]`, of two
    dimensions, is `float[,] A`.

    `rows: cp.Array[cp.Array[cp.float32]]` is `float** rows`, an array of arrays.

    Type checkers take no number for a type: mypy wants `# type: ignore[valid-type]` on the line with the 2.
    """

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
"""The thread's coordinate along x, from 0. Known inside kernels, like the other names here."""
idy: int
"""The thread's coordinate along y, from 0."""
idz: int
"""The thread's coordinate along z, from 0."""
threadIdx: _Axes
"""The thread's place in its block."""
blockIdx: _Axes
"""The block's place in the grid."""
blockDim: _Axes
"""The threads of a block."""
gridDim: _Axes
"""The blocks of the grid."""
laneid: int
"""The thread's place in its warp, from 0 to 31."""
warpSize: int
"""The threads of a warp: 32."""

def shared(type: Any, count: int = ..., /) -> Any:
    """An array that the threads of a block share, its elements not set: `cache = shared(float, 256)`.

    Without a count it is sized at the launch: `call(n, shared=256)(...)`.
    """

def local(type: Any, count: int, /) -> Any:
    """An array of the thread's own, its elements not set: `queue = local(int, 16)`."""

def syncthreads() -> None:
    """Waits until every thread of the block has come here and sees what the others wrote."""

def syncthreads_count(condition: Any, /) -> int:
    """The same, and for how many threads the condition is true."""

def syncthreads_and(condition: Any, /) -> bool:
    """The same, and whether the condition is true for every thread."""

def syncthreads_or(condition: Any, /) -> bool:
    """The same, and whether the condition is true for some thread."""

def grid_sync() -> None:
    """Waits until every thread of every block has come here and sees what the others wrote."""

def threadfence() -> None:
    """What the thread wrote before is seen by all threads before what it writes after."""

def threadfence_block() -> None:
    """The same for the threads of the block."""

def threadfence_system() -> None:
    """The same for all threads, those of the host and of other devices too."""

def atomicAdd(A: Any, i: Any, v: Any, /) -> Any:
    """Adds v to A[i] in one step that no other thread comes between; gives the old value. i is an index or a tuple of them."""

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
    """Makes A[i] `A[i] ^ v` in one step; gives the old value."""

def atomicExch(A: Any, i: Any, v: Any, /) -> Any:
    """Stores v in A[i] in one step; gives the old value."""

def atomicInc(A: Any, i: Any, v: Any, /) -> Any:
    """Adds 1 to A[i], or makes it 0 where it is v or more, in one step; gives the old value."""

def atomicDec(A: Any, i: Any, v: Any, /) -> Any:
    """Subtracts 1 from A[i], or makes it v where it is 0 or more than v, in one step; gives the old value."""

def atomicCAS(A: Any, i: Any, expected: Any, v: Any, /) -> Any:
    """Stores v in A[i] if that is `expected`, in one step; gives the old value."""

def popc(x: Any, /) -> int:
    """How many bits of an integer are one."""

def clz(x: Any, /) -> int:
    """How many zero bits there are above the highest one bit."""

def ffs(x: Any, /) -> int:
    """The place of the lowest one bit, counted from 1, or 0 where there is none."""

def brev(x: Any, /) -> int:
    """The bits of an integer in reverse order."""

class random_state:
    """A generator of random numbers for the thread: `rng = random_state(seed, sequence)`.

    Philox 4x32-10: the numbers are a function of the seed, the number of the sequence and the place in it, on every target.
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
    """syncwarp(mask): waits until the threads of the warp in the mask, or all, have come here and see what the others wrote."""

def shfl_sync(mask: int, v: Any, lane: int, width: int = ..., /) -> Any:
    """shfl_sync(mask, v, lane, width=32): v of another thread of the warp."""

def shfl_up_sync(mask: int, v: Any, by: int, width: int = ..., /) -> Any:
    """shfl_up_sync(mask, v, by, width=32): v of the thread so many places before."""

def shfl_down_sync(mask: int, v: Any, by: int, width: int = ..., /) -> Any:
    """shfl_down_sync(mask, v, by, width=32): v of the thread so many places further on."""

def shfl_xor_sync(mask: int, v: Any, bits: int, width: int = ..., /) -> Any:
    """shfl_xor_sync(mask, v, bits, width=32): v of the thread at laneid ^ bits."""

def all_sync(mask: int, p: Any, /) -> bool:
    """all_sync(mask, p): whether p is true for every thread of the warp in the mask."""

def any_sync(mask: int, p: Any, /) -> bool:
    """any_sync(mask, p): whether p is true for some thread of the warp in the mask."""

def ballot_sync(mask: int, p: Any, /) -> int:
    """ballot_sync(mask, p): the threads of the warp in the mask for which p is true, as bits."""

def activemask() -> int:
    """activemask(): the threads of the warp that are here, as bits."""

def reduce_add_sync(mask: int, v: Any, /) -> Any:
    """reduce_add_sync(mask, v): the sum of v over the threads of the warp in the mask."""

def reduce_min_sync(mask: int, v: Any, /) -> Any:
    """reduce_min_sync(mask, v): the smallest v over the threads of the warp in the mask."""

def reduce_max_sync(mask: int, v: Any, /) -> Any:
    """reduce_max_sync(mask, v): the largest v over the threads of the warp in the mask."""

def reduce_and_sync(mask: int, v: Any, /) -> Any:
    """reduce_and_sync(mask, v): v & w over the threads of the warp in the mask."""

def reduce_or_sync(mask: int, v: Any, /) -> Any:
    """reduce_or_sync(mask, v): v | w over the threads of the warp in the mask."""

def reduce_xor_sync(mask: int, v: Any, /) -> Any:
    """reduce_xor_sync(mask, v): v ^ w over the threads of the warp in the mask."""

__version__: str

_Target = Literal["cuda", "cpu"] | str | Device | None

def cuda_source(
    source: str | PathLike[str],
    *,
    include_paths: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    flags: str | Sequence[str] = (),
    libraries: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    library_paths: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    types: dict[str, Any] | None = None,
    target: _Target = None,
    compiler: Literal["nvcc", "nvrtc"] | None = None,
) -> CudaSource:
    """Read CUDA C++; give its functions by their names.

    A `__global__` function is a kernel as compile() gives one, `module.scale(n)(2.0, X)`, with the signature that the source has;
    a template is asked for its arguments, `module.scale[cp.float32]`, or finds them by those of a launch. A `__device__`
    function is called by kernels that are written in Python. Kernels are compiled when they are first asked for, and for GPUs alone.

    source: CUDA C++, or the path of a `.cu` file.
    include_paths, flags: for the compiler, as nvcc takes them ("-DN=4").
    libraries, library_paths: of device code, by name or file, linked by nvcc.
    types: types of Python by their names in C++, {"Body": Body}: what the source calls its structs, and other names of types.
    target: "cuda", "cuda:1", or None: as for compile().
    compiler: "nvcc", "nvrtc" or None, as for compile().

    Raises ToolchainError with the compiler's messages, DeviceError where there is no GPU, TypeError for a function that cannot
    be called from Python, each when it is asked for.
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
) -> Kernel:
    """Compile a kernel, or a list of a kernel and the functions that it uses; give what calls it.

    The first function is the one that the result calls; the other kernels are its attributes by name. Functions with
    a signature that a kernel calls and that its module knows come along by themselves.

    sig: a signature instead of the first function's own ("void (float, float*, float*)"), or a dict of them by
        function name.
    debug: also write the CUDA C++ to `<kernel>.cu` in the current folder (and for the CPU target the host C++ to
        `<kernel>.cpp`).
    target: "cuda", "cpu", or None: CUDAPY_TARGET, else a GPU when there is one.
    index: cp.int64 makes coordinates, lengths and loop variables 64-bit.
    strict: warnings are errors.
    compiler: what compiles for a GPU: "nvcc", "nvrtc" (a library, much faster for the first launch), or None:
        CUDAPY_COMPILER, else nvcc, else NVRTC where there is no nvcc.
    arch: the GPUs that the compiled file is for: "all-major", "all", "sm_90" or a list of such; None: this machine's. One file
        for several serves a cache that machines with different GPUs share.
    checked: what the language promises nothing about (an index outside its array, overflow of an integer, an integer
        division by zero, …) raises a KernelError that says where and in which thread. It is slower, and for finding
        mistakes. None: whether CUDAPY_CHECKED is 1.

    Raises CompileError for mistakes in the kernels, SourceError when a function's source cannot be read, TypeError
    for what is no Python function, ToolchainError, CacheError or DeviceError when it cannot be built.
    """

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
) -> Callable[[Callable[..., Any]], Kernel]:
    """Decorate a function as a kernel: `@cp.kernel`, or `@cp.kernel("void (float, float*, float*)")`.

    The result is called as what compile() gives, `saxpy(n)(alpha, X, Y)`, and is compiled at its first use. It can be
    given to compile() too, and keeps the function as `__wrapped__`. The other parameters are those of compile().
    """
