"""Modules of numba.cuda.cudadrv by the names that programs import them by."""

from __future__ import annotations

from . import devicearray, error

__all__ = ["devicearray", "error"]


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'cudapy.cuda.cudadrv' has no attribute {name!r}")
    from .._missing import NotThereError, message

    raise NotThereError(message(f"cudadrv.{name}"))
