"""Sums along an axis, in an order that is the same on every device.

A row is cut into chunks. The sum of each is taken, these sums are summed up in the same way, and each chunk
goes on from what the ones before it come to. Integers are summed as bits, so that they wrap as NumPy's do.
"""

from __future__ import annotations

from .. import _core
from .._types.dtypes import element_type
from .._ufuncs.numbers import KINDS, LIMITS, name_of
from .arguments import Extents, around, array_of, axis_of, call
from .kernels.sums import CHUNK, put_sums, sum_chunks

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from typing import Any, SupportsIndex

    from .._core import CudaArray, Type, _ElementType


def cumsum(X: Any, axis: SupportsIndex | None, dtype: _ElementType | None) -> CudaArray:
    X = array_of(X, "cumsum")
    result = _result_type(_core.elemType(X), dtype)
    if axis is not None:
        axis = axis_of(axis, X.ndim, "cumsum")
    Y = _core.empty(X.size if axis is None else X.shape, result, X.device)
    sums = result if KINDS[result.name] >= 3 else _core.UInt64
    sum_rows(X.reshape(-1), Y.reshape(-1), sums, around(X.shape, axis), "cumsum")
    return Y


def sum_rows(X: CudaArray, Y: CudaArray, sums: Type, extents: Extents, who: str) -> None:
    """Puts the sums up to each element of X, computed as the type `sums`, into Y."""
    outer, length, inner = extents
    if not len(X):
        return
    chunks = -(-length // CHUNK)
    threads = outer * chunks * inner
    totals = _core.empty(threads if chunks > 1 else 1, sums, X.device)
    if chunks > 1:
        call(sum_chunks, X.device, who)(threads)(X, totals, length, inner, chunks)
        # A tape records no launch that changes an array which it is given twice.
        before = _core.empty(threads, sums, X.device) if _core.is_recording() else totals
        sum_rows(totals, before, sums, Extents(outer, chunks, inner), who)
        totals = before
    call(put_sums, X.device, who)(threads)(X, totals, Y, length, inner, chunks)


def _result_type(kind: Type | type[Any], dtype: _ElementType | None) -> Type:
    """The type of the sums, as NumPy has it, or as dtype= says."""
    if isinstance(kind, type):
        raise TypeError(
            f"cp.lib.cumsum: the elements are {name_of(kind)}, and it sums up numbers: "
            "cp.lib.scan(f, X) takes a function of two elements"
        )
    if dtype is None:
        narrow = {
            "bool": _core.Int64,
            "int8": _core.Int64,
            "int16": _core.Int64,
            "int": _core.Int64,
            "uint8": _core.UInt64,
            "uint16": _core.UInt64,
            "uint32": _core.UInt64,
        }
        return narrow.get(kind.name, kind)
    result = element_type(dtype, "cp.lib.cumsum")
    if isinstance(result, type):
        raise TypeError(f"cp.lib.cumsum: dtype must be a type of numbers, got {name_of(result)}")
    if not _holds(result.name, kind.name):
        raise TypeError(
            f"cp.lib.cumsum: dtype={result.name} does not hold all {kind.name}, which the elements are: "
            "choose a wider type, or leave it out"
        )
    return result


def _holds(wide: str, narrow: str) -> bool:
    """Whether elements may be converted before they are summed up: floats may be rounded, integers not."""
    if narrow == "bool" or wide == narrow:
        return wide != "bool" or wide == narrow
    if KINDS[wide] >= 3:
        return KINDS[wide] >= KINDS[narrow]
    if wide not in LIMITS or narrow not in LIMITS:
        return False
    return LIMITS[wide][0] <= LIMITS[narrow][0] and LIMITS[narrow][1] <= LIMITS[wide][1]
