"""The types of numba.types that kernels have, and those of signatures."""

from __future__ import annotations

from ._missing import Absent
from ._types.date_types import NPDatetime, NPTimedelta
from ._types.enums import EnumMember, IntEnumMember
from ._types.record_types import NestedArray, Record
from ._types.types import (
    Array,
    Boolean,
    Complex,
    Float,
    Integer,
    NamedTuple,
    NamedUniTuple,
    NoneType,
    Number,
    Tuple,
    Type,
    UniTuple,
    bfloat16,
    boolean,
    complex64,
    complex128,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    void,
)

TYPE_CHECKING = False  # as type checkers know it

__all__ = [
    "Array",
    "Boolean",
    "Complex",
    "EnumMember",
    "Float",
    "IntEnumMember",
    "Integer",
    "NPDatetime",
    "NPTimedelta",
    "NamedTuple",
    "NamedUniTuple",
    "NestedArray",
    "NoneType",
    "Number",
    "Record",
    "Tuple",
    "Type",
    "UniTuple",
    "b1",
    "bfloat16",
    "bool_",
    "boolean",
    "byte",
    "c8",
    "c16",
    "char",
    "complex64",
    "complex128",
    "complex_domain",
    "double",
    "f2",
    "f4",
    "f8",
    "float16",
    "float32",
    "float64",
    "float_",
    "i1",
    "i2",
    "i4",
    "i8",
    "int8",
    "int16",
    "int32",
    "int64",
    "int_",
    "intc",
    "integer_domain",
    "intp",
    "long_",
    "longlong",
    "none",
    "number_domain",
    "real_domain",
    "short",
    "signed_domain",
    "size_t",
    "ssize_t",
    "u1",
    "u2",
    "u4",
    "u8",
    "uchar",
    "uint",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uintc",
    "uintp",
    "ulong",
    "ulonglong",
    "unsigned_domain",
    "ushort",
    "void",
]

bool_ = b1 = boolean
none = void
i1, i2, i4, i8 = int8, int16, int32, int64
u1, u2, u4, u8 = uint8, uint16, uint32, uint64
f2, f4, f8 = float16, float32, float64
c8, c16 = complex64, complex128
byte = uchar = uint8
char, short, ushort = int8, int16, uint16
int_ = long_ = longlong = intp = ssize_t = int64
uint = ulong = ulonglong = uintp = size_t = uint64
intc, uintc = int32, uint32
float_, double = float32, float64

signed_domain = frozenset((int8, int16, int32, int64))
unsigned_domain = frozenset((uint8, uint16, uint32, uint64))
integer_domain = signed_domain | unsigned_domain
real_domain = frozenset((float32, float64))
complex_domain = frozenset((complex64, complex128))
number_domain = integer_domain | real_domain | complex_domain

_ABSENT = frozenset(
    """
    CPointer CharSeq DictType Dim3 FunctionType GridGroup List Literal
    NumberClass Omitted Optional Poison
    RawPointer StringLiteral UnicodeCharSeq UnicodeType deferred_type dim3 grid_group
    optional pyobject string unicode_type voidptr
    """.split()
)


def _attribute(name: str) -> object:
    if name in _ABSENT:
        return Absent(f"types.{name}")
    raise AttributeError(f"module 'cudapy.cuda.types' has no attribute {name!r}")


if not TYPE_CHECKING:  # for type checkers a name that is not here is a mistake
    __getattr__ = _attribute
