from typing import Any

from ._types import Type

def typeof(value: Any) -> Type: ...
