"""Functions that @cp.kernel decorates."""

from __future__ import annotations

from .._core import Kernel
from .compile import compile_functions
from .sources import check_function

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

    from .options import Options


def decorated(function: Any, signature: str | None, options: Options) -> Kernel:
    """Returns the Kernel that stands for a decorated function, which is compiled at its first use."""
    name = getattr(function, "__name__", None)
    if name is None or not hasattr(function, "__code__"):
        check_function(function, "kernel")

    def compile_now(kernel: Kernel) -> Any:
        return compile_functions(kernel, None, options)

    result = Kernel(compile_now)
    # This does the same as functools.update_wrapper, without importing it.
    result.__dict__.update(function.__dict__)
    for attribute in ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"):
        setattr(result, attribute, getattr(function, attribute, None))
    result.__wrapped__ = function
    result.__dict__.update(__cudapy_signature__=signature or "", __cudapy_options__=options)
    return result
