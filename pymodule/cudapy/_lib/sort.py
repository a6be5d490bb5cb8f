"""sort and argsort along an axis: radix sort of keys."""

from __future__ import annotations

import math

from .. import _core
from .arguments import array_of, axis_of, call, number_type
from .kernels.places import take_in_rows, widen
from .keys import keys_of, numbers_of
from .radix import places_in_rows, sort_rows, sorted_places

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, SupportsIndex

    from .._core import CudaArray


def sort(X: Any, axis: SupportsIndex | None) -> CudaArray:
    X = array_of(X, "sort")
    number_type(X, "sort")
    rows, back = _as_rows(X, axis, "sort")
    Y = _core.empty(rows.shape, _core.elemType(X), X.device)
    if X.size and _core.is_recording():  # what goes through the bits of numbers has no derivative
        order = order_of(rows.reshape(-1), rows.shape[-1], "sort")
        call(take_in_rows, X.device, "sort")(X.size)(rows.reshape(-1), order, Y.reshape(-1), rows.shape[-1])
    elif X.size:
        keys, bits = keys_of(rows.reshape(-1), False, "sort")
        keys, _ = sort_rows(keys, bits, rows.shape[-1], None, "sort")
        numbers_of(keys, Y.reshape(-1), "sort")
    return back(Y)


def argsort(X: Any, axis: SupportsIndex | None) -> CudaArray:
    X = array_of(X, "argsort")
    number_type(X, "argsort")
    rows, back = _as_rows(X, axis, "argsort")
    Y = _core.empty(rows.shape, _core.Int64, X.device)
    if X.size:
        order = order_of(rows.reshape(-1), rows.shape[-1], "argsort")
        call(widen, X.device, "argsort")(X.size)(order, Y.reshape(-1))
    return back(Y)


def order_of(X: CudaArray, length: int, who: str) -> CudaArray:
    """The places in its row, of so many elements, at which the elements are, in their order; equal ones
    stay in theirs."""
    keys, bits = keys_of(X, True, who)
    return sorted_places(keys, bits, length, places_in_rows(len(X), length, X.device, who), who)


def _as_rows(
    X: CudaArray, axis: SupportsIndex | None, who: str
) -> tuple[CudaArray, Callable[[CudaArray], CudaArray]]:
    """X with the axis as the last one, row by row, and what makes of an array like it one like X."""
    if axis is None:
        return X.reshape(math.prod(X.shape)), lambda Y: Y
    axis = axis_of(axis, X.ndim, who)
    if axis == X.ndim - 1:
        return X, lambda Y: Y
    axes = [each for each in range(X.ndim) if each != axis]
    to_last = (*axes, axis)
    to_place = [to_last.index(each) for each in range(X.ndim)]
    return X.transpose(*to_last).copy(), lambda Y: Y.transpose(*to_place).copy()
