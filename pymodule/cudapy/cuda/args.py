"""Hints for arguments of launches."""

from __future__ import annotations

from ._jit.arguments import ArgumentHint as ArgHint
from ._jit.arguments import In, InOut, Out

__all__ = ["ArgHint", "In", "InOut", "Out", "wrap_arg"]


def wrap_arg(value, default=InOut):
    """Returns an argument with a hint: itself if it has one, else `default(value)`."""
    return value if isinstance(value, ArgHint) else default(value)
