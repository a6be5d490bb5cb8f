"""unique: the elements, or the parts along an axis, that differ, in their order, and where and how often each
is."""

from __future__ import annotations

import math

from .. import _core
from .._compile.names import idx
from .._types.names import int64
from .arguments import around, array_of, axis_of, call, number_type
from .keys import keys_of
from .radix import places_in_rows, sort_rows
from .select import places_of
from .sort import order_of, sort

_FLOATS = ("half", "bfloat16", "float", "double")


# take : void (T* X, uint32* order, T* Y)
def take(X, order, Y):
    Y[idx] = X[int(order[idx])]


# begins_ints : void (T* X, bool* begins)
def begins_ints(X, begins):
    begins[idx] = idx == 0 or X[idx] != X[idx - 1]


# begins_floats : void (T* X, bool* begins)
def begins_floats(X, begins):
    """All NaNs are one."""
    begins[idx] = idx == 0 or (X[idx] != X[idx - 1] and (X[idx] == X[idx] or X[idx - 1] == X[idx - 1]))


# begins_parts : void (T* X, uint32* order, bool* begins, int parts)
def begins_parts(X, order, begins, parts):
    """X has the first element of each of so many parts, then the second one of each."""
    differs = idx == 0
    if idx > 0:
        this, before = int(order[idx]), int(order[idx - 1])
        for i in range(len(X) // parts):
            if X[i * parts + this] != X[i * parts + before]:
                differs = True
                break
    begins[idx] = differs


# put_starts : void (bool* begins, uint32* places, int64* starts)
def put_starts(begins, places, starts):
    if begins[idx]:
        starts[int(places[idx]) - 1] = int64(idx)


# put_values : void (T* X, int64* starts, T* Y)
def put_values(X, starts, Y):
    Y[idx] = X[int(starts[idx])]


# put_parts : void (T* X, uint32* order, int64* starts, T* Y, int parts)
def put_parts(X, order, starts, Y, parts):
    found = len(starts)
    Y[idx] = X[idx // found * parts + int(order[int(starts[idx % found])])]


# first_of : void (int64* starts, uint32* order, int64* index)
def first_of(starts, order, index):
    index[idx] = int64(order[int(starts[idx])])


# put_inverse : void (uint32* places, uint32* order, int64* inverse)
def put_inverse(places, order, inverse):
    inverse[int(order[idx])] = int64(places[idx]) - 1


# lengths : void (int64* starts, int64* counts, int64 total)
def lengths(starts, counts, total):
    end = total
    if idx + 1 < len(starts):
        end = starts[idx + 1]
    counts[idx] = end - starts[idx]


def unique(X, axis, return_index, return_inverse, return_counts):
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


def _elements(X, with_order):
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


def _parts(X, axis):
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


def _order_of_parts(along, count, parts):
    """The places of the parts in their order: they are sorted by their last elements first."""
    order = places_in_rows(parts, max(parts, 1), along.device, "unique")
    elements = _core.empty(parts, _core.elemType(along), along.device)
    for i in reversed(range(count if parts > 1 else 0)):
        column = along[i * parts : (i + 1) * parts]
        call(take, along.device, "unique")(parts)(column, order, elements)
        keys, bits = keys_of(elements, True, "unique")
        order = sort_rows(keys, bits, parts, order, "unique")[1]
    return order


class _Groups:
    """What is alike, one after the other: where each group begins, and the group that each member is in."""

    def __init__(self, begins, order):
        self.order = order
        self.places, found = places_of(begins, "unique")
        self.starts = _core.empty(found, _core.Int64, begins.device)
        if found:
            call(put_starts, begins.device, "unique")(len(begins))(begins, self.places, self.starts)


def _positions(groups, inverse_shape, asked):
    """Where each group's first member was, in which group each one is, and how many there are, as asked."""
    starts, device, members = groups.starts, groups.starts.device, len(groups.places)
    index, counts = (_core.empty(len(starts), _core.Int64, device) for _ in range(2))
    inverse = _core.empty(inverse_shape, _core.Int64, device)
    return_index, return_inverse, return_counts = asked
    if members and return_index:
        call(first_of, device, "unique")(len(starts))(starts, groups.order, index)
    if members and return_inverse:
        call(put_inverse, device, "unique")(members)(groups.places, groups.order, inverse.reshape(-1))
    if members and return_counts:
        call(lengths, device, "unique")(len(starts))(starts, counts, members)
    return [each for each, is_asked in zip((index, inverse, counts), asked) if is_asked]
