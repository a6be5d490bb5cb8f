"""The devices, and what a thread works with, by numba's names."""

from __future__ import annotations

from .._devices.devices import close, current_context, gpus

__all__ = ["get_context", "gpus", "require_context", "reset"]

get_context = current_context
reset = close


def require_context(function):
    """Returns the function: what a thread works with is there when it is needed."""
    return function
