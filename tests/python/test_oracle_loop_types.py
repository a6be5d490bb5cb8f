"""Names of loops that have another type than what the loop gives them, because they are assigned elsewhere,
too: each type of name with each type of element, in each kind of loop. Also a value that names of several
types get."""

import numpy as np
import pytest

from generated import functions
from oracle import Batch

NAMES = ["bool", "uint8", "int", "int64", "half", "bfloat16", "float", "double", "complex64", "complex128"]
ELEMENTS = {
    "bool": np.bool_,
    "int8": np.int8,
    "int64": np.int64,
    "half": np.float16,
    "float": np.float32,
    "complex64": np.complex64,
}
LOOPS = {
    "array": "for x in A:\n    R[idx] += x",
    "enumerated": "for i, x in enumerate(A):\n    R[idx] += x * i",
    "counter": "for x, y in enumerate(A, 2):\n    R[idx] += x * y",
    "zipped": "for y, x in zip(A, A[1:]):\n    R[idx] += x * y",
    "range": "for x in range(1, 4):\n    R[idx] += x * A[1]",
    "tuple": "for x in (1, A[idx], 2):\n    R[idx] += x",
    "constants": "for x in (1, 2):\n    R[idx] += x",
    "several": "x = y = A[idx]\nR[idx] += x + y",
    "several_of_several": "y = A[idx]\nz = complex128(0)\nz = x = y\nR[idx] += x + z",
}


def kernel(name, element, loop):
    lines = [
        f"# of_{name}_{element}_{loop} : void ({element}* A, complex128* R)",
        f"def of_{name}_{element}_{loop}(A, R):",
        f"    x = {name}(1)",
        "    R[idx] += x",
    ]
    lines += ["    " + line for line in LOOPS[loop].split("\n")]
    return "\n".join(lines) + "\n    R[idx] += x\n\n\n"


@pytest.mark.parametrize("name", NAMES)
def test_names_of_loops_have_types_of_their_own(name):
    text = "".join(kernel(name, element, loop) for element in ELEMENTS for loop in LOOPS)
    kernels = functions("from cudapy import *\n\n\n" + text).values()
    batch = Batch(*kernels)
    for each in kernels:
        element = each.__name__.split("_")[2]
        A = np.array([1, 0, 1, 1, 0]) if element == "bool" else np.array([2, 1, 3, 0, 5])
        batch.check(each, 4, A.astype(ELEMENTS[element]), np.zeros(4, np.complex128))
