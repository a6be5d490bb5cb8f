"""The types of elements by the names that NumPy, C and CUDA have for them."""

from __future__ import annotations

from .._core import (
    BFloat16,
    Bool,
    Complex64,
    Complex128,
    Double,
    Float,
    Half,
    Int,
    Int8,
    Int16,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
)

# These are the same types by NumPy's names.
bool_ = Bool
int8 = Int8
int16 = Int16
int32 = Int
int64 = Int64
uint8 = UInt8
uint16 = UInt16
uint32 = UInt32
uint64 = UInt64
half = Half
float16 = Half
bfloat16 = BFloat16
float32 = Float
float64 = Double
complex64 = Complex64
complex128 = Complex128

# These are the same types by the names that C, CUDA and NumPy have for them where long has 64 bits.
double, single = Double, Float
short, intc, long, longlong, intp, ssize_t = Int16, Int, Int64, Int64, Int64, Int64
ubyte, uchar, ushort, uint, uintc = UInt8, UInt8, UInt16, UInt32, UInt32
ulong, ulonglong, uintp, size_t = UInt64, UInt64, UInt64, UInt64
