"""CompileErrors of kernels under cuda.jit as numba's TypingErrors."""

from __future__ import annotations

import contextlib

from .._core import CompileError
from .errors import TypingError


@contextlib.contextmanager
def typing_errors():
    """`with typing_errors():` raises the CompileErrors of what is in it as TypingErrors."""
    try:
        yield
    except CompileError as error:
        if isinstance(error, TypingError):
            raise
        made = TypingError(*error.args)
        made.__dict__.update(error.__dict__)
    else:
        return
    raise made
