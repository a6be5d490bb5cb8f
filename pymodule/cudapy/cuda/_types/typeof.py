"""The types of numba that values have as arguments of kernels."""

from __future__ import annotations

from ... import _core
from ..._arrays.layout import layout_of
from ..._types.dates import has_dates, is_date
from .._jit.arguments import ArgumentHint
from .date_types import date_type, type_of_core
from .enums import is_member, type_of_member
from .record_types import record_type, type_of_layout
from .records import has_records, is_layout, is_record
from .types import (
    BY_CORE,
    BY_NAME,
    Array,
    NamedTuple,
    Tuple,
    Type,
    boolean,
    complex128,
    float64,
    int64,
    uint64,
    void,
)

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any, NoReturn

_OF_PYTHON: dict[type, Type] = {bool: boolean, float: float64, complex: complex128, type(None): void}


def typeof(value: Any) -> Type:
    """Returns the type of a value: of a number, an array on the host or on the device, or a tuple of them. An
    int is an int64, from 2**63 on a uint64.

    Raises TypeError for anything else, and OverflowError for an int of more than 64 bits.
    """
    kind = type(value)
    if isinstance(value, Type):
        return _refuse(value)
    if kind in _OF_PYTHON:
        return _OF_PYTHON[kind]
    if kind is _core.CudaArray:
        element = value.elemType()
        if is_layout(element):
            return Array(type_of_layout(element), value.ndim, layout_of(value))
        if is_date(element):
            return Array(type_of_core(element), value.ndim, layout_of(value))
        return Array(BY_CORE[element], value.ndim, layout_of(value)) if element in BY_CORE else _refuse(value)
    if isinstance(value, ArgumentHint):
        return typeof(value.value)
    if is_member(value):
        return type_of_member(value)
    if isinstance(value, int):
        if not -(2**63) <= value < 2**64:
            raise OverflowError(f"typeof: {value} is no integer of 64 bits")
        return uint64 if value >= 2**63 else int64
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return NamedTuple(tuple(map(typeof, value)), kind)
    if kind in (tuple, list):
        return Tuple(map(typeof, value)) if kind is tuple else _refuse(value)
    dtype: Any = getattr(value, "dtype", None)
    ndim = getattr(value, "ndim", None)
    if has_records(value) and is_record(value):
        return record_type(dtype)
    number = _number_of(value, dtype)
    if number is None or not isinstance(ndim, int):
        return _of_another_library(value)
    if not ndim and not hasattr(kind, "__array_finalize__"):
        return number
    writeable = getattr(getattr(value, "flags", None), "writeable", True)
    return Array(number, ndim, layout_of(value) if isinstance(value.strides, tuple) else "A", not writeable)


def _number_of(value: Any, dtype: Any) -> Type | None:
    """Returns the type of the elements of an array of NumPy, or of one of its scalars; None for another
    value, and where there is none."""
    if has_dates(value):
        return date_type(dtype)
    if has_records(value):
        return record_type(dtype)
    return BY_NAME.get(getattr(dtype, "name", "")) if getattr(dtype, "isnative", True) else None


def _of_another_library(value: Any) -> Type:
    """Returns the type of an array of PyTorch and its like."""
    if not (hasattr(value, "__dlpack__") or hasattr(value, "__cuda_array_interface__")) or hasattr(
        type(value), "__array_finalize__"
    ):
        return _refuse(value)
    number, ndim = BY_CORE.get(_core.elemType(value)), _core.dimensions(value)
    return Array(number, ndim, "A") if number and ndim else _refuse(value)


def _refuse(value: object) -> NoReturn:
    raise TypeError(f"typeof: kernels of cuda.jit have no type for a {type(value).__name__}")
