"""cp.all_reduce(): the sum of arrays on several devices, on each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from .. import _core
from .._api import kernel as _kernel
from .._core import CudaArray
from .._ufuncs.numbers import name_of
from .._ufuncs.strided import may_meet
from . import nccl
from .current import current
from .split import Split


@_kernel
def _add(A, B):  # type: ignore[no-untyped-def]
    if idx < len(A):  # type: ignore[name-defined]
        A[idx] += B[idx]  # type: ignore[name-defined]


@_kernel
def _smaller(A, B):  # type: ignore[no-untyped-def]
    if idx < len(A):  # type: ignore[name-defined]
        A[idx] = min(A[idx], B[idx])  # type: ignore[name-defined]


@_kernel
def _larger(A, B):  # type: ignore[no-untyped-def]
    if idx < len(A):  # type: ignore[name-defined]
        A[idx] = max(A[idx], B[idx])  # type: ignore[name-defined]


_OPERATIONS = {"sum": _add, "min": _smaller, "max": _larger}
_TYPES = (
    _core.Int,
    _core.UInt32,
    _core.Int64,
    _core.UInt64,
    _core.Half,
    _core.BFloat16,
    _core.Float,
    _core.Double,
)


@_core.entry
def all_reduce(
    arrays: Iterable[CudaArray] | Split,
    op: Literal["sum", "min", "max"] = "sum",
    *,
    by: Literal["nccl", "copies"] | None = None,
) -> None:
    """Put arrays of one shape on several devices together, element by element, so that each of them holds the
    result.

    arrays: a list of CudaArrays, or a Split whose parts are equally large and have no halo.
    op: "sum", "min" or "max".
    by: "nccl", NVIDIA's library, which comes with PyTorch and CuPy; "copies" to the first array's device and
        back; None: NCCL where it is installed and each array is on a GPU of its own.

    By copies the order is that of the list, so that sums of floats have the same bits each time; NCCL chooses
    an order for itself. Elements are integers of 32 or 64 bits, or floats. Raises TypeError and ValueError
    for other arrays, and RuntimeError where NCCL cannot be had, or fails, and in a cp.capture().

    >>> here = cp.zeros(1, cp.Int).device
    >>> A, B = cp.CudaArray([1, 2], target=here), cp.CudaArray([10, 20], target=here)
    >>> cp.all_reduce([A, B])
    >>> A.tolist(), B.tolist()
    ([11, 22], [11, 22])
    """
    if not hasattr(arrays, "__iter__") and not isinstance(arrays, Split):
        raise TypeError(
            "all_reduce: expected a list of CudaArrays, all_reduce([A, B]), got "
            f"{type(arrays).__name__} {arrays!r}"
        )
    arrays = [part.array for part in arrays.parts] if isinstance(arrays, Split) else list(arrays)
    _check(arrays, op, by)
    devices = [each.device for each in arrays]
    why_not = nccl.why_not(devices) if by != "copies" else ""
    if by == "nccl" and why_not:
        raise RuntimeError(f"all_reduce: NCCL cannot do it: {why_not}")
    if by != "copies" and not why_not:
        nccl.all_reduce(arrays, op)
    else:
        _by_copies(arrays, op)


def _check(arrays: Sequence[CudaArray], op: str, by: str | None) -> None:
    if not isinstance(op, str) or op not in _OPERATIONS:
        raise ValueError(f'all_reduce: op is "sum", "min" or "max", not {op!r}')
    if by not in (None, "nccl", "copies"):
        raise ValueError(f'all_reduce: by is "nccl", "copies" or None, not {by!r}')
    if not arrays:
        raise ValueError("all_reduce: the list of arrays is empty")
    for each in arrays:
        if type(each) is not _core.CudaArray:
            raise TypeError(
                f"all_reduce: expected CudaArrays, which it writes into, got {type(each).__name__}"
            )
    kind, shape = _core.elemType(arrays[0]), arrays[0].shape
    if kind not in _TYPES:
        raise TypeError(f"all_reduce: elements are integers of 32 or 64 bits, or floats, not {name_of(kind)}")
    for place, each in enumerate(arrays[1:], 2):
        if _core.elemType(each) is not kind or each.shape != shape:
            raise ValueError(
                f"all_reduce: the arrays have one type and one shape: number 1 is {shape} of "
                f"{name_of(kind)}, number {place} {each.shape} of {name_of(_core.elemType(each))}"
            )
    for place, each in enumerate(arrays, 1):
        if not _follow_each_other(each):
            raise ValueError(
                f"all_reduce: the elements of array {place} do not follow each other in memory: copy() "
                "makes one where they do"
            )
        if any(other.device == each.device and may_meet(other, each) for other in arrays[: place - 1]):
            raise ValueError(f"all_reduce: array {place} shares memory with one before it")


def _follow_each_other(array: CudaArray) -> bool:
    step = _core.elemType(array).size
    for extent, stride in zip(reversed(array.shape), reversed(array.strides)):
        if extent > 1 and stride != step:
            return False
        step *= extent
    return True


def _by_copies(arrays: Sequence[CudaArray], op: str) -> None:
    first = arrays[0]
    if not first.size:
        return
    total = first.reshape(-1)
    for each in arrays[1:]:
        here = each if each.device == first.device else _core.CudaArray(each, None, first.device)
        with current(first.device):
            _OPERATIONS[op](total.size)(total, here.reshape(-1))
    for each in arrays[1:]:
        each.copy_from(first)
