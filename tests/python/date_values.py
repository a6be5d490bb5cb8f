"""Dates and spans of time that tests give to kernels, a kernel that subtracts them, and what is refused."""

import numpy as np
import pytest

from cudapy import cuda

NUMBERS = np.array([0, 1, -1, 7, -7, 100, 12345, -99999, 2**40, -(2**40), 2**60, -(2**63)])  # the last is NaT
OTHERS = np.array([3, -(2**63), 5, -2, 2, 100, -12345, 0, 2**40, 1, 2**60, -(2**63)])


def dates(unit="D", numbers=NUMBERS):
    return numbers.astype(f"datetime64[{unit}]")


def spans(unit="D", numbers=NUMBERS):
    return numbers.astype(f"timedelta64[{unit}]")


@cuda.jit
def subtract(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] - b[i]


def refused(kernel, *arguments):
    """Returns the text of the error of a launch."""
    with pytest.raises(cuda.errors.TypingError) as error:
        kernel[1, 1](*arguments)
    return str(error.value)
