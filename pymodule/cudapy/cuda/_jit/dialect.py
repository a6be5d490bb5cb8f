"""What a compilation in numba's dialect asks: the functions of numba's world, and the arrays from outside."""

from __future__ import annotations

from .. import _library
from .captured_arrays import CapturedArrays
from .generic import NumbaGeneric


class NumbaDialect:
    """It is given to compile_functions() as the dialect of the functions."""

    library = _library
    captured_arrays = CapturedArrays
    generic = NumbaGeneric
