from typing import NamedTuple

from ._types.types import Signature, Type

__all__ = ["arg", "create_signature", "functions"]

class arg(NamedTuple):
    is_ptr: bool
    ty: Type

functions: dict[str, tuple[Type, list[arg]]]

def create_signature(retty: Type, args: list[arg]) -> Signature: ...
