"""numba.cuda.bf16: the type bfloat16, and functions of it that kernels call, `hadd(a, b)`."""

from __future__ import annotations

from ._library._bfloats import NAMES
from ._library._names import LibraryName
from .types import bfloat16

__all__ = ["bfloat16", *NAMES]

globals().update({name: LibraryName(f"bf16.{name}", __name__) for name in NAMES})
