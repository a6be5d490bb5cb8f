"""The devices, and what a thread works with, by numba's names."""

from __future__ import annotations

from .._devices.devices import close, current_context, gpus

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    _Function = TypeVar("_Function", bound=Callable[..., object])

__all__ = ["get_context", "gpus", "require_context", "reset"]

get_context = current_context
reset = close


def require_context(function: _Function) -> _Function:
    """Returns the function: what a thread works with is there when it is needed."""
    return function
