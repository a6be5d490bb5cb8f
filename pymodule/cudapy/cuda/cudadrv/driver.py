"""The driver of CUDA by numba's names: its devices, and its errors."""

from __future__ import annotations

from ..._core import CudaError
from .._devices.devices import Device, gpus, list_devices

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from typing import Never

__all__ = ["CudaAPIError", "driver"]

CudaAPIError = CudaError


class Driver:
    """The devices that there are. Without a GPU the CPU is the only one."""

    def get_device_count(self) -> int:
        """Returns how many devices there are."""
        return len(gpus)

    def get_device(self, devnum: int = 0) -> Device:
        """Returns a device by its number. Raises IndexError where there is none of that number."""
        return list_devices()[devnum]

    def _attribute(self, name: str) -> Never:
        if name.startswith("__"):
            raise AttributeError(name)
        from .._missing import NotThereError, message

        raise NotThereError(message(f"cudadrv.driver.driver.{name}"))

    if not TYPE_CHECKING:  # for type checkers a name that is not here is a mistake
        __getattr__ = _attribute


driver: Driver = Driver()


def _have_nvjitlink() -> bool:
    """Returns False: nothing here links by nvJitLink."""
    return False


def _attribute(name: str) -> object:
    if name.startswith("__"):
        raise AttributeError(f"module 'cudapy.cuda.cudadrv.driver' has no attribute {name!r}")
    from .._missing import Absent

    return Absent(f"cudadrv.driver.{name}")


if not TYPE_CHECKING:
    __getattr__ = _attribute
