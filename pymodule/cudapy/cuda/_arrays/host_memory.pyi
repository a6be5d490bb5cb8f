from contextlib import AbstractContextManager
from typing import Any

import numpy

_Array = numpy.ndarray[Any, numpy.dtype[Any]]

def pinned_array(shape: Any, dtype: Any = None, strides: Any = None, order: str = "C") -> _Array: ...
def pinned_array_like(ary: Any) -> _Array: ...
def mapped_array(
    shape: Any,
    dtype: Any = None,
    strides: Any = None,
    order: str = "C",
    stream: Any = 0,
    portable: bool = False,
    wc: bool = False,
) -> _Array: ...
def mapped_array_like(ary: Any, stream: Any = 0, portable: bool = False, wc: bool = False) -> _Array: ...
def managed_array(
    shape: Any,
    dtype: Any = None,
    strides: Any = None,
    order: str = "C",
    stream: Any = 0,
    attach_global: bool = True,
) -> _Array: ...
def pinned(*arylist: Any) -> AbstractContextManager[None]: ...
def mapped(*arylist: Any, stream: Any = 0) -> AbstractContextManager[Any]: ...
