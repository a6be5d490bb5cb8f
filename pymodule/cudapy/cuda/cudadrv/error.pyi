from ..._core import CudaError as CudaDriverError
from ..errors import CudaSupportError as CudaSupportError

__all__ = ["CudaDriverError", "CudaSupportError"]
