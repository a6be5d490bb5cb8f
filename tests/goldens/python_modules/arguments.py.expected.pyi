"""The kernels of arguments.py."""

from builtins import bool as _bool
from typing import Any, Protocol, SupportsComplex, SupportsFloat, SupportsIndex, TypeAlias

class _DLPack(Protocol):
    def __dlpack__(self, *, stream: Any = ...) -> Any: ...
    def __dlpack_device__(self) -> tuple[Any, Any]: ...

class _CudaArray(Protocol):
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...

class _Buffer(Protocol):
    def __buffer__(self, flags: int, /) -> memoryview: ...

_Array: TypeAlias = _DLPack | _CudaArray | _Buffer
_Counts: TypeAlias = SupportsIndex | tuple[SupportsIndex, ...] | list[int]

def saxpy(
    threads: _Counts,
    /,
    alpha: SupportsFloat,
    X: _Array,
    Y: _Array,
    *,
    block: _Counts | None = None,
    stream: Any = None,
) -> None:
    """Add alpha times X to Y.

    They have "as many" elements, \\ and no others.

    alpha: float32
    X: an array of float32 with 1 dimension
    Y: an array of float32 with 1 dimension, which is written
    """

def numbers(
    threads: _Counts,
    /,
    b: _bool,
    i: SupportsIndex,
    u: SupportsIndex,
    h: SupportsFloat,
    d: SupportsFloat,
    c: SupportsComplex | SupportsFloat,
    out: _Array,
    *,
    block: _Counts | None = None,
    stream: Any = None,
) -> None:
    """b: bool
    i: int8
    u: uint64
    h: float16
    d: float64
    c: complex64
    out: an array of complex128 with 2 dimensions, which is written
    """

def names(
    threads_: _Counts,
    /,
    threads: SupportsIndex,
    block: _Array,
    given: _Array,
    launch: _Array,
    *,
    stream: Any = None,
) -> None:
    """threads: int32
    block: an array of bfloat16 with 1 dimension
    given: an array of uint8 with 1 dimension, which is written
    launch: an array of bool with 3 dimensions, which is written
    """

def switch(
    threads: _Counts,
    /,
    first: SupportsFloat,
    out: _Array,
    *,
    block: _Counts | None = None,
    shared: _Counts,
    stream: Any = None,
) -> None:
    """first: float64
    out: an array of float64 with 1 dimension, which is written
    """

def nothing(
    threads: _Counts,
    /,
    *,
    block: _Counts | None = None,
    stream: Any = None,
) -> None: ...
