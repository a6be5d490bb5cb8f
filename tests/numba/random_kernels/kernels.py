"""The texts of modules with random kernels, for numba and for CudaPy."""

from data import PARAMETERS, RESULTS
from making import Maker

HEAD = "import math\n\nimport numpy as np\n{imports}\nWHOLE = 6\nBROKEN = 0.7\n"


def module_for_numba(seed, numbers):
    """Returns a module of functions that compute the results of the place `i`."""
    text = HEAD.format(imports="")
    for number in numbers:
        head = f"def kernel{number}({', '.join((*PARAMETERS, *RESULTS))}, i):"
        text += _function(head, Maker(seed, number).lines())
    return text


def module_for_cudapy(seed, numbers):
    """Returns a module of the same functions as kernels, whose threads are the places."""
    text = HEAD.format(imports="from cudapy import cuda\n")
    for number in numbers:
        head = f"@cuda.jit\ndef kernel{number}({', '.join((*PARAMETERS, *RESULTS))}):"
        text += _function(head, ["i = cuda.grid(1)", *Maker(seed, number).lines()])
    return text


def _function(head, lines):
    return f"\n\n{head}\n" + "".join(f"    {line}\n" for line in lines)
