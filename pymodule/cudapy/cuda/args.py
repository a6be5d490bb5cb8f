"""Hints for arguments of launches."""

from __future__ import annotations

from ._jit.arguments import ArgumentHint as ArgHint
from ._jit.arguments import In, InOut, Out

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["ArgHint", "In", "InOut", "Out", "wrap_arg"]


def wrap_arg(value: Any, default: Callable[[Any], ArgHint] = InOut) -> ArgHint:
    """Returns an argument with a hint: itself if it has one, else `default(value)`."""
    return value if isinstance(value, ArgHint) else default(value)
