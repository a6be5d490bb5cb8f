"""select: the elements, or the parts along an axis, for which something holds, in their order."""

from __future__ import annotations

import math

from .. import _core
from .._ufuncs.numbers import name_of
from .arguments import Extents, around, array_of, axis_of, call
from .cumsum import sum_rows
from .kernels.elements import map_elements
from .kernels.places import put_selected

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, SupportsIndex

    from .._core import CudaArray


def select(X: Any, where: Any, axis: SupportsIndex | None) -> CudaArray:
    X = array_of(X, "select")
    if axis is not None:
        axis = axis_of(axis, X.ndim, "select")
    if callable(where):
        where = _mask_of(where, X, axis)
    else:
        where = _mask(where, X, axis)
    shape = list(X.shape)
    extents = around(X.shape, axis)
    places, found = places_of(where, "select")
    if axis is None:
        shape = [found]
    else:
        shape[axis] = found
    Y = _core.empty(tuple(shape), _core.elemType(X), X.device)
    put(where, places, X, Y, extents, found, "select")
    return Y


def put(
    where: CudaArray, places: CudaArray, X: CudaArray, Y: CudaArray, extents: Extents, found: int, who: str
) -> None:
    """Puts what is selected of X into Y."""
    if math.prod(Y.shape):
        given = (where, places, X.reshape(-1), Y.reshape(-1), *extents[1:], found)
        call(put_selected, X.device, who)(X.size)(*given)


def places_of(where: CudaArray, who: str) -> tuple[CudaArray, int]:
    """For each element of a mask how many are true up to it, and how many are in all."""
    places = _core.empty(len(where), _core.UInt32, where.device)
    sum_rows(where, places, _core.UInt32, Extents(1, len(where), 1), who)
    return places, places[len(where) - 1] if len(where) else 0


def _mask_of(function: Callable[..., Any], X: CudaArray, axis: int | None) -> CudaArray:
    """Where a function holds for the elements."""
    if axis is not None:
        raise TypeError(
            "cp.lib.select: with axis= it takes a mask, one bool for each place along the axis: a function "
            "is asked for single elements"
        )
    if not X.size:
        return _core.empty(0, _core.Bool, X.device)
    flat = X.reshape(-1)
    asks = call(map_elements, X.device, "select", checked=None).instance(function, flat, None)
    kind = dict(asks.parameters)["Y"].element
    if kind is not _core.Bool:
        raise TypeError(
            f"cp.lib.select: the function gives {name_of(kind)}, and it must give a bool: write "
            "what is to hold, such as lambda x: x > 0"
        )
    where = _core.empty(X.size, _core.Bool, X.device)
    asks(X.size)(flat, where)
    return where


def _mask(where: Any, X: CudaArray, axis: int | None) -> CudaArray:
    """A mask in one dimension, where X is."""
    where = array_of(where, "select", "where")
    if _core.elemType(where) is not _core.Bool:
        raise TypeError(
            f"cp.lib.select: where must have bools, got {name_of(_core.elemType(where))}: write what is to "
            "hold, such as cp.lib.map(lambda x: x != 0, where)"
        )
    wanted = X.shape if axis is None else (X.shape[axis],)
    if where.shape != wanted:
        of = "X" if axis is None else f"axis {axis} of X"
        raise ValueError(f"cp.lib.select: where has shape {where.shape}, and {of} has {wanted}")
    where = where.reshape(-1)
    return where if where.device == X.device else _core.CudaArray(where, None, X.device)
