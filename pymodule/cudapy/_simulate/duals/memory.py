"""Arrays whose elements have tangents, which are in an array of the same type and shape next to them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..array import Array, Lists, to_type
from ..number import BFLOAT16, Value, bfloat16_bits, bfloat16_value, is_real, round_to_bfloat16
from ..structs import ElementKind, Record, Struct, Vector, VectorValue, load_as
from .number import dot_of, dual, flow


def is_differentiable(kind: Any) -> bool:
    """Returns whether values of the type have tangents."""
    if isinstance(kind, (Struct, Vector)):
        return any(is_differentiable(field) for field in kind.fields.values())
    return is_real(kind)


def tangent_to_store(value: Value, kind: ElementKind, in_struct: bool = False) -> Any:
    """Returns the tangent of a value as what NumPy stores, 0 for what has none."""
    if isinstance(kind, Struct):
        return tuple(
            tangent_to_store(getattr(value, name), field, True) for name, field in kind.fields.items()
        )
    if isinstance(kind, Vector):
        return tuple(tangent_to_store(each, kind.component) for each in kind.of(value))
    dot = dot_of(value) or 0
    if kind == BFLOAT16:
        return bfloat16_bits(round_to_bfloat16(dot)) if in_struct else round_to_bfloat16(dot)
    return dot


def with_tangent(value: Value, stored: Any, kind: ElementKind) -> Value:
    """Returns a value that was loaded with its tangent, as NumPy stores it."""
    if isinstance(kind, Struct):
        return DualRecord(value._data, kind, stored)
    if isinstance(kind, Vector):
        pairs = zip(value, stored.item() if isinstance(stored, np.void) else stored)
        return VectorValue(kind, [with_tangent(each, dot, kind.component) for each, dot in pairs])
    if not is_real(kind):
        return value
    if kind == BFLOAT16 and isinstance(stored, np.uint16):
        stored = bfloat16_value(stored)
    return dual(value, stored.item() if isinstance(stored, np.generic) else stored)


class DualArray(Array):
    """An array with the tangents of its elements."""

    def __init__(
        self,
        data: np.ndarray[Any, Any],
        kind: ElementKind,
        rank: int = 1,
        dots: np.ndarray[Any, Any] | None = None,
    ) -> None:
        super().__init__(data, kind, rank)
        self.dots = np.zeros_like(data) if dots is None else dots

    def __getitem__(self, key: Any) -> Value:
        found, dots = super().__getitem__(key), self.dots[self._place(key)]
        if isinstance(found, Array):
            return DualArray(found.data, self.kind, found.rank, dots)
        return with_tangent(found, dots, self.kind)

    def __setitem__(self, key: Any, value: Value) -> None:
        value = to_type(value, self.kind)
        dots = tangent_to_store(value, self.kind)
        super().__setitem__(key, value)
        self.dots[self._place(key)] = dots

    def sum_with_tangent(self, new: Any, old: Value, sign: int, added: Value) -> Value:
        return dual(load_as(new, self.kind), flow((1, dot_of(old)), (sign, dot_of(added))))

    def __repr__(self) -> str:
        return f"{self.data!r}, with the tangents {self.dots!r}"


def made_array(data: np.ndarray[Any, Any], kind: ElementKind, rank: int) -> Array:
    """Returns an array that a kernel declares."""
    return (DualArray if is_differentiable(kind) else Array)(data, kind, rank)


class DualRecord(Record):
    """An element of an array of structs, or a struct in one, with its tangent."""

    __slots__ = ("_dots",)
    _dots: Any

    def __init__(self, data: Any, kind: Struct, dots: Any) -> None:
        super().__init__(data, kind)
        object.__setattr__(self, "_dots", dots)

    def __getattr__(self, name: str) -> Value:
        return with_tangent(super().__getattr__(name), self._dots[name], self._kind.fields[name])

    def __setattr__(self, name: str, value: Value) -> None:
        kind = self._kind.fields[name]
        value = to_type(value, kind)
        dots = tangent_to_store(value, kind, True)
        super().__setattr__(name, value)
        self._dots[name] = dots


def with_tangents(value: Any, dots: Any, kind: ElementKind) -> Any:
    """Returns an argument of a launch with its tangents, which is one of the same type."""
    if isinstance(value, Lists):
        return Lists([with_tangents(*both, kind) for both in zip(value.rows, dots.rows)], kind)
    if isinstance(value, Array):
        return DualArray(value.data, kind, value.rank, dots.data)
    if isinstance(kind, Struct):
        made = kind.of(value).copy()
        for name, field in kind.fields.items():
            setattr(made, name, with_tangents(getattr(made, name), getattr(dots, name), field))
        return made
    if isinstance(kind, Vector):
        return VectorValue(kind, [with_tangents(*both, kind.component) for both in zip(value, dots)])
    return dual(value, dots.value.item()) if is_real(kind) else value
