"""The part of cudapy that is written in C++: see cudapy for the public names."""

import ctypes
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from types import EllipsisType
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    Never,
    Protocol,
    Self,
    SupportsIndex,
    TypeVar,
    final,
    overload,
)

from _typeshed import structseq
from typing_extensions import disjoint_base

from ._compile.cuda_source import FoundFunction
from ._compile.options import Options
from ._compile.source_unit import SourceUnit
from ._derivatives.gradcheck import GradientChecker
from ._devices.devices import Device
from ._launch.explain import LaunchPlan
from ._launch.tune import Tuner
from ._plan.plan import TracedPlan
from ._tracing import Traced

_F = TypeVar("_F", bound=Callable[..., Any])

_Target = Literal["cuda", "cpu"] | str | int | Device | None
_ElementType = Type | type | str | _NumpyType
_Shared = SupportsIndex | tuple[SupportsIndex, ...] | list[int] | None
_Block = SupportsIndex | dim3 | tuple[int, ...] | list[int] | None

class _NumpyType(Protocol):  # numpy.dtype("f4"); numpy.float32 is a type
    @property
    def name(self) -> str: ...
    @property
    def itemsize(self) -> int: ...

class _CudaStream(Protocol):  # cuda.core's
    def __cuda_stream__(self) -> tuple[int, int]: ...

class _TorchStream(Protocol):
    @property
    def cuda_stream(self) -> int: ...

class _CuPyStream(Protocol):
    @property
    def ptr(self) -> int: ...

class _NumbaStream(Protocol):
    @property
    def handle(self) -> Any: ...

class _ProgressBar(Protocol):  # tqdm's
    total: Any
    def update(self, n: Any, /) -> object: ...
    def close(self) -> object: ...

_Stream = Stream | _CudaStream | _TorchStream | _CuPyStream | _NumbaStream | None
_Progress = bool | Callable[..., object] | _ProgressBar | None

version: str

class Error(Exception):
    """The base of the errors that are CudaPy's own.

    Wrong arguments raise Python's: TypeError, ValueError, OverflowError, IndexError.

    >>> try:
    ...     cp.Device(1000)
    ... except cp.Error as error:
    ...     print(type(error).__name__)
    DeviceError
    """

class CompileError(Error):
    """A kernel has mistakes.

    Its text shows each with its line and a caret; `diagnostics` is the list of them as dicts with the keys
    code, name, severity, message, file, line, column, end_line, end_column, label, note, help, labels.

    >>> @cp.kernel("void (int* N, float* X)")
    ... def count(N, X):
    ...     N[idx] = X[idx] * 2
    >>> try:
    ...     count(1)([0], [0.5])
    ... except cp.CompileError as error:
    ...     print(error.diagnostics[0]["help"])
    write `int(X[idx] * 2)` to drop the fraction
    """

    diagnostics: list[dict[str, Any]]

class ToolchainError(Error):
    """No compiler was found, or it failed, or it did not end within the seconds of CUDAPY_COMPILE_TIMEOUT.

    >>> @cp.kernel("void (float* X)")
    ... def double(X):
    ...     if idx < len(X):
    ...         X[idx] *= 2
    >>> X = [1.0, 2.0]
    >>> try:
    ...     double(2)(X)
    ... except cp.ToolchainError as error:
    ...     print("no compiler:", error)
    ... else:
    ...     print(X)
    [2.0, 4.0]
    """

class CacheError(Error):
    """The folder of compiled kernels, CUDAPY_CACHE_DIR or ~/.cache/cudapy, cannot be used.

    >>> @cp.kernel("void (float* X)")
    ... def double(X):
    ...     if idx < len(X):
    ...         X[idx] *= 2
    >>> X = [1.0, 2.0]
    >>> try:
    ...     double(2)(X)
    ... except cp.CacheError as error:
    ...     print("choose another CUDAPY_CACHE_DIR:", error)
    ... else:
    ...     print(X)
    [2.0, 4.0]
    """

class CudaError(Error):
    """The base of what CUDA reports, and of its like on the CPU: DeviceError, LaunchError, KernelError and
    OutOfMemoryError. What is wrong with a program before it runs, such as a CompileError, is none.

    >>> try:
    ...     cp.zeros(1 << 50, cp.Float)
    ... except cp.CudaError as error:
    ...     print(type(error).__name__)
    OutOfMemoryError
    """

class DeviceError(CudaError):
    """There is no usable GPU, or the CUDA driver reported an error.

    >>> try:
    ...     cp.Device(1000)
    ... except cp.DeviceError:
    ...     print("no such GPU")
    no such GPU
    """

class LaunchError(CudaError):
    """A launch that the device cannot run, such as one with blocks of more threads than it has.

    >>> @cp.kernel("void (float* X)")
    ... def double(X):
    ...     if idx < len(X):
    ...         X[idx] *= 2
    >>> try:
    ...     double(4096, block=4096)([1.0])
    ... except (cp.LaunchError, ValueError) as error:
    ...     print("no block has so many threads")
    no block has so many threads
    """

class KernelError(CudaError):
    """A kernel failed while it ran: what CUDA reports, and what checked mode finds.

    >>> @cp.kernel("void (float* X)", checked=True)
    ... def shift(X):
    ...     X[idx] = X[idx + 1]
    >>> try:
    ...     shift(2)([1.0, 2.0])
    ...     cp.synchronize()
    ... except cp.KernelError as error:
    ...     print(str(error).split(": ", 1)[1])
    index 2 is outside X, which has 2 elements, in thread 1: `X[idx + 1]`
    """

class InternalError(Error):
    """A mistake of CudaPy itself: please report it.

    >>> @cp.kernel("void (float* X)")
    ... def double(X):
    ...     if idx < len(X):
    ...         X[idx] *= 2
    >>> X = [1.0, 2.0]
    >>> try:
    ...     double(2)(X)
    ... except cp.InternalError as error:
    ...     print("please report it:", error)
    ... else:
    ...     print(X)
    [2.0, 4.0]
    """

class SourceError(Error):
    """The source of a function cannot be read, because it was made by exec() or its file has changed.

    >>> namespace = {}
    >>> exec("def nothing(): pass", namespace)
    >>> try:
    ...     cp.compile(namespace["nothing"], "void ()")
    ... except cp.SourceError as error:
    ...     print(str(error).split(":")[0])
    nothing
    """

class OutOfMemoryError(CudaError, MemoryError):
    """The device has not enough free memory, or set_memory_limit() allows no more. It is a MemoryError, too.

    >>> try:
    ...     cp.zeros(1 << 50, cp.Float)
    ... except MemoryError as error:
    ...     print(type(error).__name__)
    OutOfMemoryError
    """

class CompileWarning(UserWarning):
    """Something in a kernel that is allowed and probably not meant. `strict=True` makes it an error.

    >>> import warnings
    >>> @cp.kernel("void (float* X, double* D)")
    ... def narrow(X, D):
    ...     X[idx] = D[idx]
    >>> X = [0.0]
    >>> with warnings.catch_warnings(record=True) as seen:
    ...     warnings.simplefilter("always")
    ...     narrow(1)(X, [0.5])
    >>> seen[0].category is cp.CompileWarning
    True
    >>> narrow.diagnostics[0]["help"]
    'write `float(D[idx])` to say that this is meant'
    """

@final
class Type:
    """A type of the kernel language. Calling a scalar type casts as a kernel does.

    Each has a name of CudaPy's and one of NumPy's: `cp.Float` and `cp.float32` are the same. In annotations
    of kernels they stand for the values.

    >>> cp.int32(2.7), cp.uint8(300), cp.int8(200), cp.bool_(5), cp.float32(0.1)
    (2, 44, -56, True, 0.10000000149011612)
    >>> cp.int16(70000), cp.uint16(70000), cp.uint32(-1), cp.int64(2.5), cp.uint64(7)
    (4464, 4464, 4294967295, 2, 7)
    >>> cp.half(0.1), cp.float16(0.1), cp.bfloat16(0.1), cp.float64(0.1)
    (0.0999755859375, 0.0999755859375, 0.10009765625, 0.1)
    >>> cp.complex64(1, 2), cp.complex128(1j)
    ((1+2j), 1j)
    >>> cp.Int is cp.int32 and cp.Bool is cp.bool_ and cp.Double is cp.float64 and cp.Half is cp.half
    True
    >>> [t.name for t in (cp.Int8, cp.Int16, cp.Int64, cp.UInt8, cp.UInt16, cp.UInt32, cp.UInt64)]
    ['int8', 'int16', 'int64', 'uint8', 'uint16', 'uint32', 'uint64']
    >>> [t.name for t in (cp.Void, cp.Float, cp.BFloat16, cp.Complex64, cp.Complex128)]
    ['void', 'float', 'bfloat16', 'complex64', 'complex128']
    """

    @property
    def name(self) -> str:
        """The name in signatures.

        >>> cp.Float.name, cp.Pointer(cp.Float).name, cp.Array[cp.Float, 2].name
        ('float', 'float*', 'float[,]')
        """
    @property
    def numpy_name(self) -> str | None:
        """The name of NumPy's dtype; None for void and arrays.

        >>> cp.Float.numpy_name, cp.Pointer(cp.Float).numpy_name
        ('float32', None)
        """
    @property
    def size(self) -> int:
        """The bytes of a value; of an array's pointer for arrays, 0 for void.

        >>> cp.Float.size, cp.Complex128.size, cp.Void.size
        (4, 16, 0)
        """
    @property
    def element(self) -> Type | None:
        """The element type of an array type, else None.

        >>> cp.Pointer(cp.Float).element is cp.Float
        True
        """
    @property
    def ndim(self) -> int:
        """The dimensions of an array type, 0 of a scalar.

        >>> cp.Float.ndim, cp.Pointer(cp.Float).ndim, cp.Array[cp.Float, 2].ndim
        (0, 1, 2)
        """
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

def Pointer(type: _ElementType, /) -> Type:
    """The type of one-dimensional arrays of `type`: `Pointer(Float)` is `float*`, and
    `Pointer(Pointer(Float))` is `float**`.

    Raises TypeError for what is no element type.

    >>> cp.Pointer(cp.Int).name, cp.Pointer(cp.Pointer(cp.Int)).name
    ('int*', 'int**')
    """

def array_type(element: _ElementType, ndim: int, /) -> Type:
    """What cudapy.Array[type, dimensions] is built on."""

def struct_type(cls: type, fields: tuple[tuple[str, Any], ...], /) -> tuple[list[int], int]:
    """What cudapy.struct is built on."""

def record_type(
    cls: type,
    name: str,
    identifier: str,
    format: str,
    fields: tuple[tuple[str, Any, tuple[int, ...] | None, int], ...],
    size: int,
    /,
) -> None:
    """What records in kernels of cudapy.cuda are built on."""

def vector_type(cls: type, name: str, /) -> Type:
    """What cudapy.float4 and its like are built on."""

def date_type(name: str, /) -> Type:
    """The type of NumPy's dates of this name, such as "datetime64[D]", for kernels of cudapy.cuda."""

def numpy_scalars(array: CudaArray, like: CudaArray = ..., /) -> CudaArray:
    """Let an element of the array, read as `array[i]`, be a scalar of NumPy, as in the dialect of numba. Its
    views share that. With `like` it is one if an element of that array is."""

def record_on(tape: Any, /) -> Any:
    """Makes this thread record on a tape, or on none for None. Returns the one before, or None."""

def is_recording() -> bool:
    """Whether this thread records on a tape."""

def watch_shown(function: Any, /) -> None:
    """Has a function called with each array that is shown to other code; None ends that."""

def memory_of(array: CudaArray, /) -> tuple[int, int, int, int, int, int, bool, int]:
    """Where the elements of an array are: the number of the memory, how often it was changed, the bytes in it
    that they reach from and to, the byte of the element whose indices are 0, the size of the memory, whether
    other code knows it, and its address."""

def whole_memory(array: CudaArray, /) -> CudaArray:
    """All bytes of an array's memory, as an array of uint8, which keeps it."""

def array_in(bytes: CudaArray, kind: Any, shape: Any, strides: Any, start: int, /) -> CudaArray:
    """An array of a type, a shape and strides in the memory of another one, from a byte on."""

def seen_as(array: CudaArray, kind: Any, /) -> CudaArray:
    """The memory of an array with elements of another type of the same size."""

def elemType(array: Any, /) -> Type:
    """The element type of an array type (`Pointer(Float)`), a CudaArray, a list of numbers (or of lists of
    them) or an array with the buffer protocol.

    Raises TypeError for anything else, ValueError for an empty list.

    >>> cp.elemType([1, 2]).name, cp.elemType([1, 2.5]).name, cp.elemType([1 << 40]).name
    ('int', 'float', 'int64')
    >>> cp.elemType(np.zeros(3)) is cp.Double
    True
    """

@final
class dim3:
    """A number of threads along each axis, to launch a kernel on, and a number of threads of a block.

    Counts are integers and not negative: TypeError, ValueError. Unpacks as (x, y, z).

    >>> x, y, z = cp.dim3(640, 480)
    >>> x, y, z
    (640, 480, 1)
    >>> @cp.kernel("void (int[,] A)")
    ... def number(A):
    ...     A[idy, idx] = 10 * idy + idx
    >>> A = cp.zeros((2, 3), cp.Int)
    >>> number(cp.dim3(3, 2))(A)
    >>> A.tolist()
    [[0, 1, 2], [10, 11, 12]]
    """

    def __new__(cls, x: SupportsIndex, y: SupportsIndex = 1, z: SupportsIndex = 1) -> dim3: ...
    @property
    def x(self) -> int:
        """Threads along x.

        >>> cp.dim3(4, 5, 6).x
        4
        """
    @property
    def y(self) -> int:
        """Threads along y.

        >>> cp.dim3(4, 5, 6).y
        5
        """
    @property
    def z(self) -> int:
        """Threads along z.

        >>> cp.dim3(4, 5, 6).z
        6
        """
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> int: ...
    def __iter__(self) -> Iterator[int]: ...

@final
class CudaArray:
    """An array of 1 to 8 dimensions in the memory of a device, which stays there: kernels read and write it
    in place.

    `data` is a list or another sequence or iterable of numbers, a list of equally long lists of them, an
    array with the buffer protocol (NumPy, array.array), or a CudaArray, and is copied; the elements are
    stored row by row. `elemType` is cp.Bool, cp.Int, cp.Int64, cp.Half, cp.Float, cp.Double or another scalar
    type; without it an array keeps its own, and a list of bools becomes Bool, of ints Int (Int64 when one
    needs it), with a float among them Float, with a complex number Complex64. `target` is "cuda", "cuda:1", a
    GPU's number or Device, "cpu", or None: where kernels run by default.

    Lists of numbers that are not equally long give a CudaLists, which a kernel with a `T**` takes.

    len(), iteration, indexing and slices work as with NumPy's arrays: `A[i, j]` is an element; rows and
    slices, `A[i]`, `A[2:, ::-1]`, `A[..., 0]`, share the memory. A kernel takes arrays whose elements follow
    each other; copy() makes one. Raises TypeError, ValueError and OverflowError for data that does not fit,
    OutOfMemoryError when the device is full.

    >>> A = cp.CudaArray([[1, 2, 3], [4, 5, 6]])
    >>> A[1, 0], A[:, 1].tolist(), len(A)
    (4, [2, 5], 2)
    >>> A[0] = 7
    >>> A.tolist()
    [[7, 7, 7], [4, 5, 6]]
    >>> with cp.CudaArray([1.0, 2.0], cp.Double) as B:  # freed at the end
    ...     print(sum(B))
    3.0
    """

    def _repr_html_(self) -> str: ...
    def _address(self) -> int: ...
    def _part(self, first: int, count: int, /) -> CudaArray: ...
    def _span(self, first: int, count: int, /) -> CudaArray: ...
    def __add__(self, other: Any) -> CudaArray: ...
    def __radd__(self, other: Any) -> CudaArray: ...
    def __iadd__(self, other: Any) -> CudaArray: ...
    def __sub__(self, other: Any) -> CudaArray: ...
    def __rsub__(self, other: Any) -> CudaArray: ...
    def __isub__(self, other: Any) -> CudaArray: ...
    def __mul__(self, other: Any) -> CudaArray: ...
    def __rmul__(self, other: Any) -> CudaArray: ...
    def __imul__(self, other: Any) -> CudaArray: ...
    def __truediv__(self, other: Any) -> CudaArray: ...
    def __rtruediv__(self, other: Any) -> CudaArray: ...
    def __itruediv__(self, other: Any) -> CudaArray: ...
    def __floordiv__(self, other: Any) -> CudaArray: ...
    def __rfloordiv__(self, other: Any) -> CudaArray: ...
    def __ifloordiv__(self, other: Any) -> CudaArray: ...
    def __mod__(self, other: Any) -> CudaArray: ...
    def __rmod__(self, other: Any) -> CudaArray: ...
    def __imod__(self, other: Any) -> CudaArray: ...
    def __pow__(self, other: Any) -> CudaArray: ...
    def __rpow__(self, other: Any) -> CudaArray: ...
    def __ipow__(self, other: Any) -> CudaArray: ...
    def __and__(self, other: Any) -> CudaArray: ...
    def __rand__(self, other: Any) -> CudaArray: ...
    def __iand__(self, other: Any) -> CudaArray: ...
    def __or__(self, other: Any) -> CudaArray: ...
    def __ror__(self, other: Any) -> CudaArray: ...
    def __ior__(self, other: Any) -> CudaArray: ...
    def __xor__(self, other: Any) -> CudaArray: ...
    def __rxor__(self, other: Any) -> CudaArray: ...
    def __ixor__(self, other: Any) -> CudaArray: ...
    def __lt__(self, other: Any) -> CudaArray: ...
    def __le__(self, other: Any) -> CudaArray: ...
    def __gt__(self, other: Any) -> CudaArray: ...
    def __ge__(self, other: Any) -> CudaArray: ...
    def __eq__(self, other: Any) -> CudaArray: ...  # type: ignore[override]
    def __ne__(self, other: Any) -> CudaArray: ...  # type: ignore[override]
    def __neg__(self) -> CudaArray: ...
    def __pos__(self) -> CudaArray: ...
    def __abs__(self) -> CudaArray: ...
    def __invert__(self) -> CudaArray: ...
    def __bool__(self) -> bool: ...
    def __matmul__(self, other: Any) -> Never: ...
    def __rmatmul__(self, other: Any) -> Never: ...
    __array_priority__: ClassVar[int]
    def __new__(
        cls,
        data: Iterable[Any] | Any,
        elemType: _ElementType | None = None,
        target: _Target = None,
        dtype: _ElementType | None = None,
    ) -> CudaArray: ...
    @staticmethod
    def allocate(
        length: SupportsIndex | Sequence[SupportsIndex], type: _ElementType, target: _Target = None
    ) -> CudaArray:
        """An array of zeros.

        length: how many, or a tuple of extents such as (height, width).
        type: a type of the language such as `cp.Float`, a struct's class, or a NumPy type.
        target: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

        Raises TypeError, ValueError and OverflowError for bad arguments, OutOfMemoryError when the device is
        full.

        >>> cp.CudaArray.allocate((2, 3), cp.Float).tolist()
        [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
        """
    def copy_from(self, source: CudaArray | Any, stream: _Stream = None) -> None:
        """Copy the elements of another CudaArray, or of an array with the buffer protocol, of the same type
        and shape.

        In the order of the work of `stream` (None: the current one). Returns when it is done; at once where
        host memory is pinned, which then must not be touched until the stream has come there. Raises
        TypeError and ValueError for arrays of another type or shape.

        >>> A = cp.zeros(3, cp.Int)
        >>> A.copy_from(np.array([1, 2, 3], np.int32))
        >>> A.tolist()
        [1, 2, 3]
        """
    def copy_to(self, target: CudaArray | Any, stream: _Stream = None) -> None:
        """Copy the elements to another CudaArray, or to a writable array with the buffer protocol; else as
        copy_from.

        >>> numbers = np.zeros(3, np.int32)
        >>> cp.CudaArray([1, 2, 3]).copy_to(numbers)
        >>> numbers.tolist()
        [1, 2, 3]
        """
    def tolist(self) -> list[Any]:
        """The elements as a list of Python numbers; of n dimensions as lists of lists.

        Waits for the kernels launched before.

        >>> cp.CudaArray([[1, 2], [3, 4]]).tolist()
        [[1, 2], [3, 4]]
        """
    def numpy(self) -> Any:
        """A copy in host memory: a NumPy array where NumPy is installed, else a memoryview, of the same type
        and shape.

        Waits for the kernels launched before.

        >>> cp.CudaArray([1, 2], cp.Half).numpy().dtype.name
        'float16'
        """
    def toList(self) -> list[Any]:
        """tolist() by CudaPy's first name.

        >>> cp.CudaArray([[1, 2], [3, 4]]).toList()
        [[1, 2], [3, 4]]
        """
    def toHost(self) -> Any:
        """numpy() by CudaPy's first name.

        >>> cp.CudaArray([1, 2], cp.Half).toHost().dtype.name
        'float16'
        """
    def copy_to_host(self, ary: Any = None, stream: _Stream | int = 0) -> Any:
        """The elements in host memory, by numba's name: in a new array of the same order, or in `ary`, which
        is then returned.

        stream: the stream of the copy, as for copy_to; 0 and None are the current one.

        >>> cp.CudaArray([1, 2], cp.Int).copy_to_host().tolist()
        [1, 2]
        """
    def copy_to_device(self, ary: Any, stream: _Stream | int = 0) -> None:
        """copy_from() by numba's name. 0 and None are the current stream.

        >>> A = cp.zeros(2, cp.Int)
        >>> A.copy_to_device(np.array([1, 2], np.int32))
        >>> A.tolist()
        [1, 2]
        """
    def length(self) -> int:
        """The extent along the first dimension; `len(array)` is the same. `size` counts all elements.

        >>> cp.zeros((2, 3), cp.Int).length()
        2
        """
    @overload
    def reshape(self, shape: Sequence[SupportsIndex], /, *, order: Literal["C", "F"] = "C") -> CudaArray: ...
    @overload
    def reshape(self, *shape: SupportsIndex, order: Literal["C", "F"] = "C") -> CudaArray:
        """The elements in another shape: `reshape(height, width)` or `reshape((height, width))`; one extent
        may be -1.

        The result shares the memory: what is written to one is in the other, and free() frees both. Raises
        ValueError for a shape with another number of elements, and where no strides give the shape: then
        copy() comes first.

        order: how elements are counted, "C" row by row, "F" column by column.

        >>> cp.CudaArray(range(6)).reshape(2, -1).tolist()
        [[0, 1, 2], [3, 4, 5]]
        >>> cp.CudaArray(range(6)).reshape(2, -1, order="F").tolist()
        [[0, 2, 4], [1, 3, 5]]
        """
    def sum(
        self, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None, keepdims: bool = False
    ) -> Any:
        """The sum of the elements along an axis, a tuple of axes, or all: then it is a number, unless
        `keepdims` keeps the axes as ones of extent 1.

        Sums of bools and integers have 64 bits, others the type of the elements. The order of operations is
        that of reduction().

        >>> A = cp.CudaArray([[1, 2, 3], [4, 5, 6]])
        >>> A.sum(), A.sum(axis=0).tolist(), A.sum(1, keepdims=True).tolist()
        (21, [5, 7, 9], [[6], [15]])
        """
    def mean(
        self, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None, keepdims: bool = False
    ) -> Any:
        """The sum of the elements, as sum() gives it, by their number: a double for integers, else of the
        type of the elements. It is NaN where there are none.

        >>> cp.CudaArray([[1, 2], [3, 5]]).mean(axis=0).tolist()
        [2.0, 3.5]
        """
    def min(
        self, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None, keepdims: bool = False
    ) -> Any:
        """The smallest element along an axis, a tuple of axes, or all; NaN where one of them is. Raises
        ValueError where there is none.

        >>> cp.CudaArray([[3, 1], [2, 5]]).min(axis=1).tolist()
        [1, 2]
        """
    def max(
        self, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None, keepdims: bool = False
    ) -> Any:
        """The largest element along an axis, a tuple of axes, or all; NaN where one of them is. Raises
        ValueError where there is none.

        >>> cp.CudaArray([[3, 1], [2, 5]]).max()
        5
        """
    def any(
        self, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None, keepdims: bool = False
    ) -> Any:
        """Returns whether one of the elements along an axis, a tuple of axes, or all, is not zero.

        >>> cp.CudaArray([[0, 1], [0, 0]]).any(axis=1).tolist()
        [True, False]
        """
    def all(
        self, axis: SupportsIndex | tuple[SupportsIndex, ...] | None = None, keepdims: bool = False
    ) -> Any:
        """Returns whether all elements along an axis, a tuple of axes, or all, are not zero.

        >>> cp.CudaArray([[3, 1], [0, 5]]).all()
        False
        """
    def argmin(self, axis: SupportsIndex | None = None, keepdims: bool = False) -> Any:
        """The place of the first of the smallest elements along an axis, or, without one, among all in their
        order; that of the first NaN where there is one. Raises ValueError where there is no element.

        >>> cp.CudaArray([[3, 1], [2, 5]]).argmin(), cp.CudaArray([[3, 1], [2, 5]]).argmin(axis=0).tolist()
        (1, [1, 0])
        """
    def argmax(self, axis: SupportsIndex | None = None, keepdims: bool = False) -> Any:
        """The place of the first of the largest elements along an axis, or, without one, among all in their
        order; that of the first NaN where there is one. Raises ValueError where there is no element.

        >>> cp.CudaArray([[3, 1], [2, 5]]).argmax(), cp.CudaArray([[3, 1], [2, 5]]).argmax(axis=0).tolist()
        (3, [0, 1])
        """
    def ravel(self, order: Literal["C", "F"] = "C") -> CudaArray:
        """The elements in one dimension, row by row, or with the order "F" column by column: reshape(-1), of
        a copy() where it must be.

        >>> cp.CudaArray([[1, 2], [3, 4]]).T.ravel().tolist()
        [1, 3, 2, 4]
        """
    def view(self, dtype: Any) -> CudaArray:
        """The same memory with elements of another type, as NumPy's view() shows it: along the last dimension
        the bytes of the elements are those of others.

        Raises ValueError where the extent of the last dimension does not hold a whole number of them, and
        where its elements do not follow each other.

        >>> cp.CudaArray([1.0, 2.0], cp.Float).view(np.int32).tolist()
        [1065353216, 1073741824]
        """
    def split(self, section: int, stream: _Stream | int = 0) -> Iterator[CudaArray]:
        """The parts of an array of one dimension, of `section` elements each, and the rest, as views of it.

        Raises ValueError for arrays of several dimensions, and for a section of no elements.

        >>> [part.tolist() for part in cp.CudaArray(range(5)).split(2)]
        [[0, 1], [2, 3], [4]]
        """
    def squeeze(self, axis: int | tuple[int, ...] | None = None) -> CudaArray:
        """A view without the dimensions of one element, or without those that `axis` names, a number or a
        tuple of them. Where there is no other, one stays.

        Raises ValueError for a dimension with another number of elements, and for one that there is not.

        >>> cp.zeros((1, 3, 1), cp.Int).squeeze().shape, cp.zeros((1, 3, 1), cp.Int).squeeze(0).shape
        ((3,), (3, 1))
        """
    def is_c_contiguous(self) -> bool:
        """Returns whether the elements follow each other row by row.

        >>> cp.zeros((2, 3), cp.Int).is_c_contiguous(), cp.zeros((2, 3), cp.Int).T.is_c_contiguous()
        (True, False)
        """
    def is_f_contiguous(self) -> bool:
        """Returns whether the elements follow each other column by column.

        >>> cp.zeros((2, 3), cp.Int).is_f_contiguous(), cp.zeros((2, 3), cp.Int).T.is_f_contiguous()
        (False, True)
        """
    def get_ipc_handle(self) -> Never:
        """Raises NotImplementedError, which says what is there in its place: arrays can be pickled.

        >>> cp.zeros(4, cp.Int).get_ipc_handle()
        Traceback (most recent call last):
        NotImplementedError: CudaArray has no get_ipc_handle yet: pickle the array, or send ...
        """
    @property
    def flags(self) -> dict[str, bool]:
        """Whether the elements follow each other row by row, and column by column, as numba's device arrays
        say it.

        >>> cp.zeros((2, 3), cp.Int).flags
        {'C_CONTIGUOUS': True, 'F_CONTIGUOUS': False}
        """
    @property
    def alloc_size(self) -> int:
        """The bytes from the first element to the end of the last one.

        >>> cp.zeros(4, cp.Int).alloc_size, cp.zeros(4, cp.Int)[::2].alloc_size
        (16, 12)
        """
    @property
    def gpu_data(self) -> int:
        """The address of the elements in the memory of the device, by numba's name; 0 for an array without
        elements. Views of the same elements have the same.

        >>> A = cp.zeros(4, cp.Int)
        >>> A.gpu_data == A.view(np.float32).gpu_data
        True
        """
    @property
    def device_ctypes_pointer(self) -> ctypes.c_void_p:
        """The address of the elements in the memory of the device, as ctypes has pointers: `value` is the
        number, and None for an array without elements.

        >>> A = cp.zeros(4, cp.Int)
        >>> A.device_ctypes_pointer.value == A.pointer()
        True
        """
    @overload
    def transpose(self, axes: Sequence[SupportsIndex] | None, /) -> CudaArray: ...
    @overload
    def transpose(self, *axes: SupportsIndex) -> CudaArray:
        """A view with the dimensions in another order, in the opposite one without axes. It shares the
        memory.

        axes: the number of each dimension once, negative ones from the end, or a tuple of them. Raises
            ValueError for others.

        >>> cp.zeros((2, 3, 4), cp.Int).transpose(1, 0, 2).shape
        (3, 2, 4)
        """
    @property
    def T(self) -> CudaArray:
        """transpose(): a view with the dimensions in the opposite order.

        >>> cp.CudaArray([[1, 2], [3, 4]]).T.tolist()
        [[1, 3], [2, 4]]
        """
    @property
    def strides(self) -> tuple[int, ...]:
        """How many bytes further the next element along each dimension is; negative in a reversed view.

        >>> A = cp.zeros((2, 3), cp.Int)
        >>> A.strides, A[:, ::-1].strides
        ((12, 4), (12, -4))
        """
    @property
    def dtype(self) -> Any:
        """NumPy's dtype of the elements, of structs their `.dtype`. Needs NumPy; TypeError for what it has
        none for.

        >>> cp.zeros(3, cp.Half).dtype
        dtype('float16')
        """
    def fill(self, value: Any, /) -> None:
        """Set all elements to one value, which goes in the order of the current stream's work.

        Raises TypeError and OverflowError for what the type does not have.

        >>> A = cp.zeros(3, cp.Int)
        >>> A.fill(7)
        >>> A.tolist()
        [7, 7, 7]
        """
    def astype(self, type: _ElementType, /) -> CudaArray:
        """A new array with the elements as another type, on the same device.

        Raises TypeError and OverflowError for elements that the type does not have, as CudaArray(array, type)
        does.

        >>> cp.CudaArray([1, 2]).astype(cp.Double).tolist()
        [1.0, 2.0]
        >>> cp.CudaArray([300]).astype(cp.UInt8)
        Traceback (most recent call last):
        OverflowError: CudaArray: element 0: int 300 is out of range for uint8 (0 to 255)
        """
    @property
    def shape(self) -> tuple[int, ...]:
        """The extents, outermost first.

        >>> cp.zeros((2, 3), cp.Int).shape
        (2, 3)
        """
    @property
    def ndim(self) -> int:
        """The number of dimensions, 1 to 8.

        >>> cp.zeros((2, 3), cp.Int).ndim
        2
        """
    @property
    def size(self) -> int:
        """The number of elements.

        >>> cp.zeros((2, 3), cp.Int).size
        6
        """
    def elemType(self) -> Type:
        """The type of the elements, such as `cp.Float`.

        >>> cp.CudaArray([1.5]).elemType() is cp.Float
        True
        """
    def pointer(self) -> int:
        """The address of the elements in the memory of the device; 0 for an empty array.

        >>> A = cp.zeros(3, cp.Int)
        >>> A[1:].pointer() - A.pointer()
        4
        """
    def copy(self) -> CudaArray:
        """A new array with the same elements on the same device, which follow each other there.

        >>> A = cp.CudaArray([1, 2, 3])
        >>> A[::-1].copy().strides
        (4,)
        """
    def free(self) -> None:
        """Give the memory back now, which rows and reshaped arrays share.

        Any use after that raises ValueError; freeing again does nothing. Raises BufferError while NumPy
        arrays or memoryviews show the memory.

        >>> A = cp.zeros(3, cp.Int)
        >>> A.free()
        >>> A[0]
        Traceback (most recent call last):
        ValueError: this CudaArray was freed
        """
    @property
    def device(self) -> str:
        """Where the elements are: "cuda:0" or "cpu".

        >>> cp.zeros(3, cp.Int, target="cpu").device
        'cpu'
        """
    @property
    def nbytes(self) -> int:
        """The size in bytes.

        >>> cp.zeros((2, 3), cp.Double).nbytes
        48
        """
    @property
    def freed(self) -> bool:
        """Whether free() was called.

        >>> A = cp.zeros(3, cp.Int)
        >>> A.free()
        >>> A.freed
        True
        """
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    @overload
    def __getitem__(
        self, index: SupportsIndex | tuple[SupportsIndex | slice | EllipsisType | None, ...], /
    ) -> Any: ...
    @overload
    def __getitem__(self, index: slice | EllipsisType | None, /) -> CudaArray: ...
    def __setitem__(
        self,
        index: SupportsIndex
        | slice
        | EllipsisType
        | tuple[SupportsIndex | slice | EllipsisType | None, ...]
        | None,
        value: Any,
        /,
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

        >>> A = cp.zeros(3, cp.Int, target="cpu")
        >>> shown = np.from_dlpack(A)  # which asks A.__dlpack__()
        >>> shown[0] = 5
        >>> A.tolist()
        [5, 0, 0]
        """
    def __dlpack_device__(self) -> tuple[int, int]:
        """Where the elements are, as DLPack numbers devices: (1, 0) for the host, (2, i) for "cuda:i".

        >>> cp.zeros(3, cp.Int, target="cpu").__dlpack_device__() == (1, 0)
        True
        """
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """The elements on a GPU as the CUDA array interface, version 3, shows them; no attribute of an array
        on the host.

        >>> hasattr(cp.zeros(3, cp.Int, target="cpu"), "__cuda_array_interface__")
        False
        """
    __hash__: None  # type: ignore[assignment]

@final
class Kernel:
    """A compiled kernel: `call(n)(arguments)` runs it on n threads, `call(nx, ny)` and `call(nx, ny, nz)` on
    a grid, `call.over(A)(arguments)` on one thread for each element of A.

    The number of threads is an int for each axis, a tuple of them or a dim3. Further:

    block: the threads of a block, `call(n, block=256)`, `call(nx, ny, block=(16, 16))`; without it they are
        chosen for the kernel and the device, always 256 where the threads of a block work together.
    shared: how many elements a shared array has that is sized at the launch, or a tuple of that for several.
        They may take what the device gives a block, `device.most_shared_bytes_per_block` less what the kernel
        has of constant size; on the CPU 227 KB.
    stream: what the launch goes to, a Stream or another library's stream; without it the current one.
    progress: True for a line on standard error that says how much of the launch has run, a function that is
        called with the threads that have run and with all, `progress(done, total)`, or a bar of tqdm. On the
        CPU it is told ten times a second; a GPU runs a launch as one, and is waited for.

    Lists and arrays are sent, and what the kernel wrote into them is there when the call returns; CudaArrays
    stay where they are, and a launch with only those does not wait for the GPU. Raises TypeError, ValueError
    and OverflowError for arguments that do not fit the signature, LaunchError for more threads than the
    device can run, for more shared memory than it gives a block, and for a launch that is seen to be wrong:
    one with more threads than one along an axis whose coordinates the kernel never reads, or with more than
    an array has elements that every thread uses.

    `cp.compile(f)` and `@cp.kernel` make it. A generic kernel is one, too: what depends on its types
    (`cuda_source`, `parameters`, …) is that of the last launch, or of the last `call.instance(arguments)`,
    which gives the compiled kernel for arguments like these; before that it raises TypeError.

    It can be pickled, with what it captured when it was compiled; generic kernels as the functions that they
    are made of.

    >>> @cp.kernel("void (float* X)")
    ... def double(X):
    ...     if idx < len(X):
    ...         X[idx] *= 2
    >>> X = [1.0, 2.0, 3.0]
    >>> double(3)(X)
    >>> X
    [2.0, 4.0, 6.0]
    >>> isinstance(double, cp.Kernel)
    True
    """

    __name__: str
    __wrapped__: Callable[..., None]
    @property
    def jvp(self) -> Kernel:
        """The kernel that also computes tangents (forward-mode derivatives):
        `call.jvp(n)(alpha, X, Y, alpha_dot, X_dot, Y_dot)` does what `call(n)(alpha, X, Y)` does, and
        leaves in `Y_dot` how Y changes where alpha, X and Y change by what is in `alpha_dot`, `X_dot` and
        `Y_dot`.

        Each float, and each array of floats, has a tangent of the same type and shape, after the other
        parameters. It is compiled when it is first asked for, with the options of the kernel.

        Raises CompileError for what has no derivative, and TypeError for generic kernels and CUDA C++.

        >>> @cp.kernel("void (double* X, double* Y)")
        ... def square(X, Y):
        ...     Y[idx] = X[idx] * X[idx]
        >>> Y, Y_dot = [0.0] * 2, [0.0] * 2
        >>> square.jvp(2)([3.0, 4.0], Y, [1.0, 0.5], Y_dot)
        >>> Y, Y_dot
        ([9.0, 16.0], [6.0, 4.0])
        """
    def gradcheck(
        self,
        *threads: SupportsIndex | dim3 | tuple[int, ...] | list[int],
        block: _Block = None,
        shared: _Shared = None,
        seed: int = 0,
    ) -> GradientChecker:
        """Check the kernel's derivatives against finite differences, for these arguments, in double on the
        CPU: `call.gradcheck(n)(alpha, X, Y)`. Arrays stay as they are. A kernel of narrower floats is
        compiled with doubles for it.

        threads: the number of threads along each axis.
        block, shared: as for a launch.
        seed: of the random directions.

        With at most 64 numbers in floats each is moved by itself, and else all of them along four random
        directions. Returns a Gradcheck, with `checked`, `largest`, the largest relative difference,
        `kinks`, the places that were not compared because the function is not smooth there, and `reverse`,
        whether reverse mode agrees with forward mode.

        Raises AssertionError for a derivative that is wrong, with the line that stores the number, TypeError
        where there is no float to differentiate or where structs have narrower floats, CompileError for what
        has no derivative, and what a launch raises for arguments.

        >>> @cp.kernel("void (double* X, double* Y)")
        ... def square(X, Y):
        ...     Y[idx] = X[idx] * X[idx]
        >>> check = square.gradcheck(2)([3.0, 4.0], [0.0, 0.0])
        >>> check.checked, check.kinks
        (16, [])
        """
    @property
    def vjp(self) -> Any:
        """The kernel that pulls cotangents back (reverse-mode derivatives):
        `call.vjp(n)(alpha, X, Y, alpha_bar, X_bar, Y_bar)` takes what the arrays held before
        `call(n)(alpha, X, Y)`, and leaves it in them. Before, `X_bar` and `Y_bar` hold how the result
        depends on what X and Y hold after the kernel, and afterwards how it depends on what they held
        before it.

        Each array of floats has a cotangent of the same type and shape, after the other parameters. That
        of a float is an array of one element, which gains. `call.vjp(wrt=("X",))` leaves out those of
        parameters with other names that the kernel does not change. It is compiled when it is first asked
        for, with the options of the kernel.

        Raises CompileError for what has no derivative, and TypeError for generic kernels and CUDA C++.

        >>> @cp.kernel("void (double* X, double* Y)")
        ... def square(X, Y):
        ...     Y[idx] = X[idx] * X[idx]
        >>> X_bar, Y_bar = [0.0] * 2, [1.0, 0.5]
        >>> square.vjp(2)([3.0, 4.0], [0.0] * 2, X_bar, Y_bar)
        >>> X_bar, Y_bar
        ([6.0, 4.0], [0.0, 0.0])
        """
    def _repr_html_(self) -> str: ...
    def __new__(cls, compile: Callable[[Kernel], Kernel]) -> Kernel: ...
    @overload
    def explain(
        self,
        *threads: SupportsIndex | dim3 | tuple[int, ...] | list[int],
        block: _Block = None,
        shared: _Shared = None,
    ) -> LaunchPlan: ...
    @overload
    def explain(
        self,
        threads: SupportsIndex | dim3 | tuple[int, ...] | list[int],
        /,
        *arguments: Any,
        block: _Block = None,
        shared: _Shared = None,
        blocks: SupportsIndex | None = None,
        **named: Any,
    ) -> TracedPlan:
        """Returns how a launch of so many threads would run, without running it: `call.explain(n)` is
        `call(n).explain()`, see LaunchPlan.

        With the kernel's arguments, `call.explain(n, X, Y)`, what each of its lines would cost as well, see
        TracedPlan: a copy of the launch is traced on the CPU, whatever the target is, and what it is given
        stays as it is. Where the kernel takes only integers, give the number of threads as a tuple,
        `call.explain((n,), 3, 4)`.

        threads: the number of threads along each axis; with arguments an int, a tuple or a dim3, then the
            arguments.
        block, shared: as for a launch. On the CPU a kernel that does not see its blocks gets others than
            those asked for.
        blocks: the most blocks that are traced; None for 64, or fewer where each does very much. Of more, so
            many are, spread over the grid, and the numbers are those of the whole launch, as far as these
            blocks tell.

        With arguments it raises what Kernel.simulate raises, ValueError for `blocks` below 1, and
        LaunchError where the blocks that are traced make more than 16,777,216 accesses and decisions.

        >>> @cp.kernel("void (int* A)")
        ... def blocks(A):
        ...     A[idx] = blockIdx.x
        >>> plan = blocks.explain(1000, block=128)
        >>> plan.grid, plan.block, plan.block_was_chosen
        ((8, 1, 1), (128, 1, 1), False)
        >>> plan = blocks.explain(1000, [0] * 1000, block=128)
        >>> plan.lines[0].accesses[0].sectors
        125
        """
    def tune(
        self, *threads: SupportsIndex | dim3 | tuple[int, ...] | list[int], shared: _Shared = None
    ) -> Tuner:
        """Measure in which way launches of so many threads are fastest: `call.tune(n)(X, Y)`. Later launches
        of about as many threads run in that way, in this process and in others on a machine like this one;
        results stay what they are.

        threads: the number of threads along each axis.
        shared: as for a launch.

        What it gives is called with the kernel's arguments, by position. Forms for groups of threads and
        blocks of other shapes are launched in turns, on copies of the arrays, so that what is given stays as
        it is. Returns a Tuning. A kernel that sees its blocks gets no others. Raises TypeError for lists of
        lists, and what a launch raises.

        >>> @cp.kernel("void (float* X, float* Y)")
        ... def add(X, Y):
        ...     Y[idx] += X[idx]
        >>> tuning = add.tune(1000)([1.0] * 1000, [2.0] * 1000)
        >>> tuning.kernel, tuning.threads, tuning.best is not None
        ('add', (1000, 1, 1), True)
        >>> add.explain(1000).is_tuned
        True
        """
    def trace(
        self,
        threads: SupportsIndex | dim3 | tuple[int, ...] | list[int],
        /,
        *arguments: Any,
        block: _Block = None,
        shared: _Shared = None,
        blocks: SupportsIndex | None = None,
        **named: Any,
    ) -> Traced:
        """Run a copy of a launch on the CPU, whatever the target is, and write down what each thread does
        with memory and which way it
        goes: `call.trace(n, X, Y)`. What it is given stays as it is, and nothing is printed. It needs NumPy,
            and a compiler for the host.

        threads: the number of threads, an int, or a tuple or a dim3 for several axes; then the kernel's
            arguments.
        block, shared: as for a launch.
        blocks: the most blocks that are traced, None for 64, or fewer where each does very much. Of more, so
            many are, the first and the last ones among them. The others do not run, but for kernels with
            `grid_sync()`, which are traced whole.

        Returns a Traced (docs/tracing.md): `traced_blocks` are their numbers, and `trace` has the records as
        NumPy arrays.

        Raises KernelError for what the checked mode finds but for races, AssertionError for a failed
        assertion, TypeError for kernels that call CUDA C++, ValueError for `blocks` below 1, and what a
        launch raises for arguments.

        >>> @cp.kernel("void (float* X, float* Y)")
        ... def every2(X, Y):
        ...     Y[idx] = X[2 * idx]
        >>> X, Y = [1.0] * 64, [0.0] * 32
        >>> trace = every2.trace(32, X, Y).trace
        >>> reads = trace.accesses[trace.accesses["array"] == 0]
        >>> trace.arrays[0].name, reads["offset"][:4], trace.sites[reads["site"][0]].operation
        ('X', array([ 0,  8, 16, 24]), 'read')
        """
    def simulate(
        self,
        threads: SupportsIndex | dim3 | tuple[int, ...] | list[int],
        /,
        *arguments: Any,
        block: _Block = None,
        shared: _Shared = None,
        stop: SupportsIndex | tuple[int, ...] | list[int] | None = None,
        order: Literal["forward", "backward"] | SupportsIndex = "forward",
        name_threads: bool = False,
        **named: Any,
    ) -> None:
        """Run the kernel's own Python, thread by thread, instead of what was compiled of it:
        `call.simulate(n, X, Y)` does what `call(n)(X, Y)` does, so that `breakpoint()`, `print` and a
        debugger work in the kernel. It is slow, and exact: numbers have the widths of the language.

        threads: the number of threads, an int, or a tuple or a dim3 for several axes; then the kernel's
            arguments.
        block, shared: as for a launch.
        stop: the coordinates (idx, idy, idz) of a thread; pdb opens in it, at the kernel's first line.
        order: in which order blocks and threads run: "forward", "backward", or a number by which they are
            shuffled.
        name_threads: what the kernel prints begins with the thread that does.

        Raises KernelError for what the language promises nothing about, with the line and the thread, for
        barriers that only some threads reach, AssertionError for a failed assertion, TypeError for kernels
        that call CUDA C++, and what a launch raises for arguments.

        >>> @cp.kernel("void (float* X)")
        ... def halve(X):
        ...     X[idx] /= 2
        ...     print(f"{idx}: {X[idx]}")
        >>> X = [1.0, 2.0]
        >>> halve.simulate(2, X, order="backward")
        1: 1
        0: 0.5
        >>> X
        [0.5, 1.0]
        """
    @overload
    def __call__(
        self,
        threads: SupportsIndex | dim3 | tuple[int, ...] | list[int],
        /,
        *,
        block: _Block = None,
        shared: _Shared = None,
        stream: _Stream = None,
        progress: _Progress = None,
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
        progress: _Progress = None,
    ) -> Launch: ...
    def over(
        self,
        array: Any,
        /,
        *arrays: Any,
        axes: Literal[1, 2, 3] | None = None,
        block: _Block = None,
        shared: _Shared = None,
        stream: _Stream = None,
        progress: _Progress = None,
    ) -> Launch:
        """A launch with one thread for each element of an array: `call.over(A)(A, ...)`.

        The threads are `(A.shape[0],)` along x for one dimension, and for two `(A.shape[1], A.shape[0])`, so
        that `A[idy, idx]` is a thread's own element; for three `A[idz, idy, idx]` is. Several arrays must
        have one shape. Lists count as the arrays that they become. With `axes` only so many of the first axes
        get threads: `axes=2` is a thread for each pixel of an image of shape (rows, columns, 3). The other
        options are those of `call(n)`. Raises ValueError for shapes that differ and for more than three
        dimensions.

        >>> @cp.kernel("void (float[,] A, float[,] B)")
        ... def add(A, B):
        ...     B[idy, idx] += A[idy, idx]
        >>> A, B = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[10.0] * 3, [20.0] * 3]
        >>> add.over(A, B)(A, B)
        >>> B
        [[11.0, 12.0, 13.0], [24.0, 25.0, 26.0]]
        >>> @cp.kernel("void (uint8[,,] image)")
        ... def swap_red_and_blue(image):
        ...     image[idy, idx, 0], image[idy, idx, 2] = image[idy, idx, 2], image[idy, idx, 0]
        >>> image = np.zeros((2, 3, 3), np.uint8)
        >>> image[:, :, 0] = 9
        >>> swap_red_and_blue.over(image, axes=2)(image)
        >>> image[1, 2].tolist()
        [0, 0, 9]
        >>> add.over(A).threads
        (3, 2, 1)
        """
    @property
    def name(self) -> str:
        """The name of the kernel's function.

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     if idx < len(X):
        ...         X[idx] *= 2
        >>> double.name
        'double'
        """
    @property
    def signature(self) -> str:
        """The signature with the parameters' names.

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     if idx < len(X):
        ...         X[idx] *= 2
        >>> double.signature
        'double : void (float* X)'
        """
    @property
    def target(self) -> Literal["cuda", "cpu"]:
        """What it was compiled for: "cuda" or "cpu".

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     if idx < len(X):
        ...         X[idx] *= 2
        >>> cp.compile(double, target="cpu").target
        'cpu'
        """
    @property
    def parameters(self) -> tuple[tuple[str, Type], ...]:
        """The parameters: a tuple of (name, type).

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     if idx < len(X):
        ...         X[idx] *= 2
        >>> [(name, type.name) for name, type in double.parameters]
        [('X', 'float*')]
        """
    @property
    def kernels(self) -> dict[str, Kernel]:
        """The kernels of the compilation by name; each is an attribute too.

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     if idx < len(X):
        ...         X[idx] *= 2
        >>> @cp.kernel("void (float* X)")
        ... def halve(X):
        ...     X[idx] /= 2
        >>> call = cp.compile([double, halve])
        >>> list(call.kernels), call.halve.name
        (['double', 'halve'], 'halve')
        """
    @property
    def cuda_source(self) -> str:
        """The CUDA C++ of the compilation, as `pycu2cu` writes it.

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     if idx < len(X):
        ...         X[idx] *= 2
        >>> "__global__" in double.cuda_source
        True
        """
    @property
    def cpu_source(self) -> str:
        """The host C++ of the compilation, as `pycu2cu --target cpu` writes it.

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     if idx < len(X):
        ...         X[idx] *= 2
        >>> "double" in double.cpu_source
        True
        """
    @property
    def path(self) -> str:
        """The compiled file, in the cache.

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     if idx < len(X):
        ...         X[idx] *= 2
        >>> import os
        >>> os.path.exists(double.path)
        True
        """
    @property
    def built(self) -> bool:
        """Whether a compiler ran for it; False when the cache had it.

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     if idx < len(X):
        ...         X[idx] *= 2
        >>> first = cp.compile(double)
        >>> cp.compile(double).built
        False
        """
    @property
    def translated(self) -> bool:
        """Whether the front end ran for it; False when the cache knew what comes out of these very functions,
        options and captured values. Kernels that are warned of, that are checked, or that call CUDA C++ are
        always translated.

        >>> @cp.kernel("void (float* X)")
        ... def triple(X):
        ...     if idx < len(X):
        ...         X[idx] *= 3
        >>> first = cp.compile(triple)
        >>> cp.compile(triple).translated
        False
        """
    @property
    def diagnostics(self) -> list[dict[str, Any]]:
        """The compilation's warnings, as CompileError.diagnostics has errors.

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     if idx < len(X):
        ...         X[idx] *= 2
        >>> double.diagnostics
        []
        """
    def __getattr__(self, name: str, /) -> Any: ...

@final
class Launch:
    """A kernel and a number of threads. Calling it with the kernel's arguments, by position or by name, runs
    it.

    >>> @cp.kernel("void (float* X)")
    ... def double(X):
    ...     if idx < len(X):
    ...         X[idx] *= 2
    >>> launch = double(2)
    >>> X = [1.0, 2.0]
    >>> launch(X)
    >>> launch(X=X)
    >>> X, isinstance(launch, cp.Launch)
    ([4.0, 8.0], True)
    """

    def _device(self) -> str: ...
    def _choices(self, size: tuple[int, int, int] = ..., /) -> Any: ...
    def _keep_tuned(self, way: Any, /) -> None: ...
    def _launch_as(self, way: Any, /, *arguments: Any) -> bool: ...
    def _may_vary_factors(self) -> bool: ...
    @property
    def _lists(self) -> list[tuple[str, Any, bool, bool, bool, str]]: ...
    @property
    def _uses(self) -> tuple[str, str, str, list[tuple[str, bool, bool, bool, bool, int, bool]]]: ...
    def explain(self) -> LaunchPlan:
        """How it would run, without running it: see LaunchPlan.

        >>> @cp.kernel("void (int* A)")
        ... def blocks(A):
        ...     A[idx] = blockIdx.x
        >>> blocks(1000, block=128).explain().grid
        (8, 1, 1)
        """

    def __call__(self, *arguments: Any, **named: Any) -> None: ...
    @property
    def threads(self) -> tuple[int, int, int]:
        """The threads along x, y and z.

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     if idx < len(X):
        ...         X[idx] *= 2
        >>> double(1000).threads
        (1000, 1, 1)
        """
    @property
    def block(self) -> tuple[int, int, int] | None:
        """The threads of a block along x, y and z; None when they are chosen at the launch.

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     if idx < len(X):
        ...         X[idx] *= 2
        >>> double(1000, block=128).block, double(1000).block
        ((128, 1, 1), None)
        """

@final
class Stream:
    """A queue of a device's work, which runs in its order, at the same time as that of other streams.

    `with stream:` gives it the launches, copies and allocations of this thread; `call(n, stream=stream)(...)`
    one launch. On the CPU all work runs at once, in its order.

    priority: the lower the more urgent, cut to what the device has, such as -5 to 0.
    non_blocking: whether its work and that of the default stream do not wait for each other.
    device: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    Raises DeviceError where there is no such device.

    >>> @cp.kernel("void (float* X)")
    ... def double(X):
    ...     if idx < len(X):
    ...         X[idx] *= 2
    >>> X = cp.CudaArray([1.0, 2.0])
    >>> stream = cp.Stream()
    >>> double(2, stream=stream)(X)
    >>> with stream:
    ...     double(2)(X)
    >>> stream.synchronize()
    >>> X.tolist()
    [4.0, 8.0]
    """

    def __new__(cls, priority: int = 0, non_blocking: bool = False, device: _Target = None) -> Stream: ...
    @staticmethod
    def from_pointer(address: int, owner: Any = None, device: _Target = None) -> Stream:
        """Another library's stream, by the address of its CUstream.

        `owner` is kept as long as the stream may be needed; without one the stream must live as long as the
        arrays that are used on it. Streams with `__cuda_stream__`, `cuda_stream` or `ptr` can be given as
        they are, wherever one of ours can.

        >>> if cp.cuda_available():
        ...     own = cp.Stream(device="cuda")
        ...     assert cp.Stream.from_pointer(own.pointer(), owner=own) == own
        """
    def synchronize(self) -> None:
        """Wait for all work that the stream has.

        Raises KernelError when a kernel failed, AssertionError when an assertion of one did.

        >>> cp.Stream().synchronize()
        """
    def query(self) -> bool:
        """Whether all work that the stream has is done.

        >>> stream = cp.Stream()
        >>> stream.synchronize()
        >>> stream.query()
        True
        """
    def async_done(self) -> Awaitable[None]:
        """What a coroutine awaits for all work that the stream has now: `await stream.async_done()`.

        The event loop runs other tasks meanwhile. What synchronize() raises, the await raises. Raises
        RuntimeError outside of an event loop of asyncio.

        >>> import asyncio
        >>> async def wait(stream):
        ...     await stream.async_done()
        >>> asyncio.run(wait(cp.Stream()))
        """
    def record(self, event: Event | None = None) -> Event:
        """An Event (a new one, or the one given) that stands for all work that the stream has now.

        >>> event = cp.Stream().record()
        >>> event.synchronize()
        """
    def wait(
        self, event_or_stream: Event | Stream | _CudaStream | _TorchStream | _CuPyStream | _NumbaStream, /
    ) -> None:
        """Make work that the stream is given from now on wait for the event, or for all work that another
        stream has now.

        The host does not wait.

        >>> first, second = cp.Stream(), cp.Stream()
        >>> second.wait(first.record())
        >>> second.wait(first)
        """
    def pointer(self) -> int:
        """The address of the CUstream; 0 for the default stream, and on the CPU.

        >>> cp.Stream(device="cpu").pointer()
        0
        """
    def __cuda_stream__(self) -> tuple[int, int]: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...
    @property
    def done(self) -> bool:
        """Whether all work that the stream has is done.

        >>> stream = cp.Stream()
        >>> stream.synchronize()
        >>> stream.done
        True
        """
    @property
    def priority(self) -> int:
        """The lower the more urgent; in the range that the device has.

        >>> cp.Stream().priority
        0
        """
    @property
    def device(self) -> str:
        """Whose work it is: "cuda:0" or "cpu".

        >>> cp.Stream(device="cpu").device
        'cpu'
        """

@final
class Event:
    """A point in the work of a stream, which `record` chooses: to wait for, for the host or for another
    stream, and to measure the time between two of.

    timing: whether it can measure; without it costs less.

    One that was never recorded is done.

    >>> start, end = cp.Event(), cp.Event()
    >>> start.record()
    >>> end.record()
    >>> end.synchronize()
    >>> start.elapsed_time(end) >= 0  # milliseconds
    True
    """

    def __new__(cls, timing: bool = True) -> Event: ...
    def record(self, stream: _Stream = None) -> None:
        """Make it stand for all work that the stream (None: the current one) has now.

        >>> event = cp.Event(timing=False)
        >>> event.record(cp.Stream())
        """
    def synchronize(self) -> None:
        """Wait for what it stands for. Raises KernelError when a kernel failed.

        >>> cp.Stream().record().synchronize()
        """
    def query(self) -> bool:
        """Whether what it stands for is done.

        >>> cp.Event().query()
        True
        """
    def elapsed_time(self, end: Event, /) -> float:
        """The milliseconds from this event to `end`; both have happened. Raises ValueError otherwise.

        >>> stream = cp.Stream()
        >>> start, end = stream.record(), stream.record()
        >>> stream.synchronize()
        >>> start.elapsed_time(end) >= 0
        True
        """
    @property
    def done(self) -> bool:
        """Whether what it stands for is done.

        >>> cp.Event().done
        True
        """
    @property
    def timing(self) -> bool:
        """Whether it can measure.

        >>> cp.Event(timing=False).timing
        False
        """

def current_stream(device: _Target = None) -> Stream:
    """The stream that this thread's launches, copies and allocations go to: the default stream, or the
    innermost `with stream:`.

    device: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    >>> stream = cp.Stream()
    >>> with stream:
    ...     cp.current_stream() == stream
    True
    """

@final
class Graph:
    """Launches and copies that are recorded once, `with cp.capture() as graph:`, and replayed many times,
    `graph.replay()`, for the price of one launch.

    It keeps the arrays that it uses. len() counts the launches and copies.

    >>> @cp.kernel("void (float* X)")
    ... def double(X):
    ...     if idx < len(X):
    ...         X[idx] *= 2
    >>> X = cp.CudaArray([1.0, 2.0])
    >>> with cp.capture() as graph:
    ...     double(2)(X)
    ...     double(2)(X)
    >>> len(graph), isinstance(graph, cp.Graph)
    (2, True)
    >>> graph.replay()
    >>> X.tolist()
    [4.0, 8.0]
    """

    def replay(self, stream: _Stream = None) -> None:
        """Give what was recorded to the stream (None: the current one). `graph()` is the same.

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     if idx < len(X):
        ...         X[idx] *= 2
        >>> X = cp.CudaArray([1.0, 2.0])
        >>> with cp.capture() as graph:
        ...     double(2)(X)
        >>> graph.replay(stream=cp.Stream())
        >>> graph()
        >>> X.tolist()
        [4.0, 8.0]
        """
    def __call__(self, stream: _Stream = None) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...
    def __len__(self) -> int: ...
    @property
    def device(self) -> str:
        """Whose work it is: "cuda:0" or "cpu".

        >>> with cp.capture(device="cpu") as graph:
        ...     pass
        >>> graph.device
        'cpu'
        """

def capture(device: _Target = None) -> Graph:
    """A Graph: `with cp.capture() as graph:` records the launches and copies of this thread instead of
    running them, and `graph.replay()` runs them.

    device: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    Arguments in lists and other host memory, waiting, making arrays and other streams raise RuntimeError
    where they are.

    >>> @cp.kernel("void (float* X)")
    ... def double(X):
    ...     if idx < len(X):
    ...         X[idx] *= 2
    >>> X = cp.CudaArray([1.0, 2.0])
    >>> with cp.capture() as graph:
    ...     double(2)(X)  # does not run here
    >>> X.tolist()
    [1.0, 2.0]
    >>> graph.replay()
    >>> X.tolist()
    [2.0, 4.0]
    """

def pinned(shape: SupportsIndex | Sequence[SupportsIndex], type: _ElementType) -> CudaArray:
    """A CudaArray of zeros in page-locked memory of the host, which `copy_from` and `copy_to` of arrays on a
    GPU copy without waiting. NumPy sees it without a copy: `numpy.asarray(P)`. Ordinary memory where there is
    no GPU.

    shape: a length, or a tuple of up to 8 extents.
    type: a type of the language such as `cp.Float`, a struct's class, or a NumPy type.

    Raises TypeError, ValueError and OverflowError for bad arguments, OutOfMemoryError when there is not
    enough.

    >>> staging = cp.pinned(3, cp.Int)
    >>> np.asarray(staging)[:] = [1, 2, 3]
    >>> A = cp.zeros(3, cp.Int)
    >>> A.copy_from(staging)
    >>> A.tolist()
    [1, 2, 3]
    """

def managed(shape: SupportsIndex | Sequence[SupportsIndex], type: Any, is_global: bool, /) -> CudaArray:
    """A CudaArray of zeros in memory of the host that kernels on a GPU use at the same address, and that
    moves to where it is
    used: pinned() with managed memory. `is_global`: for all streams."""

def on_host_memory(data: Any, type: Any = None, /) -> CudaArray:
    """A CudaArray on the device on which kernels run, whose elements are those of an array of NumPy, where
    they are. Memory of pinned() and managed() is used as it is. Other memory is page-locked for as long as
    the CudaArray lives.

    Raises TypeError where kernels cannot use the memory."""

@final
class MemoryInfo(structseq[Any], tuple[int, int, int, int | None, int, int]):
    """The memory of a device, in bytes, as memory_info() gives it: a tuple with names. What a GPU has besides
    arrays, `stacks`, `printing` and `code`, has a name only.

    >>> used, reserved, peak, limit, free, total = cp.memory_info()
    >>> used <= peak and used <= reserved and free <= total
    True
    >>> info = cp.memory_info()
    >>> isinstance(info, cp.MemoryInfo)
    True
    >>> min(info.stacks, info.printing, info.code) >= 0
    True
    """

    __match_args__: Final = ("used", "reserved", "peak", "limit", "free", "total")
    @property
    def used(self) -> int:
        """By arrays that are not freed."""
    @property
    def reserved(self) -> int:
        """Taken from the device for them, and for arrays to come."""
    @property
    def peak(self) -> int:
        """The most that arrays ever had."""
    @property
    def limit(self) -> int | None:
        """The most that they may have."""
    @property
    def free(self) -> int:
        """Free on the device, for any program."""
    @property
    def total(self) -> int:
        """Of the device."""
    @property
    def stacks(self) -> int:
        """On a GPU, the stacks of all threads that it can run at the same time; else 0."""
    @property
    def printing(self) -> int:
        """On a GPU, the memory for what kernels print; else 0."""
    @property
    def code(self) -> int:
        """On a GPU, the kernels that are loaded; else 0."""

def memory_info(device: _Target = None) -> MemoryInfo:
    """The memory of a device, in bytes.

    device: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    `used` by arrays that are not freed, `reserved` for them and for arrays to come, `peak` the most that
    arrays ever had, `limit` the most that they may have or None, and what is `free` and `total` on the
    device. `reserved - used` is what the next arrays get. A GPU gets it back, but for a GiB
    (`CUDAPY_GPU_KEEP`), when the process has waited for it.

    On a GPU the process also holds `stacks` for the threads, which a recursion makes large until the process
    has waited for it, memory for what kernels print (`printing`), and the `code` of the kernels that are
    loaded.

    >>> before = cp.memory_info().used
    >>> A = cp.zeros(1000, cp.Double)
    >>> cp.memory_info().used - before
    8000
    """

def set_memory_limit(bytes: SupportsIndex | None, device: _Target = None) -> None:
    """The most that arrays on a device may use together.

    bytes: how many, or None: as much as there is. A limit below what is used holds for arrays to come.
    device: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    Beyond it, making an array raises OutOfMemoryError. Raises TypeError and ValueError for what is no number
    of bytes.

    >>> cp.set_memory_limit(cp.memory_info().used + 1000)
    >>> try:
    ...     cp.zeros(1000, cp.Double)
    ... except cp.OutOfMemoryError:
    ...     print("too much")
    too much
    >>> cp.set_memory_limit(None)
    """

def reset_peak_memory(device: _Target = None) -> None:
    """Make `peak` of memory_info the most that arrays have from now on.

    device: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    >>> cp.reset_peak_memory()
    >>> A = cp.zeros(1000, cp.Double)
    >>> cp.memory_info().peak >= A.nbytes
    True
    """

def trim_memory(device: _Target = None) -> None:
    """Give memory that is reserved and that no array uses, and stacks of recursions, back to the device, for
    other programs.

    device: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    Waits for the device's work.

    >>> cp.trim_memory()
    """

def compile(
    units: Sequence[SourceUnit],
    resolve: Any,
    options: Options,
    site_packages: Sequence[str],
    instance: Any = None,
    trace: bool = False,
    volatile_arrays: bool = False,
) -> Kernel:
    """What cudapy.compile and cudapy.kernel are built on."""

def asarray(
    data: Any, elemType: _ElementType | None = None, target: _Target = None, dtype: _ElementType | None = None
) -> CudaArray:
    """A CudaArray of the data, without a copy where it can be.

    data: what CudaArray takes, or an array of another library.
    elemType: the type of the elements, or None: that of the data. `dtype` is another name for it.
    target: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where the data is, else where kernels
        run by default.

    A CudaArray is itself; an array of another library (PyTorch, CuPy, JAX, numba, NumPy, and whatever else
    shows its memory by DLPack, the CUDA array interface or the buffer protocol) is shared when it is where it
    is asked for (without `target`: when it is on a GPU, or kernels run on the CPU by default), its elements
    are of the type asked for and each lies at a multiple of its alignment; their strides may be any. Anything
    else is copied, as CudaArray(data) does. Raises TypeError, ValueError and OverflowError for data that does
    not fit.

    >>> numbers = np.array([1.0, 2.0], np.float32)
    >>> shared = cp.asarray(numbers, target="cpu")
    >>> shared[0] = 5.0
    >>> numbers.tolist()
    [5.0, 2.0]
    """

def empty(
    shape: SupportsIndex | Sequence[SupportsIndex],
    type: _ElementType = ...,
    target: _Target = None,
    dtype: _ElementType = ...,
) -> CudaArray:
    """A CudaArray whose elements may be anything, until a kernel writes them.

    shape: a length, or a tuple or list of up to 8 extents.
    type: a type of the language such as `cp.Float`, a struct's class, or a NumPy type. `dtype` is another
        name for it.
    target: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    Raises TypeError, ValueError and OverflowError for bad arguments, OutOfMemoryError when the device is
    full.

    >>> cp.empty((2, 3), cp.Float).shape
    (2, 3)
    """

def zeros(
    shape: SupportsIndex | Sequence[SupportsIndex],
    type: _ElementType = ...,
    target: _Target = None,
    dtype: _ElementType = ...,
) -> CudaArray:
    """A CudaArray of zeros.

    shape: a length, or a tuple or list of up to 8 extents.
    type: a type of the language such as `cp.Float`, a struct's class, or a NumPy type. `dtype` is another
        name for it.
    target: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    Raises TypeError, ValueError and OverflowError for bad arguments, OutOfMemoryError when the device is
    full.

    >>> cp.zeros(3, cp.Int).tolist()
    [0, 0, 0]
    """

def full(
    shape: SupportsIndex | Sequence[SupportsIndex],
    value: Any,
    type: _ElementType = ...,
    target: _Target = None,
    dtype: _ElementType = ...,
) -> CudaArray:
    """A CudaArray whose elements all are `value`, a number or a struct that the type has.

    shape: a length, or a tuple or list of up to 8 extents.
    type: a type of the language such as `cp.Float`, a struct's class, or a NumPy type. `dtype` is another
        name for it.
    target: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    Raises TypeError, ValueError and OverflowError for bad arguments, OutOfMemoryError when the device is
    full.

    >>> cp.full((2, 2), 1.5, cp.Float).tolist()
    [[1.5, 1.5], [1.5, 1.5]]
    """

def from_dlpack(array: Any, /) -> CudaArray:
    """A CudaArray that shares the memory of another library's array, where it is: of anything with
    `__dlpack__()`.

    On a GPU what the library has launched on its stream comes before what is done with the CudaArray. Raises
    TypeError for an object without `__dlpack__()`, and BufferError where the memory cannot be shared.

    >>> numbers = np.array([1, 2, 3])
    >>> cp.from_dlpack(numbers).pointer() == numbers.ctypes.data
    True
    """

def dimensions(array: Any, /) -> int:
    """What generic kernels choose their types by."""

def device_properties(index: int, /) -> dict[str, Any]:
    """What there is to know of the GPU of that number."""

def set_device(index: int, /) -> int:
    """Make a GPU the current one of this thread; give the number of the one before."""

def check_interpreter() -> None:
    """Raise ImportError in a sub-interpreter."""

def device_count() -> int:
    """How many GPUs there are. Raises DeviceError where a fork has lost them."""

def current_device() -> int:
    """The number of this thread's current GPU."""

def cpu_properties() -> tuple[str, int]:
    """The name of the processor and the cores that kernels may use."""

def cuda_state() -> tuple[int, str | None, str]:
    """The number of GPUs, the driver's version of CUDA, and why there is none."""

def compiler(which: Literal["nvcc", "nvrtc", "host"], site_packages: Sequence[str], /) -> tuple[str, str]:
    """The path of a compiler and what it says it is. Raises ToolchainError when there is none."""

def deeply(work: Callable[[], Any], /) -> Any:
    """What work() gives, in a thread with a large stack where this one has a small one."""

def check_threads(kernel: str, threads: tuple[Any, ...], /) -> None:
    """Raises TypeError, ValueError or OverflowError for threads that no launch of the kernel takes."""

def is_lost(argument: Any, /) -> bool:
    """Whether a list of rows or an array on the host, an argument of a call of a WatchedCall or of a launch,
    and what is in it, is held only by the call, so that what a kernel writes to it would be lost."""

def follow_launch(
    launch: Any,
    tell: Callable[[int, int], object],
    stop: Callable[[int, int], object],
    arguments: tuple[Any, ...],
    named: dict[str, Any],
    /,
) -> None:
    """Calls the launch, and meanwhile `tell(done, all)`, about ten times a second, with how many pieces of it
    have run on the CPU. An error that this raises ends the launch. Where the launch fails, `stop(done, all)`
    comes last."""

@final
class WatchedCall:
    """What is called as `launch` is, has its attributes, and keeps in mind which arguments only the call
    holds."""

    def __new__(cls, launch: Any, /) -> WatchedCall: ...
    def __call__(self, *arguments: Any, **keywords: Any) -> Any: ...

@final
class RepeatedCalls:
    """The calls of one function over arrays. One that is like an earlier call is launched without finding out
    again what to launch. `empty` is cudapy.empty."""

    def __new__(cls, empty: Any, /) -> RepeatedCalls: ...
    def run(self, arguments: tuple[Any, ...], out: Any, /) -> Any:
        """Launches the kernel of an earlier call that was like this one, and returns what the function
        returns; None if there is no such call."""

    def remember(
        self,
        arguments: tuple[Any, ...],
        out: Any,
        device: str,
        function: Any,
        is_current: Any,
        launch: Any,
        given: tuple[Any, ...],
        numbers: tuple[Any, ...],
        results: tuple[Any, ...],
        is_tuple: bool,
        /,
    ) -> None:
        """Keeps what a call has found out, for calls that are like it."""

@disjoint_base
class GridLaunch:
    """The base of launches of kernels of the dialect of numba.cuda. Arguments of types that were launched
    before are launched without code in Python; the others go to the method `_launch_anew`."""

    def __call__(self, *arguments: Any, **keywords: Any) -> Any: ...
    def _remember(self, arguments: tuple[Any, ...], launch: Any, last: list[Any], kernel: Any, /) -> None: ...
    def _forget(self) -> None: ...

@disjoint_base
class GridKernel:
    """The base of kernels of that dialect: `kernel[grid, block]` is the launch of the subscript before, if
    that was the same, or what the method `_configured` makes."""

    def __getitem__(self, configuration: Any, /) -> Any: ...

def entry(function: _F, /) -> _F:
    """Decorate a function that users call: the traceback of what it raises ends where it was called."""

def keep_texts() -> list[Any]:
    """A list to which each text that Python compiles from now on is added, as a tuple of it and of the name
    that stands for its file, and each code object that Python runs as a module. Texts of files are left out,
    and the oldest ones are dropped."""

def function_text(file: str, line: int, name: str, /) -> tuple[str, int, int, bool] | None:
    """The function that begins in a line of a file's text, with what belongs to it: (its text, how many lines
    of that are above it, the number of the first one, whether it is called `name`); None when there is no
    such line."""

def translate_text(
    text: str,
    path: str,
    target: Literal["cuda", "cpu"],
    stubs: bool,
    checked: bool = False,
    optimize: bool = False,
    coarsen: tuple[int, int] = (0, 0),
    index64: bool = False,
    fastmath: bool = False,
    find: Callable[[str], tuple[str, str] | None] | None = None,
    /,
) -> dict[str, Any]:
    """What becomes of a text with kernels, which is read and never run, as by `pycu2cu` (without stubs: by
    its --kernels-only).

    `find` is given the name of a module that is imported, and returns its path and its text, or None.
    `checked`, `optimize`, `coarsen` and `index64` are its --checked, --optimize, --coarsen and --index int64.

    A dict: `ok`, whether there is no error; `diagnostics` as CompileError.diagnostics; `source`, the C++, ""
    when there are errors; `python_lines`, for each line of it the line of the text that it stands for, 0 for
    none; `kernels`, each with its `name`, its `line`, its `parameters` (name, type) and the names of its
    `shared` arrays that are sized at the launch; `generics`, the kernels that get their types when they are
    launched.
    """

def translate_kernel(
    text: str,
    path: str,
    target: Literal["cuda", "cpu"],
    kernel: str,
    find: Callable[[str], tuple[str, str] | None] | None = None,
    kernels: Sequence[str] = ...,
    helpers: Sequence[str] = ...,
    /,
) -> dict[str, Any]:
    """What becomes of one kernel of a text, as translate_text() says it: for CUDA without the function that
    launches it. A generic kernel is translated for arrays of `double`. `kernels` and `helpers` are as those
    of analyse_text().
    """

def analyse_text(
    text: str,
    path: str,
    find: Callable[[str], tuple[str, str] | None] | None = None,
    kernels: Sequence[str] = ...,
    helpers: Sequence[str] = ...,
    /,
) -> dict[str, Any]:
    """What an editor shows of a text with kernels, which is read and never run. `find` is as that of
    translate_text(). `kernels` and `helpers` are functions under `cuda.jit`; with them only they are looked
    at.

    A dict: `diagnostics` as CompileError.diagnostics; `definitions`, the names at the top level of all
    files, each with its `kind` ("kernel", "helper", "function", "struct", "field", "class", "value" or
    "import"), its `name`, its `place` (file, line, column, end_line, end_column), what it is `within` (of a
    field the struct, of an import the path of what is imported), and the `last_line` of a kernel or a helper;
    `functions`, each with its `name`, the `place` of its header, the type of its `result`, its `variables`
    and `expressions`, which are tuples (name, type, place), the number of its `parameters`, which are its
    first variables, and whether its types are assumed (`is_assumed`), because it is a generic kernel.
    """

def builtin_functions() -> list[tuple[str, str, str, str, list[str]]]:
    """The functions that kernels may call: (module, name, signature, text, other paths with this meaning)."""

def read_cuda(text: str, /) -> list[FoundFunction]:
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
    architectures: str,
) -> dict[str, Kernel | str]:
    """Kernels of CUDA C++ by name, each a Kernel or why it is none."""

def architectures(arch: Any, /) -> str:
    """What `arch=` of cuda_source() asks for, "all-major" or "sm_80,sm_90"; "" for None."""

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
    vjp: Sequence[tuple[str, str]],
    jvp: Sequence[tuple[str, str]],
    /,
) -> Any:
    """CUDA C++ whose functions kernels call, in a capsule."""

def cuda_type(type: Any, /) -> str:
    """What CUDA C++ calls a type; "" for none."""

def compile_cubin(
    source: str, architecture: str, compiler: Literal["nvcc", "nvrtc"] | None, site_packages: Sequence[str], /
) -> bytes:
    """CUDA C++ as a cubin's bytes."""

def defer_builds(is_wanted: bool, /) -> bool:
    """Let this thread only translate what it compiles, and build it at its first launch; give what it was."""

def prebuild(
    folder: str,
    targets: Sequence[str],
    units: Sequence[Any],
    resolve: Any,
    options: Any,
    site_packages: Sequence[str],
    instance: Any,
    /,
) -> list[str]:
    """Compile functions for targets of one kind, "sm_90" or "x86-64-v3", into a folder; give the names of the
    files. The target of the options, "cuda" or "cpu", is the kind."""

def add_prebuilt(folder: str, /) -> None:
    """Make kernels look for their code in a folder of prebuilt ones first."""

def remove_prebuilt(folder: str, /) -> None:
    """Make kernels look there no more. Those that have their code keep it."""

def prebuilt_folders() -> list[str]:
    """The folders of prebuilt kernels that kernels look for their code in, the last one first."""

def cpu_targets() -> tuple[list[str], list[str]]:
    """The targets for CPUs that can be built, the least first; those that this one runs, the best first."""

def cuda_available() -> bool:
    """Whether there is a GPU that can be used.

    >>> target = "cuda" if cp.cuda_available() else "cpu"
    """

def synchronize(target: _Target = None) -> None:
    """Wait until all kernels launched on a device have run.

    target: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    Raises KernelError when one failed, AssertionError when an assertion of one did.

    >>> cp.synchronize()
    """

def explain_diagnostics(codes: Sequence[str], /) -> str:
    """What `pycu2cu --explain` prints of these codes. Raises ValueError for one that does not exist."""

def cache_folder() -> str:
    """The folder of compiled kernels, made or not."""

def cache_list() -> list[dict[str, Any]]:
    """The entries of the cache as dicts: key, kernel, target, path, bytes, modified (seconds since 1970)."""

def cache_clear() -> int:
    """Empty the cache; give the number of entries removed."""
