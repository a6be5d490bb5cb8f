"""The types of numbers in memory, and numbers on their way from and to it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .number import (
    BFLOAT16,
    BITS,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    HALF,
    Kind,
    Number,
    Value,
    convert,
)


class _Dtypes(dict[Any, Any]):
    def __missing__(self, kind: Any) -> Any:  # of a struct or a vector
        return kind.dtype


DTYPES = _Dtypes(
    {
        BOOL: np.bool_,
        HALF: np.float16,
        FLOAT: np.float32,
        DOUBLE: np.float64,
        COMPLEX64: np.complex64,
        COMPLEX128: np.complex128,
    }
)
DTYPES |= {kind: np.dtype(f"{'u' if kind[0] == 'u' else ''}int{bits}").type for kind, bits in BITS.items()}
KINDS = {np.dtype(dtype): kind for kind, dtype in DTYPES.items()}
DTYPES[BFLOAT16] = np.float32  # whose values it has the upper halves of


def load(value: Any, kind: Kind | None = None) -> Value:
    """An element of a NumPy array, or a NumPy scalar, as a kernel's value; `kind` where its dtype does not
    say it."""
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, np.inexact):
        return Number(value, kind or KINDS[value.dtype])
    return Number(int(value), KINDS[value.dtype])


def to_scalar(value: Value, kind: Kind) -> Value:
    """Converts a value to a declared type of numbers, as a store, an argument or a result does."""
    return bool(value) if kind == BOOL else convert(value, kind)
