from collections.abc import Iterable, Iterator
from typing import Any

import numpy

from cudapy import Type as _CoreType

class Type:
    name: str
    def __init__(self, name: str) -> None: ...
    @property
    def key(self) -> Any: ...
    def __call__(self, *arguments: Any) -> Any: ...
    def __getitem__(self, index: Any) -> Array: ...
    @property
    def core(self) -> _CoreType: ...

class Number(Type):
    bitwidth: int
    def __init__(self, name: str, core: _CoreType) -> None: ...
    @property
    def itemsize(self) -> int: ...
    def answer(self) -> tuple[str, str]: ...

class Boolean(Number): ...

class Integer(Number):
    @property
    def signed(self) -> bool: ...
    @property
    def maxval(self) -> int: ...
    @property
    def minval(self) -> int: ...

class Float(Number): ...

class Complex(Number):
    @property
    def underlying_float(self) -> Float: ...

class DtypeType(Type):
    dtype: numpy.dtype[Any]
    def __init__(self, dtype: numpy.dtype[Any]) -> None: ...

class NoneType(Type): ...

class Array(Type):
    dtype: Type
    ndim: int
    layout: str
    mutable: bool
    aligned: bool
    def __init__(
        self,
        dtype: Type,
        ndim: int,
        layout: str,
        readonly: bool = False,
        name: str | None = None,
        aligned: bool = True,
    ) -> None: ...
    def copy(
        self,
        dtype: Type | None = None,
        ndim: int | None = None,
        layout: str | None = None,
        readonly: bool | None = None,
    ) -> Array: ...
    @property
    def is_c_contig(self) -> bool: ...
    @property
    def is_f_contig(self) -> bool: ...
    @property
    def is_contig(self) -> bool: ...

class Tuple(Type):
    types: tuple[Type, ...]
    def __new__(cls, types: Iterable[Type]) -> Tuple: ...
    def __init__(self, types: Iterable[Type]) -> None: ...
    @property
    def count(self) -> int: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Type]: ...

class UniTuple(Tuple):
    dtype: Type
    def __new__(cls, dtype: Any, count: int) -> UniTuple: ...
    def __init__(self, dtype: Any, count: int | None = None) -> None: ...

class NamedTuple(Tuple):
    instance_class: type
    fields: tuple[str, ...]
    def __new__(cls, types: Iterable[Type], instance_class: type) -> NamedTuple: ...
    def __init__(self, types: Iterable[Type], instance_class: type) -> None: ...

class NamedUniTuple(NamedTuple):
    dtype: Type
    def __new__(cls, dtype: Any, count: int, instance_class: type) -> NamedUniTuple: ...
    def __init__(self, dtype: Any, count: int, instance_class: type | None = None) -> None: ...

class Signature:
    return_type: Type | None
    args: tuple[Type, ...]
    def __init__(self, return_type: Type | None, args: Iterable[Type]) -> None: ...

def signature(return_type: Type | None, *args: Type) -> Signature: ...
def translated(value: Any) -> Any: ...

void: NoneType
boolean: Boolean
int8: Integer
int16: Integer
int32: Integer
int64: Integer
uint8: Integer
uint16: Integer
uint32: Integer
uint64: Integer
float16: Float
bfloat16: Float
float32: Float
float64: Float
complex64: Complex
complex128: Complex
NUMBERS: tuple[Number, ...]
BY_NAME: dict[str, Number]
BY_CORE: dict[_CoreType, Number]
