from typing import Any

from ..._core import CudaArray

__all__ = ["transpose"]

def transpose(a: Any, b: CudaArray | None = None) -> CudaArray: ...
