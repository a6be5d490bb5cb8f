"""`call.over(A)`: a launch with one thread for each element of an array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import _core
from .._arrays.lists import CudaLists

_ROWS = (list, tuple, range)


@_core.entry
def launch(kernel: Any, name: str, arrays: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """A launch of the kernel, which messages call by this name, over the arrays."""
    if not arrays:
        raise TypeError(f"{name}.over: give the array whose elements get a thread each: {name}.over(A)(...)")
    axes = options.pop("axes", None)
    shape = _leading(name, _shape(name, arrays[0]), axes)
    for place, array in enumerate(arrays[1:], 2):
        other = _leading(name, _shape(name, array), axes)
        if other != shape:
            raise ValueError(
                f"{name}.over: the arrays must have one shape"
                + (f" along their first {axes} axes" if axes else "")
                + f": number 1 is of shape {shape}, number {place} of {other}"
            )
    if len(shape) > 3:
        y, x = len(shape) - 2, len(shape) - 1
        rest = " * ".join(f"A.shape[{axis}]" for axis in range(y))
        raise ValueError(
            f"{name}.over: an array of shape {shape} has {len(shape)} dimensions, and threads have 3: write "
            f"{name}(A.shape[{x}], A.shape[{y}], {rest}) and find the first {y} indices from idz by // and %"
        )
    return kernel(*reversed(shape), **options)


def _leading(name: str, shape: tuple[int, ...], axes: int | None) -> tuple[int, ...]:
    """Returns the extents along the first axes, which get the threads; all of them for None."""
    if axes is None:
        return shape
    if type(axes) is not int or not 1 <= axes <= 3:
        raise ValueError(f"{name}.over: axes must be 1, 2, 3 or None, got {axes!r}")
    if len(shape) < axes:
        raise ValueError(f"{name}.over: an array of shape {shape} has no {axes} axes")
    return shape[:axes]


def _shape(name: str, array: Any) -> tuple[int, ...]:
    if isinstance(array, CudaLists):
        raise TypeError(
            f"{name}.over: CudaLists have rows of lengths of their own: write {name}(len(rows)) for a "
            "thread for each row"
        )
    if isinstance(array, _ROWS):
        shape = _shape_of_rows(name, array)
    elif isinstance(given := getattr(array, "shape", None), tuple):
        shape = tuple(int(extent) for extent in given)
    else:
        shape = _shape_of_buffer(name, array)
    if not shape:
        raise TypeError(
            f"{name}.over: takes arrays, and this {type(array).__name__} has no dimension: write {name}(1)"
        )
    return shape


def _shape_of_buffer(name: str, array: Any) -> tuple[int, ...]:
    try:
        return memoryview(array).shape or ()
    except TypeError:
        pass
    interface = getattr(array, "__cuda_array_interface__", None) or getattr(
        array, "__array_interface__", None
    )
    if interface is None:
        raise TypeError(
            f"{name}.over: takes arrays, got {type(array).__name__}: write {name}(n) for n threads, or pass "
            "list(...) of it"
        )
    return tuple(interface["shape"])


def _shape_of_rows(name: str, rows: Sequence[Any]) -> tuple[int, ...]:
    """The extents of nested lists, all rows of which must be equally long."""
    shape: tuple[int, ...] = (len(rows),)
    level: list[Any] = [rows]
    while level[0] and isinstance(level[0][0], _ROWS):
        level = [row for each in level for row in each]
        lengths = {len(row) if isinstance(row, _ROWS) else -1 for row in level}
        if len(lengths) != 1:
            raise ValueError(
                f"{name}.over: the rows of a list are not equally long: write {name}(len(rows)) for a "
                "thread for each row"
            )
        shape += (lengths.pop(),)
    return shape
