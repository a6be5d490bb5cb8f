from . import devicearray as devicearray
from . import error as error

__all__ = ["devicearray", "error"]
