from typing import Any

import numpy

from ._types.types import Type

__all__ = ["as_dtype", "from_dtype"]

numpy_version: tuple[int, int]

def from_dtype(dtype: Any) -> Type: ...
def as_dtype(nbtype: Type) -> numpy.dtype[Any]: ...
