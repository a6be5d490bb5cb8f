from . import devicearray as devicearray
from . import driver as driver
from . import error as error

__all__ = ["devicearray", "driver", "error"]
