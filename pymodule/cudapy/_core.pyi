"""The part of cudapy that is written in C++: see cudapy for the public names."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import EllipsisType
from typing import Any, Literal, NamedTuple, Protocol, SupportsIndex, final, overload

from typing_extensions import Self

from ._devices import Device
from ._explain import LaunchPlan

_Target = Literal["cuda", "cpu"] | str | Device | None
_Shared = SupportsIndex | tuple[SupportsIndex, ...] | list[int] | None
_Block = SupportsIndex | dim3 | tuple[int, ...] | list[int] | None

class _CudaStream(Protocol):  # cuda.core's
    def __cuda_stream__(self) -> tuple[int, int]: ...

class _TorchStream(Protocol):
    @property
    def cuda_stream(self) -> int: ...

class _CuPyStream(Protocol):
    @property
    def ptr(self) -> int: ...

_Stream = Stream | _CudaStream | _TorchStream | _CuPyStream | None

version: str

class Error(Exception):
    """The base of the errors that are CudaPy's own."""

class CompileError(Error):
    """A kernel has mistakes.

    Its text shows each with its line and a caret; `diagnostics` is the list of them as dicts with the keys code, name,
    severity, message, file, line, column, end_line, end_column, label, note, help, labels.
    """

    diagnostics: list[dict[str, Any]]

class ToolchainError(Error):
    """No compiler was found, or it failed."""

class CacheError(Error):
    """The folder of compiled kernels cannot be used."""

class DeviceError(Error):
    """There is no usable GPU, or the CUDA driver reported an error."""

class LaunchError(Error):
    """A launch that the device cannot run."""

class KernelError(Error):
    """A kernel failed while it ran."""

class InternalError(Error):
    """A mistake of CudaPy itself: please report it."""

class SourceError(Error):
    """The source of a function cannot be read."""

class OutOfMemoryError(Error, MemoryError):
    """The device has not enough free memory."""

class CompileWarning(UserWarning):
    """Something in a kernel that is allowed and probably not meant."""

@final
class Type:
    """A type of the kernel language. Calling a scalar type casts as a kernel does: `cp.int32(2.7)` is 2."""

    @property
    def name(self) -> str:
        """The name in signatures: "int", "float*", "float[,]"."""
    @property
    def numpy_name(self) -> str | None:
        """The name of NumPy's dtype: "int32"; None for void and arrays."""
    @property
    def size(self) -> int:
        """Bytes of a value; of an array's pointer for arrays, 0 for void."""
    @property
    def element(self) -> Type | None:
        """The element type of an array type, else None."""
    @property
    def ndim(self) -> int:
        """The dimensions of an array type, 0 of a scalar."""
    def __call__(self, x: Any, y: Any = ..., /) -> Any: ...

Void: Type
Bool: Type
Int8: Type
UInt8: Type
Int16: Type
UInt16: Type
Int: Type
UInt32: Type
Int64: Type
UInt64: Type
Half: Type
BFloat16: Type
Float: Type
Double: Type
Complex64: Type
Complex128: Type

def Pointer(type: Type | type, /) -> Type:
    """The type of one-dimensional arrays of `type`: `Pointer(Float)` is `float*`, and `Pointer(Pointer(Float))` is `float**`.

    Raises TypeError for what is no element type.
    """

def array_type(element: Type | type, ndim: int, /) -> Type:
    """What cudapy.Array[type, dimensions] stands on."""

def struct_type(cls: type, fields: tuple[tuple[str, Any], ...], /) -> tuple[list[int], int]:
    """What cudapy.struct stands on."""

def vector_type(cls: type, name: str, /) -> Type:
    """What cudapy.float4 and its like stand on."""

def elemType(array: Any, /) -> Type:
    """The element type of an array type (`Pointer(Float)`), a CudaArray, a list of numbers (or of lists of them) or an
    array with the buffer protocol.

    Raises TypeError for anything else, ValueError for an empty list.
    """

class dim3:
    """A number of threads along each axis: `call(cp.dim3(640, 480))(...)`.

    Counts are integers and not negative: TypeError, ValueError. Unpacks as (x, y, z).
    """

    def __new__(cls, x: SupportsIndex, y: SupportsIndex = 1, z: SupportsIndex = 1) -> dim3: ...
    @property
    def x(self) -> int:
        """Threads along x."""
    @property
    def y(self) -> int:
        """Threads along y."""
    @property
    def z(self) -> int:
        """Threads along z."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> int: ...
    def __iter__(self) -> Iterator[int]: ...

@final
class CudaArray:
    """An array of 1 to 8 dimensions in the memory of a device, which stays there: kernels read and write it in place.

    `data` is a list or another sequence or iterable of numbers, a list of equally long lists of them, an array with the
    buffer protocol (NumPy, array.array), or a CudaArray, and is copied; the elements are stored row by row. `elemType`
    is cp.Bool, cp.Int, cp.Int64, cp.Half, cp.Float, cp.Double or another scalar type; without it an array keeps its own, and a
    list of bools becomes Bool, of ints Int (Int64 when one needs it), with a float among them Float, with a complex number
    Complex64. `target` is "cuda", "cpu" or None: the device that kernels are compiled for by default.

    Lists of numbers that are not equally long give a CudaLists, which a kernel with a `T**` takes.

    len(), iteration, indexing and slices work as with NumPy's arrays: `A[i, j]` is an element; rows and slices, `A[i]`,
    `A[2:, ::-1]`, `A[..., 0]`, share the memory. A kernel takes arrays whose elements follow each other; copy() makes one.
    Raises TypeError, ValueError and OverflowError for data that does not fit, OutOfMemoryError when the device is full.
    """

    def __new__(cls, data: Iterable[Any] | Any, elemType: Type | type | None = None, target: _Target = None) -> CudaArray: ...
    @staticmethod
    def allocate(length: SupportsIndex | Sequence[SupportsIndex], type: Type | type, target: _Target = None) -> CudaArray:
        """An array of zeros of a scalar type, such as `cp.Float`: of `length` of them, or of a shape such as
        (height, width).

        Raises TypeError, ValueError and OverflowError for bad arguments, OutOfMemoryError when the device is full.
        """
    def copy_from(self, source: CudaArray | Any, stream: _Stream = None) -> None:
        """Copy the elements of another CudaArray, or of an array with the buffer protocol, of the same type and shape.

        Returns when it is done; at once where host memory is pinned, which then must be left alone until the stream has
        come there. Raises TypeError and ValueError for arrays of another type or shape.
        """
    def copy_to(self, target: CudaArray | Any, stream: _Stream = None) -> None:
        """Copy the elements to another CudaArray, or to a writable array with the buffer protocol; else as copy_from."""
    def toList(self) -> list[Any]:
        """The elements as a list of bool, int or float; of n dimensions as lists of lists.

        Waits for the kernels launched before.
        """
    def toHost(self) -> Any:
        """A copy in host memory: a NumPy array where NumPy is installed, else a memoryview, of the same type and shape.

        Waits for the kernels launched before.
        """
    def length(self) -> int:
        """The extent along the first dimension; `len(array)` is the same. `size` counts all elements."""
    @overload
    def reshape(self, shape: Sequence[SupportsIndex], /) -> CudaArray: ...
    @overload
    def reshape(self, *shape: SupportsIndex) -> CudaArray:
        """The elements in another shape: `reshape(height, width)` or `reshape((height, width))`; one extent may be -1.

        The result shares the memory: what is written to one is in the other, and free() frees both. Raises ValueError
        for a shape with another number of elements, and where no strides give the shape: then copy() comes first.
        """
    def ravel(self) -> CudaArray:
        """The elements in one dimension, row by row: reshape(-1), of a copy() where it must be."""
    @overload
    def transpose(self, axes: Sequence[SupportsIndex] | None, /) -> CudaArray: ...
    @overload
    def transpose(self, *axes: SupportsIndex) -> CudaArray:
        """A view with the dimensions in another order, in the opposite one without axes. It shares the memory."""
    @property
    def T(self) -> CudaArray:
        """transpose(): a view with the dimensions in the opposite order."""
    @property
    def strides(self) -> tuple[int, ...]:
        """How many bytes further the next element along each dimension is; negative in a reversed view."""
    @property
    def dtype(self) -> Any:
        """NumPy's dtype of the elements, of structs their `.dtype`. Needs NumPy; TypeError for what it has none for."""
    def fill(self, value: Any, /) -> None:
        """Set all elements to one value."""
    def astype(self, type: Type | type, /) -> CudaArray:
        """A new array with the elements as another type, on the same device.

        Raises TypeError and OverflowError for elements that the type does not have, as CudaArray(array, type) does.
        """
    @property
    def shape(self) -> tuple[int, ...]:
        """The extents, outermost first: (length,), (height, width)."""
    @property
    def ndim(self) -> int:
        """The number of dimensions, 1 to 8."""
    @property
    def size(self) -> int:
        """The number of elements."""
    def elemType(self) -> Type:
        """The type of the elements, such as `cp.Float`."""
    def pointer(self) -> int:
        """The address of the elements in the memory of the device; 0 for an empty array."""
    def copy(self) -> CudaArray:
        """A new array with the same elements on the same device, which follow each other there."""
    def free(self) -> None:
        """Give the memory back now, which rows and reshaped arrays share.

        Any use after that raises ValueError; freeing again does nothing. Raises BufferError while NumPy arrays or memoryviews show the memory.
        """
    @property
    def device(self) -> str:
        """Where the elements are: "cuda:0" or "cpu"."""
    @property
    def nbytes(self) -> int:
        """The size in bytes."""
    @property
    def freed(self) -> bool:
        """Whether free() was called."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    @overload
    def __getitem__(self, index: SupportsIndex | tuple[SupportsIndex | slice | EllipsisType | None, ...], /) -> Any: ...
    @overload
    def __getitem__(self, index: slice | EllipsisType | None, /) -> CudaArray: ...
    def __setitem__(
        self, index: SupportsIndex | slice | EllipsisType | tuple[SupportsIndex | slice | EllipsisType | None, ...] | None, value: Any, /
    ) -> None: ...
    def __enter__(self) -> CudaArray: ...
    def __exit__(self, *exception: object) -> None: ...
    def __copy__(self) -> CudaArray: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> CudaArray: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """A capsule of the elements where they are, for another library's from_dlpack().

        The array cannot be freed while it is used.
        """
    def __dlpack_device__(self) -> tuple[int, int]:
        """Where the elements are, as DLPack numbers devices: (1, 0) for the host, (2, i) for "cuda:i"."""
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """The elements on a GPU as the CUDA array interface, version 3, shows them; no attribute of an array on the host."""
    __hash__: None  # type: ignore[assignment]

class Kernel:
    """A compiled kernel: `call(n)(arguments)` runs it on n threads, `call(nx, ny)` and `call(nx, ny, nz)` on a grid.

    Lists and arrays are sent, and what the kernel wrote into them is there when the call returns; CudaArrays stay where
    they are, and a launch with only those does not wait for the GPU. Raises TypeError, ValueError and OverflowError for
    arguments that do not fit the signature, LaunchError for more threads than the device can run.
    """

    __name__: str
    __wrapped__: Callable[..., None]
    def __new__(cls, compile: Callable[[Kernel], Kernel]) -> Kernel: ...
    def explain(
        self,
        *threads: SupportsIndex | dim3 | tuple[int, ...] | list[int],
        block: _Block = None,
        shared: _Shared = None,
    ) -> LaunchPlan:
        """How a launch of so many threads would run, without running it."""
    @overload
    def __call__(
        self,
        threads: SupportsIndex | dim3 | tuple[int, ...] | list[int],
        /,
        *,
        block: _Block = None,
        shared: _Shared = None,
        stream: _Stream = None,
    ) -> Launch: ...
    @overload
    def __call__(
        self,
        x: SupportsIndex,
        y: SupportsIndex,
        z: SupportsIndex = 1,
        /,
        *,
        block: _Block = None,
        shared: _Shared = None,
        stream: _Stream = None,
    ) -> Launch: ...
    @property
    def name(self) -> str:
        """The name of the kernel's function."""
    @property
    def signature(self) -> str:
        """The signature with the parameters' names: "saxpy : void (float alpha, float* X)"."""
    @property
    def target(self) -> Literal["cuda", "cpu"]:
        """What it was compiled for."""
    @property
    def parameters(self) -> tuple[tuple[str, Type], ...]:
        """The parameters: a tuple of (name, type)."""
    @property
    def kernels(self) -> dict[str, Kernel]:
        """The kernels of the compilation by name; each is an attribute too."""
    @property
    def cuda_source(self) -> str:
        """The CUDA C++ of the compilation, as `pycu2cu` writes it."""
    @property
    def cpu_source(self) -> str:
        """The host C++ of the compilation, as `pycu2cu --target cpu` writes it."""
    @property
    def path(self) -> str:
        """The compiled file, in the cache."""
    @property
    def built(self) -> bool:
        """Whether a compiler ran for it; False when the cache had it."""
    @property
    def diagnostics(self) -> list[dict[str, Any]]:
        """The compilation's warnings, as CompileError.diagnostics has errors."""
    def __getattr__(self, name: str, /) -> Any: ...

@final
class Launch:
    """A kernel and a number of threads. Calling it with the kernel's arguments, by position or by name, runs it."""

    def explain(self) -> LaunchPlan:
        """How it would run, without running it."""

    def __call__(self, *arguments: Any, **named: Any) -> None: ...
    @property
    def threads(self) -> tuple[int, int, int]:
        """The threads along x, y and z."""
    @property
    def block(self) -> tuple[int, int, int] | None:
        """The threads of a block along x, y and z; None when they are chosen at the launch."""

@final
class Stream:
    """A queue of a device's work, which runs in its order, at the same time as that of other streams.

    `with stream:` gives it the launches, copies and allocations of this thread; `call(n, stream=stream)(...)` one launch.
    Unless it is `non_blocking`, its work and that of the default stream wait for each other. `priority` is lower the more
    urgent. On the CPU all work runs at once, in its order.
    """

    def __new__(cls, priority: int = 0, non_blocking: bool = False, device: _Target = None) -> Stream: ...
    @staticmethod
    def from_pointer(address: int, owner: Any = None, device: _Target = None) -> Stream:
        """Another library's stream, by the address of its CUstream.

        `owner` is kept as long as the stream may be needed; without one the stream must live as long as the arrays that
        are used on it.
        """
    def synchronize(self) -> None:
        """Wait for all work that the stream has. Raises KernelError when a kernel failed."""
    def query(self) -> bool:
        """Whether all work that the stream has is done."""
    def record(self, event: Event | None = None) -> Event:
        """An Event (a new one, or the one given) that stands for all work that the stream has now."""
    def wait(self, event_or_stream: Event | Stream | _CudaStream | _TorchStream | _CuPyStream, /) -> None:
        """Make work that the stream is given from now on wait for the event, or for all work that another stream has now.

        The host does not wait.
        """
    def pointer(self) -> int:
        """The address of the CUstream; 0 for the default stream, and on the CPU."""
    def __cuda_stream__(self) -> tuple[int, int]: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...
    @property
    def done(self) -> bool:
        """Whether all work that the stream has is done."""
    @property
    def priority(self) -> int:
        """The lower the more urgent; in the range that the device has."""
    @property
    def device(self) -> str:
        """Whose work it is: "cuda:0" or "cpu"."""

@final
class Event:
    """A point in the work of a stream, which `record` chooses: to wait for, for the host or for another stream, and to
    measure the time between two of.

    Without timing it costs less. One that was never recorded is done.
    """

    def __new__(cls, timing: bool = True) -> Event: ...
    def record(self, stream: _Stream = None) -> None:
        """Make it stand for all work that the stream (None: the current one) has now."""
    def synchronize(self) -> None:
        """Wait for what it stands for. Raises KernelError when a kernel failed."""
    def query(self) -> bool:
        """Whether what it stands for is done."""
    def elapsed_time(self, end: Event, /) -> float:
        """The milliseconds from this event to `end`; both have happened. Raises ValueError otherwise."""
    @property
    def done(self) -> bool:
        """Whether what it stands for is done."""
    @property
    def timing(self) -> bool:
        """Whether it can measure."""

def current_stream(device: _Target = None) -> Stream:
    """The stream that this thread's launches, copies and allocations go to: the default stream, or the innermost
    `with stream:`.
    """

@final
class Graph:
    """Launches and copies that are recorded once, `with cudapy.capture() as graph:`, and replayed many times,
    `graph.replay()`, for the price of one launch.

    It keeps the arrays that it uses. len() counts the launches and copies.
    """

    def replay(self, stream: _Stream = None) -> None:
        """Give what was recorded to the stream (None: the current one)."""
    def __call__(self, stream: _Stream = None) -> None:
        """The same."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...
    def __len__(self) -> int: ...
    @property
    def device(self) -> str:
        """Whose work it is: "cuda:0" or "cpu"."""

def capture(device: _Target = None) -> Graph:
    """A Graph: `with cudapy.capture() as graph:` records the launches and copies of this thread instead of running them, and
    `graph.replay()` runs them.

    Arguments in lists and other host memory, waiting and making arrays raise RuntimeError.
    """

def pinned(shape: SupportsIndex | Sequence[SupportsIndex], type: Type | type) -> CudaArray:
    """A CudaArray of zeros in page-locked memory of the host, which `copy_from` and `copy_to` of arrays on a GPU copy without
    waiting. NumPy sees it without a copy: `numpy.asarray(P)`. Ordinary memory where there is no GPU.

    Raises TypeError, ValueError and OverflowError for bad arguments, OutOfMemoryError when there is not enough.
    """

class MemoryInfo(NamedTuple):
    """The memory of a device, in bytes."""

    used: int
    """By arrays that are not freed."""
    reserved: int
    """Taken from the device for them, and for arrays to come."""
    peak: int
    """The most that arrays ever had."""
    limit: int | None
    """The most that they may have."""
    free: int
    """Free on the device, for any program."""
    total: int
    """Of the device."""

def memory_info(device: _Target = None) -> MemoryInfo:
    """The memory of a device."""

def set_memory_limit(bytes: SupportsIndex | None, device: _Target = None) -> None:
    """The most that arrays on the device may use together; None: as much as there is.

    Beyond it, making one raises OutOfMemoryError.
    """

def trim_memory(device: _Target = None) -> None:
    """Give memory that is reserved and that no array uses back to the device, for other programs.

    Waits for the device's work.
    """

def compile(
    units: Sequence[tuple[str, str, int, str, str]],
    resolve: Any,
    target: _Target,
    index: Type | None,
    strict: bool,
    checked: bool,
    site_packages: Sequence[str],
    instance: Any = None,
    compiler: Literal["nvcc", "nvrtc"] | None = None,
    arch: str | Sequence[str] | None = None,
) -> Kernel:
    """What cudapy.compile and cudapy.kernel stand on."""

def asarray(data: Any, elemType: Type | type | None = None, target: _Target = None) -> CudaArray:
    """A CudaArray of the data, without a copy where it can be.

    A CudaArray is itself; an array of another library (PyTorch, CuPy, JAX, numba, NumPy, and whatever else shows its memory by
    DLPack, the CUDA array interface or the buffer protocol) is shared when it is where it is asked for (without `target`: when
    it is on a GPU, or kernels run on the CPU by default), its elements are of the type asked for and follow each other.
    Anything else is copied, as CudaArray(data) does.
    """

def empty(shape: SupportsIndex | Sequence[SupportsIndex], type: Type | type, target: _Target = None) -> CudaArray:
    """A CudaArray whose elements may be anything: of `shape`, a length or a tuple of extents."""

def zeros(shape: SupportsIndex | Sequence[SupportsIndex], type: Type | type, target: _Target = None) -> CudaArray:
    """A CudaArray of zeros."""

def full(shape: SupportsIndex | Sequence[SupportsIndex], value: Any, type: Type | type, target: _Target = None) -> CudaArray:
    """A CudaArray whose elements all are `value`."""

def from_dlpack(array: Any, /) -> CudaArray:
    """A CudaArray that shares the memory of another library's array, where it is.

    Raises TypeError for an object without `__dlpack__()`, and BufferError where the memory cannot be shared.
    """

def dimensions(array: Any, /) -> int:
    """What generic kernels choose their types by."""

def device_properties(index: int, /) -> dict[str, Any]:
    """What there is to know of the GPU of that number."""

def set_device(index: int, /) -> int:
    """Make a GPU the current one of this thread; give the number of the one before."""

def current_device() -> int:
    """The number of this thread's current GPU."""

def cpu_properties() -> tuple[str, int]:
    """The name of the processor and the cores that kernels may use."""

def cuda_state() -> tuple[int, str | None, str]:
    """The number of GPUs, the driver's version of CUDA, and why there is none."""

def compiler(which: Literal["nvcc", "nvrtc", "host"], site_packages: Sequence[str], /) -> tuple[str, str]:
    """The path of a compiler and what it says it is. Raises ToolchainError when there is none."""

def first_block(text: str, /) -> tuple[int, bool]:
    """How many lines the function has that the text begins with, and whether it ends before the text does."""

def read_cuda(text: str, /) -> list[dict[str, Any]]:
    """The kernels and device functions of CUDA C++, each a dict."""

def compile_cuda(
    text: str,
    path: str,
    first_line: int,
    folder: str,
    kernels: Sequence[tuple[int, str, str, Sequence[tuple[str, Any]]]],
    types: Sequence[tuple[str, Any]],
    include_paths: Sequence[str],
    flags: Sequence[str],
    libraries: Sequence[str],
    library_paths: Sequence[str],
    target: _Target,
    compiler: Literal["", "nvcc", "nvrtc"],
    site_packages: Sequence[str],
) -> dict[str, Kernel | str]:
    """Kernels of CUDA C++ by name, each a Kernel or why it is none."""

def device_source(
    text: str,
    path: str,
    first_line: int,
    folder: str,
    types: Sequence[tuple[str, Any]],
    include_paths: Sequence[str],
    flags: Sequence[str],
    libraries: Sequence[str],
    library_paths: Sequence[str],
    /,
) -> Any:
    """CUDA C++ whose functions kernels call, in a capsule."""

def cuda_type(type: Any, /) -> str:
    """What CUDA C++ calls a type; "" for none."""

def compile_cubin(
    source: str, architecture: str, compiler: Literal["nvcc", "nvrtc"] | None, site_packages: Sequence[str], /
) -> bytes:
    """CUDA C++ as a cubin's bytes."""

def cuda_available() -> bool:
    """Whether there is a GPU that can be used."""

def synchronize(target: _Target = None) -> None:
    """Wait until all kernels launched on the target have run. Raises KernelError when one failed."""

def cache_folder() -> str:
    """The folder of compiled kernels, made or not."""

def cache_list() -> list[dict[str, Any]]:
    """The entries of the cache as dicts: key, kernel, target, path, bytes, modified (seconds since 1970)."""

def cache_clear() -> int:
    """Empty the cache; give the number of entries removed."""
