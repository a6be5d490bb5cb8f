"""Ranges of NVTX around launches. The module's C++ imports this at the first launch, with CUDAPY_NVTX=1."""

import importlib
from collections.abc import Callable
from functools import partial

from .._compile.environment import is_asked_for


def ranges() -> tuple[Callable[[str], object], Callable[[], object]]:
    """Returns a function that begins a range of this thread with a kernel's name, and one that ends it."""
    is_asked_for("CUDAPY_NVTX")  # refuses what is neither 0 nor 1
    try:
        nvtx = importlib.import_module("nvtx")
    except ImportError as error:
        raise ImportError(
            "CUDAPY_NVTX=1 puts ranges around launches by the package nvtx, which is not "
            "here: pip install nvtx"
        ) from error
    return partial(nvtx.push_range, domain="cudapy"), partial(nvtx.pop_range, domain="cudapy")
