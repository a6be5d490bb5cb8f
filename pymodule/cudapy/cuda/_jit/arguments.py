"""What a launch does with its arguments: arrays on the host travel to the device and back, and strided arrays
on the device are packed copies for the time of the launch."""

from __future__ import annotations

from functools import partial

from ... import _core
from ..._arrays.layout import is_packed
from ..._types.dates import date_of, has_dates, is_date
from .._types.records import as_array, has_records, is_record, put_back, record_of

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..._core import CudaArray

    AfterLaunch = list[Callable[[], object]]


class ArgumentHint:
    """An argument, `value`, with what is known of the way of its elements."""

    __cuda_hint__ = True

    def __init__(self, value: Any) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.value!r})"


class In(ArgumentHint):
    """An array on the host that only travels to the device: what the kernel writes to it is lost. An array on
    the device is used as it is."""


class InOut(ArgumentHint):
    """An array on the host that travels to the device and back, as arrays do without a hint."""


class Out(InOut):
    """An array on the host that travels back. What the kernel does not write keeps its value."""


_SIMPLE = frozenset((_core.CudaArray, int, float, bool, complex))


def are_simple(arguments: Sequence[Any]) -> bool:
    """Returns whether arguments are only numbers and arrays on the device, with which a launch has nothing
    to do unless they are strided."""
    for argument in arguments:
        kind = type(argument)
        if kind not in _SIMPLE or (kind is _core.CudaArray and not argument.ndim):
            return False
    return True


def is_in_place(value: Any) -> bool:
    """Returns whether a value is an array of mapped_array() or managed_array(), or a view of one, which
    kernels use where it is."""
    if not hasattr(type(value), "copy_to_host") or type(value) is _core.CudaArray:
        return False
    from .._arrays.mapped_arrays import is_in_place

    return is_in_place(value)


def prepare(arguments: Sequence[Any], name: str) -> tuple[list[Any], AfterLaunch]:
    """Returns the arguments that a kernel named `name` is launched with, and the functions to call after it,
    in their order.

    Raises ValueError for arrays on the host that are not contiguous, and for a strided array on the device
    that shares elements with another argument.
    """
    made = list(arguments)
    after: AfterLaunch = []
    on_device: list[int] = []
    on_host: list[int] = []
    for i, argument in enumerate(made):
        kind = type(argument)
        is_input = kind is In
        if isinstance(argument, ArgumentHint):
            argument = made[i] = argument.value
            kind = type(argument)
        if kind is _core.CudaArray:
            if not argument.ndim:
                made[i] = argument.reshape(1)
            on_device.append(i)
        elif is_in_place(argument):
            from .._arrays.mapped_arrays import on_device as where_it_is

            made[i] = where_it_is(argument)
            on_device.append(i)
        elif is_record(argument):
            host = as_array(argument)
            made[i] = _core.CudaArray(host, record_of(argument.dtype))
            if not is_input:
                after.append(partial(_put_back, argument, made[i]))
        elif hasattr(kind, "__array_finalize__"):
            check_host_array(argument, name)
            if not argument.ndim:
                argument = made[i] = argument.reshape(1)
            if is_input:
                made[i] = _on_device(argument)
            else:
                on_host.append(i)
    _part_on_host(made, after, on_host, on_device)
    _pack(made, after, on_device, name)
    return made, after


def _put_back(record: Any, copy: CudaArray) -> None:
    put_back(record, copy.copy_to_host())


def is_strided(array: CudaArray) -> bool:
    """Returns whether the elements of an array on the device do not follow each other row by row."""
    return not is_packed(array.shape, array.strides, array.nbytes // array.size if array.size else 0)


def check_host_array(array: Any, name: str) -> None:
    """Raises for an array on the host that does not travel: TypeError for one with a mask, ValueError for one
    that is not contiguous."""
    if hasattr(array, "mask"):
        raise TypeError(f"{name}: kernels of cuda.jit have no masks: give array.data, or array.filled()")
    flags = array.flags
    if not (flags.c_contiguous or flags.f_contiguous):
        raise ValueError(
            f"{name}: the elements of an array on the host do not follow each other in memory, so that it "
            "cannot travel as one: "
            "give numpy.ascontiguousarray(array)"
        )


def _part_on_host(
    made: list[Any], after: AfterLaunch, on_host: Sequence[int], on_device: Sequence[int]
) -> None:
    """Puts copies in place of arrays on the host that share memory. numba copies each array on the host, and
    copies them back in their order."""
    if len(on_host) + len(on_device) < 2 or not on_host:
        return
    from numpy import asarray, may_share_memory

    hosts = [(i, made[i]) for i in on_host]
    others = [(i, asarray(_shown(made[i]))) for i in on_device if made[i].device == "cpu"]
    shared: set[int] = set()
    for n, (i, array) in enumerate(hosts):
        for j, other in (*hosts[n + 1 :], *others):
            if may_share_memory(array, other):
                shared.update((i, j))
    for i, array in hosts:
        if i in shared:
            copy = made[i] = _on_device(array)
            if array.flags.writeable:
                after.append(partial(copy.copy_to, array))


def _shown(array: CudaArray) -> CudaArray:
    """Returns an array on the CPU as one that NumPy sees in place: dates as the integers that they are."""
    return _core.seen_as(array, _core.Int64) if is_date(array.elemType()) else array


def _on_device(array: Any) -> CudaArray:
    """Returns a copy of a host array on the device."""
    if has_dates(array):
        return _core.CudaArray(array, date_of(array.dtype))
    return _core.CudaArray(array, record_of(array.dtype)) if has_records(array) else _core.CudaArray(array)


def _pack(made: list[Any], after: AfterLaunch, on_device: Sequence[int], name: str) -> None:
    """Puts packed copies in place of strided arrays on the device."""
    arrays = [made[i] for i in on_device]
    for n, (i, array) in enumerate(zip(on_device, arrays)):
        if not is_strided(array):
            continue
        if any(_share(array, other) for other in (*arrays[:n], *arrays[n + 1 :])):
            raise ValueError(
                f"{name}: a strided array on the device shares elements with another argument: pass "
                "array.copy()"
            )
        copy = made[i] = array.copy()
        after.append(partial(array.copy_from, copy))


def _share(one: CudaArray, other: CudaArray) -> bool:
    """Returns whether two arrays on a device have bytes in common, or too many strides to find out."""
    if one.device != other.device or not one.size or not other.size:
        return False
    import numpy

    most_work: Any = 10_000  # where NumPy has types only for -1 and 0
    try:
        return numpy.shares_memory(
            numpy.asarray(_Place(one)), numpy.asarray(_Place(other)), max_work=most_work
        )
    except RuntimeError:  # numpy.exceptions.TooHardError
        return True


class _Place:
    """Where an array on a device lies, as NumPy sees places. Nobody reads what is there."""

    def __init__(self, array: CudaArray) -> None:
        self.__array_interface__ = {
            "version": 3,
            "data": (array.pointer(), False),
            "shape": array.shape,
            "strides": array.strides,
            "typestr": f"|V{array.nbytes // array.size}",
        }
