"""The kernels of sample.py."""

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

def stretch(
    threads: _Counts,
    /,
    image: _Array,
    low: SupportsFloat,
    high: SupportsFloat,
    *,
    block: _Counts | None = None,
    stream: Any = None,
) -> None:
    """Make `low` 0 and `high` 1, and what lies between in proportion; what is outside is cut off.

    image: an array of float32 with 2 dimensions, which is written
    low: float32
    high: float32
    """

def count(
    threads: _Counts,
    /,
    image: _Array,
    histogram: _Array,
    *,
    block: _Counts | None = None,
    stream: Any = None,
) -> None:
    """How many points there are of each level, from dark to bright.

    image: an array of float32 with 2 dimensions
    histogram: an array of int32 with 1 dimension, which is written
    """
