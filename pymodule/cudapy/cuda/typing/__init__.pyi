from .._types import Signature
from .._types import signature
from . import typeof as typeof

__all__ = ["Signature", "signature", "typeof"]
