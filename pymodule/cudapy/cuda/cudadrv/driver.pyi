from ..._core import CudaError as CudaAPIError
from .._devices.devices import Device

__all__ = ["CudaAPIError", "driver"]

class Driver:
    def get_device_count(self) -> int: ...
    def get_device(self, devnum: int = 0) -> Device: ...

driver: Driver
