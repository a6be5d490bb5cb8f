from ..._core import Error as CudaDriverError
from ..errors import CudaSupportError as CudaSupportError

__all__ = ["CudaDriverError", "CudaSupportError"]
