"""What stands for a function that kernels call: the function, a kernel, or a function over arrays that
was made of it."""

from __future__ import annotations

import types

from .. import _core

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any


class OverArrays:
    """The base of what cp.vectorize() makes: it keeps the function of numbers as `__wrapped__`, and its
    signature."""

    __cudapy_signature__ = ""
    __name__: str
    __wrapped__: Any


WRAPPERS: tuple[type, ...] = (types.FunctionType, _core.Kernel, OverArrays)
