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

bool_ = boolean
b1: Boolean = boolean
none = void
i1: Integer = int8
i2: Integer = int16
i4: Integer = int32
i8: Integer = int64
u1: Integer = uint8
u2: Integer = uint16
u4: Integer = uint32
u8: Integer = uint64
f2: Float = float16
f4: Float = float32
f8: Float = float64
c8: Complex = complex64
c16: Complex = complex128
byte = uint8
uchar: Integer = uint8
char: Integer = int8
short: Integer = int16
ushort: Integer = uint16
int_ = int64
long_: Integer = int64
longlong: Integer = int64
intp: Integer = int64
ssize_t: Integer = int64
uint = uint64
ulong: Integer = uint64
ulonglong: Integer = uint64
uintp: Integer = uint64
size_t: Integer = uint64
intc: Integer = int32
uintc: Integer = uint32
float_: Float = float32
double: Float = float64

signed_domain: frozenset[Integer] = frozenset((int8, int16, int32, int64))
unsigned_domain: frozenset[Integer] = frozenset((uint8, uint16, uint32, uint64))
integer_domain: frozenset[Integer] = signed_domain | unsigned_domain
real_domain: frozenset[Float] = frozenset((float32, float64))
complex_domain: frozenset[Complex] = frozenset((complex64, complex128))
number_domain: frozenset[Integer | Float | Complex] = integer_domain | real_domain | complex_domain

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
