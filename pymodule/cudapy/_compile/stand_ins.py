"""What stands for a function that kernels call: the function, a kernel, or a function over arrays that
was made of it."""

from __future__ import annotations

import types

from .. import _core


class OverArrays:
    """The base of what cp.vectorize() makes: it keeps the function of numbers as `__wrapped__`, and its
    signature."""

    __cudapy_signature__ = ""


WRAPPERS: tuple[type, ...] = (types.FunctionType, _core.Kernel, OverArrays)
