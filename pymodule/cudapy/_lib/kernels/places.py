"""Kernels that take elements from places and put them at others, and that find where groups begin."""

from __future__ import annotations

from ..._compile.names import idx
from ..._types.names import int64


# put_selected : void (bool* where, uint32* places, A* X, A* Y, int length, int inner, int found)
def put_selected(where, places, X, Y, length, inner, found):
    part = idx // inner % length
    if where[part]:
        Y[(idx // (inner * length) * found + int(places[part]) - 1) * inner + idx % inner] = X[idx]


# widen : void (uint32* order, int64* Y)
def widen(order, Y):
    Y[idx] = int64(order[idx])


# take : void (T* X, uint32* order, T* Y)
def take(X, order, Y):
    Y[idx] = X[int(order[idx])]


# take_in_rows : void (T* X, uint32* order, T* Y, int length)
def take_in_rows(X, order, Y, length):
    """`order` has places in a row of so many elements."""
    Y[idx] = X[idx // length * length + int(order[idx])]


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
