from . import devicearray as devicearray
from . import devices as devices
from . import driver as driver
from . import error as error
from . import runtime as runtime

__all__ = ["devicearray", "devices", "driver", "error", "runtime"]
