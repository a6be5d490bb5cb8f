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

b1: Boolean
bool_: Boolean
byte: Integer
c16: Complex
c8: Complex
char: Integer
complex_domain: frozenset[Complex]
double: Float
f2: Float
f4: Float
f8: Float
float_: Float
i1: Integer
i2: Integer
i4: Integer
i8: Integer
int_: Integer
intc: Integer
integer_domain: frozenset[Integer]
intp: Integer
long_: Integer
longlong: Integer
none: NoneType
number_domain: frozenset[Number]
real_domain: frozenset[Float]
short: Integer
signed_domain: frozenset[Integer]
size_t: Integer
ssize_t: Integer
u1: Integer
u2: Integer
u4: Integer
u8: Integer
uchar: Integer
uint: Integer
uintc: Integer
uintp: Integer
ulong: Integer
ulonglong: Integer
unsigned_domain: frozenset[Integer]
ushort: Integer
