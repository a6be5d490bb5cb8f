"""The arguments of functions over arrays: numbers, arrays of the host, and arrays on the device."""

from __future__ import annotations

import contextlib

import numpy as np

from ... import _core
from ..._types.dates import date_of, is_date, is_date_dtype
from ..._ufuncs.numbers import TYPES
from ..._ufuncs.strided import is_shown, may_meet
from .._arrays.arrays import as_cuda_array

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..._core import CudaArray, Type

    AnyArray = CudaArray | np.ndarray[Any, Any]

_KINDS = {np.dtype(each.numpy_name): each for each in TYPES.values() if each is not _core.BFloat16}


def kind_of(dtype: Any) -> Type | None:
    """Returns the type of elements of a dtype of NumPy; None for others."""
    dtype = np.dtype(dtype)
    if not is_date_dtype(dtype):
        return _KINDS.get(dtype)
    try:
        return date_of(dtype)
    except TypeError:
        return None


def dtype_of(kind: Type) -> np.dtype[Any]:
    """Returns the dtype of NumPy of a type of numbers or of dates."""
    return np.dtype(kind.numpy_name)


def is_on_device(value: object) -> bool:
    """Returns whether an argument is an array on the device."""
    return isinstance(value, _core.CudaArray) or hasattr(value, "__cuda_array_interface__")


def as_array(value: Any) -> AnyArray:
    """Returns an argument as an array: a CudaArray of one on the device, and else one of NumPy."""
    if isinstance(value, _core.CudaArray):
        return value
    return as_cuda_array(value) if is_on_device(value) else np.asarray(value)


def on_device(array: AnyArray) -> CudaArray:
    """Returns a copy of an array of NumPy on the device, and one that is there already itself."""
    if isinstance(array, _core.CudaArray):
        return array
    return _core.CudaArray(np.ascontiguousarray(array).reshape(array.shape or (1,)), _asked_for(array))


def _asked_for(array: np.ndarray[Any, Any]) -> Type | None:
    """Returns the type that must be asked for where an array does not show its elements otherwise; None
    elsewhere."""
    return kind_of(array.dtype) if is_date_dtype(array.dtype) else None


def to_read(array: AnyArray, device: str) -> CudaArray:
    """Returns an array where kernels on a device read it: on the CPU the array of NumPy itself."""
    if isinstance(array, _core.CudaArray) or device != "cpu":
        return on_device(array)
    return _core.asarray(np.ascontiguousarray(array).reshape(array.shape or (1,)), _asked_for(array), "cpu")


def packed(view: CudaArray) -> CudaArray:
    """Returns an array with its elements one after the other: itself, or a copy."""
    step = _core.elemType(view).size
    for stride, extent in zip(reversed(view.strides), reversed(view.shape)):
        if extent > 1 and stride != step:
            return view.copy()
        step *= extent
    return view


def apart(view: CudaArray, places: Iterable[CudaArray]) -> CudaArray:
    """Returns an array, or a copy of it where another array has a part of its memory and not all."""
    return view.copy() if any(may_meet(view, place) for place in places) else view


def checked_out(out: Any, who: str) -> CudaArray:
    """Returns an array on the device that results go into. Raises ValueError where its elements cannot be
    written where they are."""
    view = as_array(out)
    assert isinstance(view, _core.CudaArray)
    if not is_shown(view):
        raise ValueError(f"{who}: out: the elements lie at no multiples of their size: give another array")
    return view


def check_dates(out: CudaArray, result: Type, who: str) -> None:
    """Raises TypeError where an array on the device has no place for results, of which one of both are
    dates."""
    kind = _core.elemType(out)
    if kind is not result and (is_date(kind) or is_date(result)):
        raise TypeError(f"{who}: out is of {kind.name}, and the results are of {result.name}")


def in_stream(stream: Any) -> contextlib.AbstractContextManager[object]:
    """Returns what to do the work of a call in: a stream, or nothing for 0 and None, the current one."""
    stream = getattr(stream, "_cudapy_stream", stream)
    return stream if stream else contextlib.nullcontext()


def to_host(array: CudaArray, out: Any = None) -> Any:
    """Copies an array on the device to the host, after the work of the current stream, and into `out` where
    one is given."""
    made = array.toHost()
    if out is None:
        return made
    out[...] = made.reshape(out.shape)
    return out
