from .._types.types import Signature, signature
from . import typeof as typeof

__all__ = ["Signature", "signature", "typeof"]
