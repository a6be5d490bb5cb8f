"""numba.cuda.libdevice: functions of CUDA's library that kernels call, with tuples for what CUDA writes
through pointers: `s, c = libdevice.sincos(x)`."""

from __future__ import annotations

from ._library._libdevice import NAMES
from ._library._names import LibraryName
from ._missing import NotThereError

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Never

__all__ = list(NAMES)

globals().update({name: LibraryName(f"libdevice.{name}", __name__) for name in NAMES})


def __getattr__(name: str) -> Never:
    if name.startswith("__"):
        raise AttributeError(f"module 'cudapy.cuda.libdevice' has no attribute {name!r}")
    raise NotThereError(f"cudapy.cuda has no libdevice.{name} yet: math has most of these functions")
