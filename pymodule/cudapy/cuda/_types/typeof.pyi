from typing import Any

from .types import Type

def typeof(value: Any) -> Type: ...
