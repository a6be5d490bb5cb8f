from cudapy import Type

bool_: Type
boolean: Type
complex128: Type
complex64: Type
double: Type
f4: Type
f8: Type
float32: Type
float64: Type
float_: Type
i1: Type
i2: Type
i4: Type
i8: Type
int16: Type
int32: Type
int64: Type
int8: Type
int_: Type
intc: Type
intp: Type
u1: Type
u2: Type
u4: Type
u8: Type
uint16: Type
uint32: Type
uint64: Type
uint8: Type
uintc: Type
uintp: Type
void: Type

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
