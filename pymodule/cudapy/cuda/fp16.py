"""numba.cuda.fp16: functions of float16 that kernels call, `cuda.fp16.hadd(a, b)`."""

from __future__ import annotations

from ._library._halves import NAMES
from ._library._names import LibraryName

__all__ = list(NAMES)

globals().update({name: LibraryName(f"fp16.{name}", __name__) for name in NAMES})
