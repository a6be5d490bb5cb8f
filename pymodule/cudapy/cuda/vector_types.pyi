from typing import Any

from ._library._names import LibraryName
from ._types.types import Number

__all__ = ["vector_types"]

class VectorType(LibraryName):
    name: str
    base_type: Number
    num_elements: int
    aliases: tuple[str, ...]
    def __init__(self, base: str, width: int) -> None: ...
    @property
    def user_facing_object(self) -> VectorType: ...
    @property
    def core_name(self) -> str: ...
    @property
    def core(self) -> Any: ...

vector_types: dict[str, VectorType]
BY_NAME: dict[str, VectorType]
