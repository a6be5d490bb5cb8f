"""The driver of CUDA by numba's names: its devices, and its errors."""

from __future__ import annotations

from ..._core import CudaError
from .._devices.devices import gpus, list_devices

__all__ = ["CudaAPIError", "driver"]

CudaAPIError = CudaError


class Driver:
    """The devices that there are. Without a GPU the CPU is the only one."""

    def get_device_count(self):
        """Returns how many devices there are."""
        return len(gpus)

    def get_device(self, devnum=0):
        """Returns a device by its number. Raises IndexError where there is none of that number."""
        return list_devices()[devnum]

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        from .._missing import NotThereError, message

        raise NotThereError(message(f"cudadrv.driver.driver.{name}"))


driver = Driver()


def _have_nvjitlink():
    """Returns False: nothing here links by nvJitLink."""
    return False


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'cudapy.cuda.cudadrv.driver' has no attribute {name!r}")
    from .._missing import Absent

    return Absent(f"cudadrv.driver.{name}")
