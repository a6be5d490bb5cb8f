"""unique: the elements, or the parts along an axis, that differ, in their order, and where and how often each
is."""

from __future__ import annotations

import math

from .. import _core
from .arguments import around, array_of, axis_of, call, number_type
from .kernels.places import (
    begins_floats,
    begins_ints,
    begins_parts,
    first_of,
    lengths,
    put_inverse,
    put_parts,
    put_starts,
    put_values,
    take,
)
from .keys import keys_of
from .radix import places_in_rows, sorted_places
from .select import places_of
from .sort import order_of, sort

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from typing import Any, SupportsIndex

    from .._core import CudaArray

    ResultChoice = tuple[bool, bool, bool]  # for the index, the inverse and the counts

_FLOATS = ("half", "bfloat16", "float", "double")


def unique(
    X: Any, axis: SupportsIndex | None, return_index: bool, return_inverse: bool, return_counts: bool
) -> CudaArray | tuple[CudaArray, ...]:
    X = array_of(X, "unique")
    number_type(X, "unique")
    if axis is not None:
        axis = axis_of(axis, X.ndim, "unique")
    asked = (return_index, return_inverse, return_counts)
    if axis is None or X.ndim == 1:
        values, groups = _elements(X.reshape(X.size), return_index or return_inverse)
        inverse_shape = X.shape
    else:
        values, groups = _parts(X, axis)
        inverse_shape = X.shape[axis]
    results = [values, *_positions(groups, inverse_shape, asked)]
    return tuple(results) if len(results) > 1 else values


def _elements(X: CudaArray, with_order: bool) -> tuple[CudaArray, _Groups]:
    """The elements that differ, and which of them the elements are, in their order."""
    order = None
    if with_order and len(X):
        order = order_of(X, len(X), "unique")
        ordered = _core.empty(len(X), _core.elemType(X), X.device)
        call(take, X.device, "unique")(len(X))(X, order, ordered)
    else:
        ordered = sort(X, None)
    begins = _core.empty(len(X), _core.Bool, X.device)
    if len(X):
        kernel = begins_floats if _core.elemType(X).name in _FLOATS else begins_ints
        call(kernel, X.device, "unique")(len(X))(ordered, begins)
    groups = _Groups(begins, order)
    values = _core.empty(len(groups.starts), _core.elemType(X), X.device)
    if len(values):
        call(put_values, X.device, "unique")(len(values))(ordered, groups.starts, values)
    return values, groups


def _parts(X: CudaArray, axis: int) -> tuple[CudaArray, _Groups]:
    """The parts along an axis that differ, compared element by element from the first one."""
    outer, parts, inner = around(X.shape, axis)
    along = X.reshape(outer, parts, inner).transpose(0, 2, 1).copy().reshape(outer * inner * parts)
    order = _order_of_parts(along, outer * inner, parts)
    begins = _core.empty(parts, _core.Bool, X.device)
    if parts:
        call(begins_parts, X.device, "unique")(parts)(along, order, begins, parts)
    groups = _Groups(begins, order)
    found = len(groups.starts)
    values = _core.empty((outer, inner, found), _core.elemType(X), X.device)
    if math.prod(values.shape):
        given = (along, order, groups.starts, values.reshape(-1), parts)
        call(put_parts, X.device, "unique")(values.size)(*given)
    shape = (*X.shape[:axis], found, *X.shape[axis + 1 :])
    return values.transpose(0, 2, 1).copy().reshape(shape), groups


def _order_of_parts(along: CudaArray, count: int, parts: int) -> CudaArray:
    """The places of the parts in their order: they are sorted by their last elements first."""
    order = places_in_rows(parts, max(parts, 1), along.device, "unique")
    elements = _core.empty(parts, _core.elemType(along), along.device)
    for i in reversed(range(count if parts > 1 else 0)):
        column = along[i * parts : (i + 1) * parts]
        call(take, along.device, "unique")(parts)(column, order, elements)
        keys, bits = keys_of(elements, True, "unique")
        order = sorted_places(keys, bits, parts, order, "unique")
    return order


class _Groups:
    """What is alike, one after the other: where each group begins, and the group that each member is in."""

    def __init__(self, begins: CudaArray, order: CudaArray | None) -> None:
        self.order = order
        self.places, found = places_of(begins, "unique")
        self.starts = _core.empty(found, _core.Int64, begins.device)
        if found:
            call(put_starts, begins.device, "unique")(len(begins))(begins, self.places, self.starts)


def _positions(
    groups: _Groups, inverse_shape: int | tuple[int, ...], wanted: ResultChoice
) -> list[CudaArray]:
    """Where each group's first member was, in which group each one is, and how many there are, as asked."""
    starts, device, members = groups.starts, groups.starts.device, len(groups.places)
    index, counts = (_core.empty(len(starts), _core.Int64, device) for _ in range(2))
    inverse = _core.empty(inverse_shape, _core.Int64, device)
    return_index, return_inverse, return_counts = wanted
    if members and return_index:
        call(first_of, device, "unique")(len(starts))(starts, groups.order, index)
    if members and return_inverse:
        call(put_inverse, device, "unique")(members)(groups.places, groups.order, inverse.reshape(-1))
    if members and return_counts:
        call(lengths, device, "unique")(len(starts))(starts, counts, members)
    return [each for each, is_asked in zip((index, inverse, counts), wanted) if is_asked]
