"""Kernels in the checked mode, and checks of what it reports."""

import os

import cudapy as cp
from raising import line_of, raises


def checked(kernel, *others):
    return cp.compile([kernel, *others], checked=True)


class reports(raises):
    """`with reports(kernel, "X[i]", "index 3 is …")`: a KernelError with the line of the text in the
    kernel."""

    def __init__(self, function, quoted, what, line=None):
        file = os.path.abspath(function.__code__.co_filename)
        super().__init__(cp.KernelError, f"{file}:{line_of(function, line or quoted)}: {what}: `{quoted}`")

    def __exit__(self, *raised):
        cp.synchronize()
        return super().__exit__(*raised)


# shifted : void (float* X, int by, float* Y)
def shifted(X, by, Y):
    Y[idx] = X[idx + by]
