from collections.abc import Callable
from typing import TypeVar

from .._devices.devices import close as reset
from .._devices.devices import current_context as get_context
from .._devices.devices import gpus as gpus

__all__ = ["get_context", "gpus", "require_context", "reset"]

_Function = TypeVar("_Function", bound=Callable[..., object])

def require_context(function: _Function) -> _Function: ...
