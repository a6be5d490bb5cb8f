"""The texts of modules with random kernels, for numba and for CudaPy."""

import data
import data_arrays
from making import Maker
from making_arrays import HELPERS, ArrayMaker

HEAD = "import math\n\nimport numpy as np\n{imports}\nWHOLE = 6\nBROKEN = 0.7\n"


def module_for_numba(seed, numbers, arrays):
    """Returns a module of functions that compute the results of the place `i`, or, of `arrays`, all."""
    text = HEAD.format(imports="from numba import njit\n")
    text += HELPERS.format(device='@njit(error_model="numpy")') if arrays else ""
    for number in numbers:
        if arrays:
            lines = [line.replace("LOCAL(", "np.empty(") for line in ArrayMaker(seed, number).lines()]
            text += _function(_head(number, data_arrays), lines)
        else:
            text += _function(_head(number, data, ", i"), Maker(seed, number).lines())
    return text


def module_for_cudapy(seed, numbers, arrays):
    """Returns a module of the same functions as kernels, whose threads are the places."""
    text = HEAD.format(imports="from cudapy import cuda\n")
    text += HELPERS.format(device="@cuda.jit(device=True)") if arrays else ""
    for number in numbers:
        if arrays:
            lines = [line.replace("LOCAL(", "cuda.local.array(") for line in ArrayMaker(seed, number).lines()]
            text += _function("@cuda.jit\n" + _head(number, data_arrays), lines)
        else:
            text += _function(
                "@cuda.jit\n" + _head(number, data), ["i = cuda.grid(1)", *Maker(seed, number).lines()]
            )
    return text


def _head(number, given, more=""):
    return f"def kernel{number}({', '.join((*given.PARAMETERS, *given.RESULTS))}{more}):"


def _function(head, lines):
    return f"\n\n{head}\n" + "".join(f"    {line}\n" for line in lines)
