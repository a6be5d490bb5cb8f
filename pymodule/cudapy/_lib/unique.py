"""unique: the elements that differ, in their order, and where and how often each of them is."""

from __future__ import annotations

from cudapy import _core, idx, int64

from .arguments import array_of, axis_of, call, number_type
from .select import places_of, put
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


# put_starts : void (bool* begins, uint32* places, int64* starts)
def put_starts(begins, places, starts):
    if begins[idx]:
        starts[int(places[idx]) - 1] = int64(idx)


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
    if axis is not None and (axis_of(axis, X.ndim, "unique") or X.ndim > 1):
        raise NotImplementedError(
            "cp.lib.unique: it finds the elements that differ, and not the parts along an axis of "
            f"{X.ndim} dimensions: cupy.unique(X, axis={axis}) or torch.unique(X, dim={axis}) does"
        )
    flat = X.reshape(X.size)
    order = None
    if (return_index or return_inverse) and X.size:
        order = order_of(flat, X.size, "unique")
        ordered = _core.empty(X.size, _core.elemType(X), X.device)
        call(take, X.device, "unique")(X.size)(flat, order, ordered)
    else:
        ordered = sort(flat, None)
    begins = _core.empty(X.size, _core.Bool, X.device)
    if X.size:
        kernel = begins_floats if _core.elemType(X).name in _FLOATS else begins_ints
        call(kernel, X.device, "unique")(X.size)(ordered, begins)
    places, found = places_of(begins, "unique")
    values = _core.empty(found, _core.elemType(X), X.device)
    put(begins, places, ordered, values, (1, X.size, 1), found, "unique")
    asked = (return_index, return_inverse, return_counts)
    results = [values, *_positions(X, begins, places, order, found, asked)]
    return tuple(results) if len(results) > 1 else values


def _positions(X, begins, places, order, found, asked):
    """Where the values are first, which of them each element is, and how often they are, as asked."""
    return_index, return_inverse, return_counts = asked
    index, counts, starts = (_core.empty(found, _core.Int64, X.device) for _ in range(3))
    inverse = _core.empty(X.shape, _core.Int64, X.device)
    if X.size:
        call(put_starts, X.device, "unique")(X.size)(begins, places, starts)
        if return_index:
            call(first_of, X.device, "unique")(found)(starts, order, index)
        if return_inverse:
            call(put_inverse, X.device, "unique")(X.size)(places, order, inverse.reshape(-1))
        if return_counts:
            call(lengths, X.device, "unique")(found)(starts, counts, X.size)
    return [each for each, is_asked in zip((index, inverse, counts), asked) if is_asked]
