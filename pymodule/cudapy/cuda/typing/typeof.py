"""The types of values, by the name of numba's module."""

from __future__ import annotations

from .._types.typeof import typeof

__all__ = ["typeof"]
