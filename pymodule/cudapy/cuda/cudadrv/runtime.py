"""The version of CUDA by numba's names."""

from __future__ import annotations

from ... import _core
from .._devices.devices import runs_on_cpu

__all__ = ["Runtime", "runtime"]


class Runtime:
    """The version of CUDA that kernels run with."""

    def get_version(self) -> tuple[int, int]:
        """Returns the version of CUDA that the driver of the GPU has, such as (13, 0). Where kernels run on
        the CPU, they have what CUDA 12.0 has."""
        if runs_on_cpu():
            return 12, 0
        version = _core.cuda_state()[1]
        assert version is not None  # since there is a GPU
        major, minor = version.split(".")[:2]
        return int(major), int(minor)

    def is_supported_version(self) -> bool:
        """Returns whether the version of CUDA is one that works. Each one that CudaPy finds does."""
        return True


runtime: Runtime = Runtime()
