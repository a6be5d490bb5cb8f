"""What CudaPy raises for mistakes of CUDA, by the names by which programs catch it."""

from __future__ import annotations

from ..._core import CudaError
from ..errors import CudaSupportError

__all__ = ["CudaDriverError", "CudaSupportError"]

# CudaPy has several: for kernels, launches, devices and memory. Each of them is one of these, and no other
# error is.
CudaDriverError = CudaError
