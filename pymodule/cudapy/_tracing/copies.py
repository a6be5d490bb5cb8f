"""Copies of the arguments of a launch, for a run that must not change the caller's data.

What shares memory shares memory in the copies, too: the same array given twice is one, and of NumPy arrays
that overlap the memory that they lie in is copied.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import _core
from .._ufuncs.bounds import bytes_from

_HOST_ALIGNMENT, _DEVICE_ALIGNMENT = 64, 256  # of allocations; sectors have 32 bytes


def copies_of(arguments: Sequence[Any]) -> list[Any]:
    """The arguments as a launch may change them. Numbers and functions are themselves.

    Raises ValueError where arrays that are not both NumPy's overlap.
    """
    made: dict[int, Any] = {}
    arrays = [each for each in arguments if _range(each) is not None]
    groups = _overlapping(list({id(each): each for each in arrays}.values()))
    for group in groups:
        made.update(_copied_together(group))
    return [made[id(each)] if id(each) in made else _copied(each, made) for each in arguments]


def _copied(argument: Any, made: dict[int, Any]) -> Any:
    if isinstance(argument, list):
        # A row that is given twice is one row.
        if id(argument) not in made:
            made[id(argument)] = [_copied(each, made) for each in argument]
        return made[id(argument)]
    if isinstance(argument, tuple) and not all(isinstance(each, (int, float, complex)) for each in argument):
        return tuple(_copied(each, made) for each in argument)
    if isinstance(argument, np.ndarray):
        return _copied_together([argument])[id(argument)]
    kind = type(argument)
    if hasattr(kind, "__cudapy_fields__") or hasattr(kind, "__cudapy_vector__"):
        # The argument is a struct or a vector, whose fields a kernel may change in place.
        if id(argument) not in made:
            is_struct = hasattr(kind, "__cudapy_fields__")
            made[id(argument)] = argument.copy() if is_struct else kind(*argument)
        return made[id(argument)]
    return argument


def _range(argument: Any) -> tuple[int, int] | None:
    """The addresses of an array's bytes in the memory of the host or of a device."""
    if isinstance(argument, np.ndarray):
        return _bytes_of(argument)
    array = _as_cuda_array(argument)
    if array is None:
        return None
    return (array.pointer(), array.pointer() + array.nbytes) if array.size else (0, 0)


def _bytes_of(array: Any) -> tuple[int, int]:
    if not array.size:
        return 0, 0
    return bytes_from(array.__array_interface__["data"][0], array.shape, array.strides, array.itemsize)


def _as_cuda_array(argument: Any) -> Any:
    """Returns an array that is not NumPy's as a CudaArray in the same memory; None for an object that is no
    array."""
    if isinstance(argument, _core.CudaArray):
        return argument
    if hasattr(argument, "__dlpack__") or hasattr(argument, "__cuda_array_interface__"):
        return _core.asarray(argument)
    return None


def begin_of(argument: Any) -> int:
    """Returns the beginning of an array that a launch uses in place, in bytes after an address at which
    allocations begin. A part of a CudaArray may begin anywhere. It is 0 for an array that is copied to the
    device."""
    array = _as_cuda_array(argument) if not isinstance(argument, np.ndarray) else None
    if (
        array is None
        or not array.size
        or (array.device == "cpu" and not isinstance(argument, _core.CudaArray))
    ):
        return 0
    return int(array.pointer() % (_HOST_ALIGNMENT if array.device == "cpu" else _DEVICE_ALIGNMENT))


def _overlapping(arrays: list[Any]) -> list[list[Any]]:
    """The arrays in groups, of which each shares memory with no other one."""
    groups: list[tuple[int, int, list[Any]]] = []
    for array in sorted(arrays, key=lambda each: _range(each) or (0, 0)):
        low, high = _range(array) or (0, 0)
        if groups and low < groups[-1][1] and high > low:
            first, end, members = groups[-1]
            groups[-1] = (first, max(end, high), [*members, array])
        else:
            groups.append((low, high, [array]))
    return [members for _, _, members in groups]


def _copied_together(group: list[Any]) -> dict[int, Any]:
    """The copies of arrays that share memory, by the arrays' ids."""
    first = group[0]
    if all(isinstance(each, np.ndarray) for each in group):
        return _copied_numpy(group)
    if all(_is_same(first, each) for each in group):
        array = _as_cuda_array(first) if not isinstance(first, np.ndarray) else first
        copy = array.copy()
        return {id(each): copy for each in group}
    raise ValueError("trace: two arguments share a part of their memory and are not both NumPy arrays")


def _is_same(one: Any, other: Any) -> bool:
    """Returns whether two arrays are the same elements."""
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return False
    left, right = _as_cuda_array(one), _as_cuda_array(other)
    return bool(
        left.pointer() == right.pointer()
        and left.shape == right.shape
        and left.strides == right.strides
        and left.elemType() == right.elemType()
    )


def _copied_numpy(group: list[Any]) -> dict[int, Any]:
    if len(group) == 1 and group[0].flags.c_contiguous:
        copy = group[0].copy()
        copy.flags.writeable = group[0].flags.writeable
        return {id(group[0]): copy}
    bounds = [_range(each) or (0, 0) for each in group]
    low, high = min(begin for begin, _ in bounds), max(end for _, end in bounds)
    memory = np.ctypeslib.as_array((ctypes.c_uint8 * (high - low)).from_address(low)) if high > low else 0
    aligned = np.empty(high - low + 64, np.uint8)
    start = (low - aligned.ctypes.data) % 64  # as aligned as the original
    aligned[start : start + high - low] = memory
    copies = {}
    for each in group:
        offset = start + (each.__array_interface__["data"][0] - low if each.size else 0)
        copy = np.ndarray(each.shape, each.dtype, aligned, offset, each.strides)
        copy.flags.writeable = each.flags.writeable
        copies[id(each)] = copy
    return copies
