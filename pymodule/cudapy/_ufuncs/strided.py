"""Arrays with strides: how several are broadcast to one shape, and what memory they take."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from .. import _core
from .bounds import bytes_from
from .numbers import KINDS, OF_PYTHON

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from .._core import CudaArray, Type


class Operand:
    """An argument of a function over arrays: a number, whose `kind` is None where it is one of Python's own,
    or an ArrayOperand. An operand of neither says the type of an argument only."""

    __slots__ = ("argument", "is_number", "is_on_host", "is_weak", "kind", "library", "name")
    kind: Type | None

    def __init__(
        self,
        name: str,
        argument: Any,
        library: str | None,
        kind: Type | None = None,
        *,
        is_number: bool = False,
        is_weak: bool = False,
        is_on_host: bool = False,
    ) -> None:
        self.name, self.argument, self.library, self.kind = name, argument, library, kind
        self.is_number, self.is_weak, self.is_on_host = is_number, is_weak, is_on_host

    def weak(self) -> tuple[int, list[float]]:
        """What Python's numbers, or a list of them, say of their type: their kind, and the least and the
        greatest one of those that are finite."""
        values: Sequence[Any] = leaves(self.argument) if self.is_weak else [self.argument]
        kind = OF_PYTHON[type(self.argument)] if self.kind is None else KINDS[self.kind.name]
        kind = 2 if kind == 1 else kind
        if isinstance(values, range):
            values = [values[0], values[-1]] if values else []
        if kind not in (2, 3):
            return kind, []
        finite = [each for each in values if math.isfinite(each)]
        return kind, [min(finite), max(finite)] if finite else []


class ArrayOperand(Operand):
    """An array among the arguments, or one for results. `view` shows it as a CudaArray where it lies. A list
    is weak: the type of its numbers is as wide as what they meet."""

    __slots__ = ("shape", "view")
    kind: Type

    def __init__(
        self,
        name: str,
        argument: Any,
        library: str | None,
        view: CudaArray,
        kind: Type,
        *,
        shape: tuple[int, ...] | None = None,
        is_weak: bool = False,
        is_on_host: bool = False,
    ) -> None:
        super().__init__(name, argument, library, kind, is_weak=is_weak, is_on_host=is_on_host)
        self.view, self.shape = view, view.shape if shape is None else shape

    def strides_where_they_count(self) -> list[int]:
        return [stride for stride, extent in zip(self.view.strides, self.view.shape) if extent > 1]

    def collides_with_itself(self) -> bool:
        """Returns whether two elements are in one place, or may be."""
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


def leaves(values: Sequence[Any]) -> Sequence[Any]:
    """The numbers in nested lists, one after the other."""
    if isinstance(values, range):
        return values
    if not any(isinstance(each, (list, tuple, range)) for each in values):
        return list(values)
    return [number for each in values for number in leaves(each)]


def broadcast(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...] | None:
    """The shape that two are broadcast to, None where there is none."""
    length = max(len(one), len(other))
    extents = []
    for a, b in zip((1,) * (length - len(one)) + tuple(one), (1,) * (length - len(other)) + tuple(other)):
        if a != b and 1 not in (a, b):
            return None
        extents.append(b if a == 1 else a)
    return tuple(extents)


def broadcast_steps(view: CudaArray, own: Sequence[int], strides: Sequence[int], rank: int) -> list[int]:
    """The steps from one element of a view to the next along each of so many axes, where its shape `own` is
    repeated."""
    size = _core.elemType(view).size
    steps = [stride // size for stride in strides] if own else []
    return [0] * (rank - len(own)) + [0 if extent == 1 else each for extent, each in zip(view.shape, steps)]


def collapse(shape: Sequence[int], steps: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], list[list[int]]]:
    """The extents and steps of the same elements in as few axes as possible, in their order."""
    axes = [axis for axis, extent in enumerate(shape) if extent != 1]
    merged: list[tuple[int, int]] = []
    for axis in axes:
        if merged and all(each[merged[-1][0]] == each[axis] * shape[axis] for each in steps):
            merged[-1] = (axis, merged[-1][1] * shape[axis])
        else:
            merged.append((axis, shape[axis]))
    if not merged:
        return (1,), [[0] for _ in steps]
    return tuple(extent for _, extent in merged), [[each[axis] for axis, _ in merged] for each in steps]


class Span(NamedTuple):
    """A one-dimensional array of all memory from a view's first element to its last one, the place of the
    view's first element in it, and the view's strides."""

    memory: CudaArray
    start: int
    strides: tuple[int, ...]


def span_of(view: CudaArray) -> Span:
    """The span of a view, of a copy of it where the memory cannot be shown in that way."""
    if not view.size:
        return Span(view, 0, view.strides)
    size = _core.elemType(view).size
    if _is_packed(view, size):
        return Span(view if view.ndim == 1 else view.reshape(-1), 0, view.strides)
    if is_shown(view):
        low = sum(stride * (extent - 1) for stride, extent in zip(view.strides, view.shape) if stride < 0)
        high = sum(stride * (extent - 1) for stride, extent in zip(view.strides, view.shape) if stride > 0)
        shown = view._span(low, (high - low) // size + 1)
        return Span(shown, -low // size, view.strides)
    copy = view.copy()
    return Span(copy.reshape(-1), 0, copy.strides)


def is_shown(view: CudaArray) -> bool:
    """Returns whether span_of() shows the memory of a view itself."""
    kind = _core.elemType(view)
    if _is_packed(view, kind.size):
        return True
    return not any(stride % kind.size for stride in view.strides)


def _numpy() -> ModuleType | None:
    """NumPy, None where it is not installed."""
    try:
        import numpy
    except ImportError:
        return None
    return numpy


def _is_packed(view: CudaArray, size: int) -> bool:
    step = size
    for stride, extent in zip(reversed(view.strides), reversed(view.shape)):
        if extent > 1 and stride != step:
            return False
        step *= extent
    return True


def may_collide(one: ArrayOperand, other: ArrayOperand) -> bool:
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
        apart = (other.view._address() - one.view._address()) % step
        if apart >= one.kind.size and step - apart >= other.kind.size:
            return False
    numpy = _numpy()
    if numpy is None:
        return True
    try:
        return bool(numpy.shares_memory(_addresses(numpy, one), _addresses(numpy, other), max_work=100_000))
    except RuntimeError:  # numpy.exceptions.TooHardError
        return True


def may_meet(one: CudaArray, other: CudaArray) -> bool:
    """Whether the memory from the first to the last element of a view and that of another one have a part
    in common, and are not the same."""
    a, b = _bounds(one), _bounds(other)
    return a != b and a[0] < b[1] and b[0] < a[1] and one.device == other.device


def _bounds(view: CudaArray) -> tuple[int, int]:
    return bytes_from(view._address(), view.shape, view.strides, _core.elemType(view).size)


class _Addresses:
    def __init__(self, interface: dict[str, Any]) -> None:
        self.__array_interface__ = interface


def _addresses(numpy: ModuleType, operand: ArrayOperand) -> Any:
    """An array of NumPy's at the same addresses, which is never read."""
    view = operand.view
    return numpy.asarray(
        _Addresses(
            {
                "version": 3,
                "typestr": f"|V{operand.kind.size}",
                "data": (view._address(), True),
                "shape": view.shape,
                "strides": view.strides,
            }
        )
    )
