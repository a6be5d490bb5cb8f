from .._typeof import typeof
from .._types import Signature
from .._types import signature

__all__ = ["Signature", "signature", "typeof"]
