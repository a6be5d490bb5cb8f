"""Gives these samples `cuda`, of CudaPy or of numba-cuda, and runs them.

The environment variable CUDA_OF says whose: "cudapy" or "numba". Without it CudaPy is tried first, then
numba.
"""

import importlib
import os
import sys
import time

TRIED = ("cudapy", "numba")


def _module():
    """Returns the module `cuda` that was asked for, or the first one that can be imported."""
    asked = os.environ.get("CUDA_OF", "")
    if asked and asked not in TRIED:
        sys.exit(f"CUDA_OF is {asked!r}, and must be one of {', '.join(TRIED)}")
    for name in (asked,) if asked else TRIED:
        try:
            return importlib.import_module(f"{name}.cuda")
        except ImportError as error:
            reason = error
    raise reason


cuda = _module()
random = importlib.import_module(f"{cuda.__name__}.random")


def run(sample, size):
    """Runs a sample, of the size that the command line says, and tells whether its result is right.

    `sample(size)` returns the result that a kernel gave, the one that was expected, and how far apart the
    elements may be, relatively."""
    import numpy as np

    size = int(sys.argv[1]) if len(sys.argv) > 1 else size
    start = time.perf_counter()
    made, expected, apart = sample(size)
    seconds = time.perf_counter() - start
    name = sample.__module__ if sample.__module__ != "__main__" else os.path.basename(sys.argv[0])
    if not np.allclose(made, expected, rtol=apart, atol=apart):
        sys.exit(f"WRONG: {name}: {made} is not {expected}")
    print(f"{name} of size {size} by {cuda.__name__}: right, in {seconds:.3f} s with compiling")
