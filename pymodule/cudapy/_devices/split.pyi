from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any, TypeVar, overload

from .._core import CudaArray, Kernel, Type, _Block, _Shared, _Target  # pyright: ignore[reportPrivateUsage]

_R = TypeVar("_R")

class Part:
    rows: range
    """Which rows of the whole array are its own."""
    first: int
    """Which row of the whole array `array` begins with."""
    device: str
    """Where they are."""
    array: CudaArray
    """Its own rows, and the halo."""
    own: CudaArray
    """Its own rows alone, which share the memory."""
    def __enter__(self) -> Part: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None: ...

class Split:
    shape: tuple[int, ...]
    """That of the whole array."""
    elemType: Type
    """That of the elements."""
    devices: tuple[str, ...]
    """Those of the parts."""
    halo: int
    """How many rows of its neighbours a part has."""
    parts: tuple[Part, ...]
    """In the order of the rows."""
    def exchange(self) -> None: ...
    def launch(
        self, kernel: Kernel, *arguments: Any, block: _Block = None, shared: _Shared = None
    ) -> None: ...
    @overload
    def map(self, function: Callable[[CudaArray], _R], /) -> list[_R]: ...
    @overload
    def map(self, function: Callable[..., _R], *arguments: Any) -> list[_R]: ...
    def copy(self) -> Split: ...
    def gather(self, target: _Target = None) -> CudaArray: ...
    def toHost(self) -> Any: ...
    def __len__(self) -> int: ...

def split(array: Any, devices: Iterable[_Target] | None = None, halo: int = 0) -> Split: ...
