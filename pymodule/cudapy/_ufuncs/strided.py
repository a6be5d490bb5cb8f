"""Arrays with strides: how several are broadcast to one shape, and what memory they take."""

from __future__ import annotations

import math
from typing import Any

from .. import _core
from .bounds import bytes_from
from .numbers import KINDS, OF_PYTHON


class Operand:
    """An argument of a function over arrays: a number, or an array, which `view` shows as a CudaArray
    where it lies."""

    __slots__ = ("given", "is_number", "is_on_host", "is_weak", "kind", "library", "name", "shape", "view")

    def __init__(
        self,
        name,
        given,
        library,
        view=None,
        kind=None,
        *,
        shape=None,
        is_number=False,
        is_weak=False,
        is_on_host=False,
    ):
        self.name, self.given, self.library, self.view, self.kind = name, given, library, view, kind
        self.shape = shape if shape is not None or view is None else view.shape
        self.is_number, self.is_weak, self.is_on_host = is_number, is_weak, is_on_host

    def weak(self):
        """What Python's numbers, or a list of them, say of their type: their kind, and the least and the
        greatest one of those that are finite."""
        values = leaves(self.given) if self.is_weak else [self.given]
        kind = KINDS[self.kind.name] if self.is_weak else OF_PYTHON[type(self.given)]
        kind = 2 if kind == 1 else kind
        if isinstance(values, range):
            values = [values[0], values[-1]] if values else []
        if kind not in (2, 3):
            return kind, []
        finite = [each for each in values if math.isfinite(each)]
        return kind, [min(finite), max(finite)] if finite else []

    def strides_where_they_count(self):
        return [stride for stride, extent in zip(self.view.strides, self.view.shape) if extent > 1]

    def collides_with_itself(self):
        """Whether two elements are in one place, or may be."""
        if not self.view.size:
            return False
        reach = self.kind.size
        for stride, extent in sorted(
            (abs(stride), extent) for stride, extent in zip(self.view.strides, self.view.shape) if extent > 1
        ):
            if stride < reach:
                return True
            reach = stride * (extent - 1) + reach
        return False


def leaves(values):
    """The numbers in nested lists, one after the other."""
    if isinstance(values, range):
        return values
    if not any(isinstance(each, (list, tuple, range)) for each in values):
        return list(values)
    return [number for each in values for number in leaves(each)]


def broadcast(one, other):
    """The shape that two are broadcast to, None where there is none."""
    length = max(len(one), len(other))
    extents = []
    for a, b in zip((1,) * (length - len(one)) + tuple(one), (1,) * (length - len(other)) + tuple(other)):
        if a != b and 1 not in (a, b):
            return None
        extents.append(b if a == 1 else a)
    return tuple(extents)


def broadcast_steps(view, own, strides, rank):
    """The steps from one element of a view to the next along each of so many axes, where its shape `own` is
    repeated."""
    size = _core.elemType(view).size
    steps = [stride // size for stride in strides] if own else []
    return [0] * (rank - len(own)) + [0 if extent == 1 else each for extent, each in zip(view.shape, steps)]


def collapse(shape, steps):
    """The extents and steps of the same elements in as few axes as possible, in their order."""
    axes = [axis for axis, extent in enumerate(shape) if extent != 1]
    merged = []
    for axis in axes:
        if merged and all(each[merged[-1][0]] == each[axis] * shape[axis] for each in steps):
            merged[-1] = (axis, merged[-1][1] * shape[axis])
        else:
            merged.append((axis, shape[axis]))
    if not merged:
        return (1,), [[0] for _ in steps]
    return tuple(extent for _, extent in merged), [[each[axis] for axis, _ in merged] for each in steps]


def span_of(view):
    """A one-dimensional array of all memory from a view's first element to its last one, where the view
    begins in it, and the view's strides. It is a copy of the view where the memory cannot be shown in
    that way."""
    if not view.size:
        return view, 0, view.strides
    size = _core.elemType(view).size
    if _is_packed(view, size):
        return (view if view.ndim == 1 else view.reshape(-1)), 0, view.strides
    if is_shown(view):
        low = sum(stride * (extent - 1) for stride, extent in zip(view.strides, view.shape) if stride < 0)
        high = sum(stride * (extent - 1) for stride, extent in zip(view.strides, view.shape) if stride > 0)
        return (
            (_on_host if view.device == "cpu" else _on_gpu)(view, low, (high - low) // size + 1),
            -low // size,
            view.strides,
        )
    copy = view.copy()
    return copy.reshape(-1), 0, copy.strides


def is_shown(view):
    """Whether span_of() shows the memory of a view itself."""
    kind = _core.elemType(view)
    if _is_packed(view, kind.size):
        return True
    return (
        kind is not _core.BFloat16
        and not any(stride % kind.size for stride in view.strides)
        and (view.device != "cpu" or _numpy() is not None)
    )


def _numpy():
    """NumPy, None where it is not installed."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def _is_packed(view, size):
    step = size
    for stride, extent in zip(reversed(view.strides), reversed(view.shape)):
        if extent > 1 and stride != step:
            return False
        step *= extent
    return True


def _on_host(view, low, length):
    numpy, kind = _numpy(), _core.elemType(view)
    shown = numpy.asarray(view)
    first = shown[tuple(slice(-1, None) if stride < 0 else slice(0, 1) for stride in view.strides)]
    return _core.asarray(
        numpy.lib.stride_tricks.as_strided(
            first.reshape(-1), (length,), (kind.size,), writeable=first.flags.writeable
        ),
        None,
        "cpu",
    )


class _Memory:
    """Memory on a GPU, as the CUDA array interface shows it; it keeps the array that it is of."""

    def __init__(self, view, low, length):
        interface = view.__cuda_array_interface__
        pointer, is_read_only = interface["data"]
        self.__cuda_array_interface__ = {
            **interface,
            "data": (pointer + low, is_read_only),
            "shape": (length,),
            "strides": None,
        }
        self._view = view


def _on_gpu(view, low, length):
    return _core.asarray(_Memory(view, low, length))


def may_collide(one, other):
    """Whether two operands share elements: exactly, where NumPy is there and it is not too hard to tell;
    else perhaps."""
    if (
        not math.prod(one.view.shape)
        or not math.prod(other.view.shape)
        or one.view.device != other.view.device
    ):
        return False
    (a, a_end), (b, b_end) = _bounds(one.view), _bounds(other.view)
    if a_end <= b or b_end <= a:
        return False
    # Elements are at multiples of the greatest common divisor of all strides from each array's first one.
    step = math.gcd(*one.strides_where_they_count(), *other.strides_where_they_count())
    if step:
        apart = (other.view.pointer() - one.view.pointer()) % step
        if apart >= one.kind.size and step - apart >= other.kind.size:
            return False
    numpy = _numpy()
    if numpy is None:
        return True
    try:
        return numpy.shares_memory(_addresses(numpy, one), _addresses(numpy, other), max_work=100_000)
    except RuntimeError:  # numpy.exceptions.TooHardError
        return True


def may_meet(one: Any, other: Any) -> bool:
    """Whether the memory from the first to the last element of a view and that of another one have a part
    in common, and are not the same."""
    a, b = _bounds(one), _bounds(other)
    return a != b and a[0] < b[1] and b[0] < a[1] and one.device == other.device


def _bounds(view):
    return bytes_from(view.pointer(), view.shape, view.strides, _core.elemType(view).size)


class _Addresses:
    def __init__(self, interface):
        self.__array_interface__ = interface


def _addresses(numpy, operand):
    """An array of NumPy's at the same addresses, which is never read."""
    view = operand.view
    return numpy.asarray(
        _Addresses(
            {
                "version": 3,
                "typestr": f"|V{operand.kind.size}",
                "data": (view.pointer(), True),
                "shape": view.shape,
                "strides": view.strides,
            }
        )
    )
