"""Types and signatures of numba itself, in programs that import them from it: `from numba import float32`."""

from __future__ import annotations

from .types import BY_NAME, Array, NamedTuple, Signature, Tuple, UniTuple, void

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .record_types import NestedArray, Record


def is_numbas(value: object) -> bool:
    """Returns whether a value is of a class of numba itself."""
    return str(type(value).__module__).startswith("numba.")


def translated(value: Any) -> Any:
    """Returns the type, or the signature, for one of numba itself; any other value as it is."""
    if not is_numbas(value):
        return value
    if hasattr(value, "return_type") and hasattr(value, "args"):
        return Signature(translated(value.return_type), map(translated, value.args))
    if ".types." not in type(value).__module__:
        return value
    if str(value) == "none":
        return void
    make = _MAKERS.get(type(value).__name__)
    if make is None and hasattr(value, "layout") and hasattr(value, "dtype"):
        make = _array
    return (make(value) if make else BY_NAME.get(str(value))) or value


def _array(value: Any) -> Any:
    dtype = translated(value.dtype)
    if is_numbas(dtype):  # a type of elements that is not known here
        return value
    is_aligned = (
        value.aligned or type(value.dtype).__name__ == "Record"
    )  # whose fields are looked at one by one
    return Array(dtype, value.ndim, value.layout, not value.mutable, None, is_aligned)


def _record(value: Any) -> Record | None:
    from .record_types import Record

    fields = [
        (name, {"type": translated(each.type), "offset": each.offset}) for name, each in value.fields.items()
    ]
    return (
        None
        if any(is_numbas(each["type"]) for _, each in fields)
        else Record(fields, value.size, value.aligned)
    )


def _nested_array(value: Any) -> NestedArray | None:
    from .record_types import NestedArray

    dtype = translated(value.dtype)
    return None if is_numbas(dtype) else NestedArray(dtype, value.shape)


def _tuple(value: Any) -> Tuple | None:
    types = tuple(map(translated, value.types))
    return None if any(map(is_numbas, types)) else Tuple(types)


def _uniform_tuple(value: Any) -> UniTuple | None:
    dtype = translated(value.dtype)
    return None if is_numbas(dtype) else UniTuple(dtype, value.count)


def _named_tuple(value: Any) -> NamedTuple | None:
    types = tuple(map(translated, value.types))
    return None if any(map(is_numbas, types)) else NamedTuple(types, value.instance_class)


def _date(value: Any) -> Any:
    from . import date_types

    return getattr(date_types, type(value).__name__)(value.unit)


_MAKERS: dict[str, Callable[[Any], Any]] = {
    "NPDatetime": _date,
    "NPTimedelta": _date,
    "NamedTuple": _named_tuple,
    "NamedUniTuple": _named_tuple,
    "NestedArray": _nested_array,
    "Record": _record,
    "Tuple": _tuple,
    "UniTuple": _uniform_tuple,
}
