"""Structs and vectors as a kernel sees them.

An element of an array of structs is a reference to its memory, as NumPy's records are; what a kernel makes is
an object, which names and fields refer to. Fields load and store at their declared width. Vectors are values.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, TypeAlias, TypeGuard

import numpy as np

from .. import _core
from .dtypes import load, to_scalar
from .number import (
    BFLOAT16,
    BITS,
    COMPLEX64,
    COMPLEX128,
    HALF,
    Kind,
    Number,
    Value,
    bfloat16_bits,
    bfloat16_value,
)

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .recording import Layout

ElementKind: TypeAlias = "Kind | Struct | Vector"  # what an element of an array, or a field, may be of

_NAMES = {
    "bool": "bool",
    "int32": "int",
    "float32": "float",
    "float64": "double",
    "float16": HALF,
    "bfloat16": BFLOAT16,
    "complex64": COMPLEX64,
    "complex128": COMPLEX128,
    **{kind: kind for kind in BITS if kind != "int"},
}
_kinds: dict[type, Struct | Vector] = {}


def is_struct(value: object) -> TypeGuard[Any]:
    return isinstance(value, type) and "__cudapy_fields__" in vars(value)


def is_vector(value: object) -> TypeGuard[Any]:
    return isinstance(value, type) and "__cudapy_vector__" in vars(value)


def kind_of_class(cls: type) -> Struct | Vector:
    """The kind of a struct's or vector's class; there is one for each."""
    if cls not in _kinds:
        _kinds[cls] = Struct(cls) if is_struct(cls) else Vector(cls)
    return _kinds[cls]


def _kind(annotation: Any) -> ElementKind:
    if is_struct(annotation) or is_vector(annotation):
        return kind_of_class(annotation)
    named = _core.Pointer(annotation).element
    assert named is not None and named.numpy_name is not None
    return _NAMES[named.numpy_name]


class Struct:
    """The kind of a struct; calling it makes one, as in a kernel."""

    def __init__(self, cls: Any) -> None:
        self.cls = cls
        self.fields = {name: _kind(annotation) for name, annotation in cls.__cudapy_fields__}
        self.dtype = cls.dtype

    def __call__(self, *values: Value, **named: Value) -> StructValue:
        given = dict(zip(self.fields, values, strict=False)) | named
        assert len(values) <= len(self.fields) and not set(given) - set(self.fields)
        for name, default in zip(self.fields, self.cls.__cudapy_defaults__):
            if name not in given:
                given[name] = default
        return StructValue(self, given)

    def of(self, value: Any) -> StructValue | Record:
        """An argument of a launch: an instance of the class, a record or a tuple."""
        if isinstance(value, (StructValue, Record)):
            return value
        if isinstance(value, np.void):
            return Record(value, self).copy()
        parts = value if isinstance(value, tuple) else [getattr(value, name) for name in self.fields]
        return StructValue(self, dict(zip(self.fields, parts, strict=True)))

    def items(self, value: Any) -> tuple[Any, ...]:
        """A struct's fields as what NumPy stores."""
        value = self.of(value)
        return tuple(_raw(getattr(value, name), kind) for name, kind in self.fields.items())


def _raw(value: Any, kind: ElementKind) -> Any:
    if isinstance(kind, (Struct, Vector)):
        return kind.items(value)
    if kind == BFLOAT16:
        return bfloat16_bits(value.value)
    return value.value if isinstance(value, Number) else value


def _typed(value: Any, kind: ElementKind) -> Value:
    """Returns the value that a field of the kind keeps. A struct is kept as the object that it is."""
    return kind.of(value) if isinstance(kind, (Struct, Vector)) else to_scalar(value, kind)


class StructValue:
    """A struct that a kernel made."""

    __slots__ = ("_kind", "_values")
    _kind: Struct
    _values: dict[str, Value]

    def __init__(self, kind: Struct, values: dict[str, Value]) -> None:
        object.__setattr__(self, "_kind", kind)
        object.__setattr__(
            self, "_values", {name: _typed(values[name], each) for name, each in kind.fields.items()}
        )

    def __getattr__(self, name: str) -> Value:
        if name.startswith("__") or name not in self._values:
            raise AttributeError(name)
        return self._values[name]

    def __setattr__(self, name: str, value: Value) -> None:
        self._values[name] = _typed(value, self._kind.fields[name])

    def copy(self) -> StructValue:
        return StructValue(
            self._kind,
            {
                name: value.copy() if isinstance(value, (StructValue, Record)) else value
                for name, value in self._values.items()
            },
        )


class Record:
    """An element of an array of structs, or a struct in one."""

    __slots__ = ("_data", "_kind", "_layout")
    _data: Any
    _kind: Struct
    _layout: Layout | None

    def __init__(self, data: Any, kind: Struct, layout: Layout | None = None) -> None:
        object.__setattr__(self, "_data", data)
        object.__setattr__(self, "_kind", kind)
        object.__setattr__(self, "_layout", layout)

    def __getattr__(self, name: str) -> Value:
        if name.startswith("__") or name not in self._kind.fields:
            raise AttributeError(name)
        kind = self._kind.fields[name]
        layout = self._layout and self._layout.field(self._kind.dtype.fields[name][1], name)
        if layout and isinstance(kind, Struct):
            return Record(self._data[name], kind, layout)
        if layout:
            layout.note(kind, "read")
        return load_as(self._data[name], kind)

    def __setattr__(self, name: str, value: Value) -> None:
        kind = self._kind.fields[name]
        if self._layout:
            self._layout.field(self._kind.dtype.fields[name][1], name).note(kind, "write")
        self._data[name] = _raw(_typed(value, kind), kind)

    def copy(self) -> StructValue:
        return StructValue(
            self._kind,
            {
                name: value.copy() if isinstance(value, (StructValue, Record)) else value
                for name, value in ((name, getattr(self, name)) for name in self._kind.fields)
            },
        )


def whole(value: Value) -> Value:
    """Returns a value to be stored. A struct in memory is read completely here."""
    return value.copy() if isinstance(value, Record) else value


class Vector:
    """The kind of a vector; calling it makes one."""

    def __init__(self, cls: Any) -> None:
        self.cls = cls
        self.component = _kind(cls.__cudapy_vector__)
        self.fields = dict.fromkeys(cls.__slots__, self.component)
        self.width = len(self.fields)
        self.inner = (self.width,)
        self.dtype = np.dtype(cls.__cudapy_vector__.numpy_name)

    def __call__(self, *values: Value) -> VectorValue:
        return VectorValue(self, values)

    def of(self, value: Any) -> VectorValue:
        if isinstance(value, VectorValue):
            return value
        if isinstance(value, np.void):
            value = value.item()
        return VectorValue(self, tuple(value))

    def items(self, value: Any) -> tuple[Any, ...]:
        return tuple(_raw(each, self.component) for each in self.of(value)._values)


class VectorValue:
    """A vector. Nothing changes it."""

    __slots__ = ("_kind", "_values")
    _kind: Vector
    _values: tuple[Value, ...]

    def __init__(self, kind: Vector, values: Sequence[Value]) -> None:
        assert len(values) == kind.width
        object.__setattr__(self, "_kind", kind)
        object.__setattr__(self, "_values", tuple(_typed(value, kind.component) for value in values))

    def __getattr__(self, name: str) -> Value:
        if name.startswith("__") or name not in self._kind.fields:
            raise AttributeError(name)
        return self._values["xyzw".index(name)]

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a vector does not change")

    def __iter__(self) -> Iterator[Value]:
        return iter(self._values)

    def _apply(
        self, operation: Callable[[Any, Any], Any], other: Value, reflected: bool = False
    ) -> VectorValue:
        others = other._values if isinstance(other, VectorValue) else [other] * self._kind.width
        pairs = zip(others, self._values) if reflected else zip(self._values, others)
        return VectorValue(self._kind, [operation(a, b) for a, b in pairs])

    def __neg__(self) -> VectorValue:
        return VectorValue(self._kind, [-each for each in self._values])

    def __add__(self, other: Value) -> VectorValue:
        return self._apply(operator.add, other)

    def __radd__(self, other: Value) -> VectorValue:
        return self._apply(operator.add, other, True)

    def __sub__(self, other: Value) -> VectorValue:
        return self._apply(operator.sub, other)

    def __rsub__(self, other: Value) -> VectorValue:
        return self._apply(operator.sub, other, True)

    def __mul__(self, other: Value) -> VectorValue:
        return self._apply(operator.mul, other)

    def __rmul__(self, other: Value) -> VectorValue:
        return self._apply(operator.mul, other, True)

    def __truediv__(self, other: Value) -> VectorValue:
        return self._apply(operator.truediv, other)

    def __rtruediv__(self, other: Value) -> VectorValue:
        return self._apply(operator.truediv, other, True)


def items_of(value: Any) -> Any:
    """An instance of a struct or a vector as what NumPy stores; anything else as it is."""
    if hasattr(value, "__cudapy_fields__"):
        return tuple(items_of(getattr(value, name)) for name, _ in value.__cudapy_fields__)
    return tuple(value) if hasattr(value, "__cudapy_vector__") else value


def load_as(data: Any, kind: ElementKind) -> Value:
    """Returns what a kernel sees of memory: a struct as a reference, anything else as a value."""
    if isinstance(kind, Struct):
        return Record(data, kind)
    if isinstance(kind, Vector):
        return kind.of(data)
    if kind == BFLOAT16 and isinstance(data, np.uint16):
        return Number(bfloat16_value(data), kind)
    return load(data, kind)


__all__ = [
    "Record",
    "Struct",
    "StructValue",
    "Vector",
    "VectorValue",
    "is_struct",
    "is_vector",
    "items_of",
    "kind_of_class",
    "load_as",
]
