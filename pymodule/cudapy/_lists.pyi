from collections.abc import Iterable, Iterator
from typing import Any, SupportsIndex, final

from ._core import CudaArray, Type

@final
class CudaLists:
    """Rows of lengths of their own in the memory of a device, which stay there: kernels with a `T**` read and write them in
    place. `CudaArray([[1.0, 2.0], [3.0]])` makes one, of lists that are not equally long; `CudaLists(rows)` of any.

    `rows[i]` is a row as a CudaArray, which shares the memory; `toList()` gives the lists back."""

    def __init__(self, rows: Iterable[Any], elemType: Type | type | None = None, target: str | None = None) -> None: ...
    @property
    def device(self) -> str:
        """Where the elements are: "cuda:0" or "cpu"."""

    @property
    def size(self) -> int:
        """The number of elements of all rows."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> CudaArray: ...
    def __iter__(self) -> Iterator[CudaArray]: ...
    def toList(self) -> list[list[Any]]:
        """The rows as lists of Python numbers."""

    def free(self) -> None:
        """Gives the memory back at once; the rows are gone."""
