"""The settings of numba that CudaPy knows. It reads them at each use; asking for another one raises
AttributeError.

ENABLE_CUDASIM: 0, since kernels are compiled on machines without a GPU, too. `kernel.simulate` of CudaPy's
    own kernels runs them in Python.
DISABLE_PERFORMANCE_WARNINGS: 1 for no NumbaPerformanceWarning.
CUDA_LOW_OCCUPANCY_WARNINGS: 0 for none about small grids.
CUDA_WARN_ON_IMPLICIT_COPY: 0 for none about arrays on the host.
CUDA_DEBUGINFO_DEFAULT: 1 for kernels with `debug=True` where cuda.jit is not told.
CUDA_ARRAY_INTERFACE_SYNC: 1, and 0 changes nothing: the work on another library's array comes after what that
    library put on the stream it names, in the GPU's order, and the host does not wait for it.
OPT: the level of optimisation, 0 to 3 or "max", which changes nothing but a warning: cuda.jit gives it for
    `debug=True` unless this is 0.
CUDA_ENABLE_NRT: 0, and another value changes nothing: numba needs it for kernels that allocate memory.

The environment's variables NUMBA_CUDA_DEBUGINFO, NUMBA_DISABLE_PERFORMANCE_WARNINGS,
NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS, NUMBA_CUDA_WARN_ON_IMPLICIT_COPY and NUMBA_OPT set five of them when the
module is imported.
"""

from __future__ import annotations

import os

__all__ = [
    "CUDA_ARRAY_INTERFACE_SYNC",
    "CUDA_DEBUGINFO_DEFAULT",
    "CUDA_ENABLE_NRT",
    "CUDA_LOW_OCCUPANCY_WARNINGS",
    "CUDA_WARN_ON_IMPLICIT_COPY",
    "DISABLE_PERFORMANCE_WARNINGS",
    "ENABLE_CUDASIM",
    "OPT",
]


class _OptLevel(int):
    """A level of optimisation, 0 to 3 or "max". Raises ValueError for another one. The name is numba's."""

    __slots__ = ()

    def __new__(cls, level: int | str) -> _OptLevel:
        if level != "max" and str(level) not in ("0", "1", "2", "3"):
            raise ValueError(f'NUMBA_OPT is 0 to 3 or "max", not {level!r}')
        return super().__new__(cls, 3 if level == "max" else level)


def _text(name: str) -> str:
    return os.environ.get(f"NUMBA_{name}", "").strip()


def _setting(name: str, default: int) -> int:
    value = _text(name)
    if value and not value.lstrip("-").isdecimal():
        raise ValueError(f"NUMBA_{name} must be an integer, not {value!r}")
    return int(value) if value else default


ENABLE_CUDASIM = 0
CUDA_DEBUGINFO_DEFAULT = _setting("CUDA_DEBUGINFO", 0)
CUDA_ARRAY_INTERFACE_SYNC = 1
CUDA_ENABLE_NRT = 0
OPT: int = _OptLevel(_text("OPT").lower() or 3)
DISABLE_PERFORMANCE_WARNINGS = _setting("DISABLE_PERFORMANCE_WARNINGS", 0)
CUDA_LOW_OCCUPANCY_WARNINGS = _setting("CUDA_LOW_OCCUPANCY_WARNINGS", 1)
CUDA_WARN_ON_IMPLICIT_COPY = _setting("CUDA_WARN_ON_IMPLICIT_COPY", 1)
