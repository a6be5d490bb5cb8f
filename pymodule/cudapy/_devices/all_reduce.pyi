from collections.abc import Iterable
from typing import Literal

from .._core import CudaArray
from .split import Split

def all_reduce(
    arrays: Iterable[CudaArray] | Split,
    op: Literal["sum", "min", "max"] = "sum",
    *,
    by: Literal["nccl", "copies"] | None = None,
) -> None: ...
