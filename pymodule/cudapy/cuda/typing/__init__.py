"""Signatures, and the module of the types of values."""

from __future__ import annotations

from .._types.types import Signature, signature
from . import typeof

__all__ = ["Signature", "signature", "typeof"]
