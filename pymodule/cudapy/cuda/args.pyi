from collections.abc import Callable
from typing import Any

from ._jit.arguments import ArgumentHint as ArgHint
from ._jit.arguments import In, InOut, Out

__all__ = ["ArgHint", "In", "InOut", "Out", "wrap_arg"]

def wrap_arg(value: Any, default: Callable[[Any], ArgHint] = ...) -> ArgHint: ...
