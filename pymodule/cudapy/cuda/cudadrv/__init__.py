"""Modules of numba.cuda.cudadrv by the names that programs import them by."""

from __future__ import annotations

from . import devicearray, devices, driver, error, runtime

TYPE_CHECKING = False  # as type checkers know it

__all__ = ["devicearray", "devices", "driver", "error", "runtime"]
_ABSENT = frozenset("drvapi dummyarray enums libs linkable_code mappings ndarray nvrtc nvvm rtapi".split())


def _attribute(name: str) -> object:
    if name.startswith("__"):
        raise AttributeError(f"module 'cudapy.cuda.cudadrv' has no attribute {name!r}")
    from .._missing import Absent, NotThereError, message

    if name in _ABSENT:
        return Absent(f"cudadrv.{name}")
    raise NotThereError(message(f"cudadrv.{name}"))


if not TYPE_CHECKING:  # for type checkers a name that is not here is a mistake
    __getattr__ = _attribute
