"""Functions over whole arrays, written in the language of kernels itself: map, zipWith, reduce and scan."""

from collections.abc import Callable
from typing import Any

from ._core import CudaArray

def map(f: Callable[[Any], Any], X: Any) -> CudaArray:
    """The array of f(x) for each element x, of the type that f gives. Of an array of arrays f is given the rows."""

def zipWith(f: Callable[[Any, Any], Any], X: Any, Y: Any) -> CudaArray:
    """The array of f(x, y) for the elements of two arrays side by side, as long as the shorter one."""

def reduce(f: Callable[[Any, Any], Any], X: Any, init: Any = None) -> Any:
    """All elements put together by an associative function f of two, from the left, as functools.reduce does: a number.
    With `init` that comes first. Raises ValueError for an empty array without `init`."""

def scan(f: Callable[[Any, Any], Any], X: Any, init: Any = None) -> CudaArray:
    """The array of what the elements up to each one, itself included, come to by an associative function f of two. With
    `init` that comes first."""
