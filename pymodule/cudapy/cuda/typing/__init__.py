"""Signatures, and the types of values."""

from __future__ import annotations

from .._typeof import typeof
from .._types import Signature, signature

__all__ = ["Signature", "signature", "typeof"]
