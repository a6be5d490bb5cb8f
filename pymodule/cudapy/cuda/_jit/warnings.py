"""The warnings of numba: about what is slow on a GPU, and about options that do not go together."""

from __future__ import annotations

import warnings

from .. import config
from .._types.numba_errors import with_numbas
from ..errors import NumbaInvalidConfigWarning, NumbaPerformanceWarning

_FEW_BLOCKS = 128


def warn_of_few_blocks(blocks: int, depth: int) -> None:
    """Warns of a grid of few blocks, which leaves most of a GPU idle. `depth` is how many calls there are
    from here to the program."""
    if (
        blocks < _FEW_BLOCKS
        and config.CUDA_LOW_OCCUPANCY_WARNINGS
        and not config.DISABLE_PERFORMANCE_WARNINGS
    ):
        text = (
            f"Grid size {blocks} is small: a GPU has room for more blocks at once, which means low occupancy"
        )
        warnings.warn(with_numbas(NumbaPerformanceWarning)(text), stacklevel=depth + 1)


def warn_of_host_arrays(depth: int) -> None:
    """Warns of an array on the host that travels to a GPU and back for one launch."""
    if config.CUDA_WARN_ON_IMPLICIT_COPY and not config.DISABLE_PERFORMANCE_WARNINGS:
        text = (
            "Host array used in CUDA kernel will incur, at each launch, copy overhead: cuda.to_device(array) "
            "copies once"
        )
        warnings.warn(with_numbas(NumbaPerformanceWarning)(text), stacklevel=depth + 1)


def warn_of_optimised_debugging(depth: int) -> None:
    """Warns of `debug=True` where numba would optimise. Here nothing is wrong with it."""
    text = (
        "debug=True with opt=True is not supported by CUDA, and numba says that it may crash: write "
        "opt=False, which changes nothing in CudaPy"
    )
    warnings.warn(with_numbas(NumbaInvalidConfigWarning)(text), stacklevel=depth + 1)
