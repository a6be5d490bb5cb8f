"""Functions over whole arrays, written in the language of kernels itself, and along their axes."""

from collections.abc import Callable
from typing import Any, Literal, overload

from ._core import CudaArray

__all__ = ["argsort", "cumsum", "map", "reduce", "scan", "select", "sort", "unique", "zipWith"]

def map(f: Callable[[Any], Any], X: Any) -> CudaArray: ...
def zipWith(f: Callable[[Any, Any], Any], X: Any, Y: Any) -> CudaArray: ...
def reduce(f: Callable[[Any, Any], Any], X: Any, init: Any = None) -> Any: ...
def scan(f: Callable[[Any, Any], Any], X: Any, init: Any = None) -> CudaArray: ...
def cumsum(X: Any, axis: int | None = None, dtype: Any = None) -> CudaArray: ...
def sort(X: Any, axis: int | None = -1) -> CudaArray: ...
def argsort(X: Any, axis: int | None = -1) -> CudaArray: ...
def select(X: Any, where: Callable[[Any], Any] | Any, axis: int | None = None) -> CudaArray: ...
@overload
def unique(
    X: Any,
    axis: int | None = None,
    *,
    return_index: Literal[False] = False,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
) -> CudaArray: ...
@overload
def unique(
    X: Any,
    axis: int | None = None,
    *,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
) -> CudaArray | tuple[CudaArray, ...]: ...
