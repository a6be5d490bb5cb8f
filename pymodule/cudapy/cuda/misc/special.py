"""`literal_unroll`, by numba's name of its module."""

from __future__ import annotations

from .._names import literal_unroll

__all__ = ["literal_unroll"]
