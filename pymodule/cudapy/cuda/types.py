"""The types of numba.types that kernels have."""

from __future__ import annotations

from .._core import Void as void
from ._names import bool_, complex64, complex128, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64

__all__ = [
    "bool_",
    "boolean",
    "complex128",
    "complex64",
    "double",
    "f4",
    "f8",
    "float32",
    "float64",
    "float_",
    "i1",
    "i2",
    "i4",
    "i8",
    "int16",
    "int32",
    "int64",
    "int8",
    "int_",
    "intc",
    "intp",
    "u1",
    "u2",
    "u4",
    "u8",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uintc",
    "uintp",
    "void",
]

boolean = bool_
i1, i2, i4, i8 = int8, int16, int32, int64
u1, u2, u4, u8 = uint8, uint16, uint32, uint64
f4, f8 = float32, float64
int_, intc, intp, uintc, uintp = int64, int32, int64, uint32, uint64
float_, double = float32, float64
