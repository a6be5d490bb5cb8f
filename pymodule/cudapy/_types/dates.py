"""NumPy's dates (datetime64) and the spans between them (timedelta64) among the types of elements. Only
kernels of cudapy.cuda take them."""

from __future__ import annotations

from .. import _core

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

    import numpy

_UNITS = frozenset("Y M W D h m s ms us ns ps fs as".split())


def is_date(kind: object) -> bool:
    """Returns whether a type of elements is one of dates or spans."""
    return (
        isinstance(kind, _core.Type)
        and kind.name.startswith(("datetime64[", "timedelta64["))
        and not kind.ndim
    )


def is_date_dtype(dtype: object) -> bool:
    """Returns whether something is a dtype of NumPy for dates or spans."""
    return getattr(dtype, "kind", None) in ("M", "m")


def has_dates(value: Any) -> bool:
    """Returns whether a value of NumPy is a date or a span, or an array of them."""
    return (
        hasattr(type(value), "dtype")
        and not isinstance(value, _core.CudaArray)
        and is_date_dtype(value.dtype)
    )


def unit_of(dtype: numpy.dtype[Any]) -> str:
    """Returns the unit of a dtype of dates, such as "D"; an empty text for none, and "25s" for several of
    one."""
    return dtype.name.partition("[")[2].removesuffix("]")


def date_of(dtype: numpy.dtype[Any]) -> _core.Type:
    """Returns the type of elements for a dtype of dates.

    Raises TypeError for a dtype without a unit, for one that counts several of a unit, and for one of the
    other byte order."""
    unit = unit_of(dtype)
    if not dtype.isnative:
        raise TypeError(f'kernels have no byte-swapped {dtype.name}: convert it with .astype("{dtype.name}")')
    if not unit:
        raise TypeError(
            f'kernels have no {dtype.name} without a unit: give it one, as .astype("{dtype.name}[s]") does'
        )
    if unit not in _UNITS:
        raise TypeError(
            f"kernels have no {dtype.name}, which counts several of a unit: convert it to that unit, with "
            ".astype(...)"
        )
    return _core.date_type(dtype.name)
