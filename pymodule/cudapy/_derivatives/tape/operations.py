"""The operations that a tape records: what each uses, how it is done again, and how its cotangents are pulled
back."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from ... import _core
from ..._core import CudaArray
from .memory import Place


class Use(NamedTuple):
    """An array of an operation: its name in messages, whether the operation reads and writes it, whether it
    writes all of it, and whether the adjoint needs what it held before."""

    name: str
    place: Place
    reads: bool
    writes: bool
    is_overwritten: bool
    is_needed: bool


class Bars(Protocol):
    """The cotangents of arrays while they are pulled back."""

    def of(self, place: Place) -> CudaArray: ...
    def add(self, place: Place, cotangent: CudaArray) -> None: ...


class Operation:
    """What operations have in common. `uses` are its arrays, `name` is what messages call it, and `refusal`
    says why it has no derivative, "" if it has one."""

    name: str
    uses: list[Use]
    refusal: str = ""

    def run(self, arrays: Sequence[CudaArray]) -> None:
        """Does it again, with other arrays for its uses."""
        raise NotImplementedError

    def pull(self, value: Callable[[Use], CudaArray], bars: Bars) -> None:
        """Pulls cotangents back. `value` gives what an array held before."""
        raise NotImplementedError


def zero(bar: CudaArray) -> None:
    kind = bar.elemType()
    if isinstance(kind, _core.Type) and kind.name in _FLOATS | _COMPLEX:
        bar.fill(0)
    else:
        bar.copy_from(_core.zeros(bar.shape, kind, bar.device))


_FLOATS = {"half", "bfloat16", "float", "double"}
_COMPLEX = {"complex64", "complex128"}


def is_float(kind: Any) -> bool:
    """Returns whether numbers of a type have derivatives."""
    return isinstance(kind, _core.Type) and kind.name in _FLOATS | _COMPLEX


class Copy(Operation):
    """A copy of an array's elements to another one's, with what it holds in its own type."""

    def __init__(self, name: str, target: Place, source: Place) -> None:
        self.name = name
        self._target, self._source = target, source
        to, of = target.kind, source.kind
        self._is_same = to is of or to == of
        self._has_derivative = self._is_same or (is_float(to) and is_float(of))
        if self._has_derivative and not self._is_same and (to.name in _COMPLEX) != (of.name in _COMPLEX):
            self.refusal = f"it makes {to.name} of {of.name}"
        self.uses = [
            Use("source", source, True, False, False, False),
            Use("target", target, False, True, target.is_packed, False),
        ]

    def run(self, arrays: Sequence[CudaArray]) -> None:
        source, target = arrays
        if not self._is_same:
            source = _core.CudaArray(source, target.elemType())
        if source.shape != target.shape:
            source = source.reshape(target.shape)
        target.copy_from(source)

    def pull(self, value: Callable[[Use], CudaArray], bars: Bars) -> None:
        bar = bars.of(self._target)
        taken = bar.copy() if self._has_derivative else None
        zero(bar)
        if taken is None:
            return
        if not self._is_same or taken.device != self._source.device:
            taken = _core.CudaArray(taken, self._source.kind, self._source.device)
        bars.add(self._source, taken.reshape(self._source.shape))


class Assignment(Operation):
    """Numbers from outside that are put into an array. `value` is a copy of what was there afterwards, None
    where it is never done again."""

    value: CudaArray | None = None

    def __init__(self, name: str, target: Place) -> None:
        self.name = name
        self._target = target
        self.uses = [Use("target", target, False, True, target.is_packed, False)]

    def run(self, arrays: Sequence[CudaArray]) -> None:
        assert self.value is not None
        arrays[0].copy_from(self.value)

    def pull(self, value: Callable[[Use], CudaArray], bars: Bars) -> None:
        zero(bars.of(self._target))


class Derivative(NamedTuple):
    """How a kernel is pulled back: its derivative in reverse mode, None where it has none, and why. `bars`
    are the numbers of the parameters that the derivative has a cotangent of, -1 for one of a number. `needed`
    are the parameters of which it reads or writes what they held."""

    kernel: Any
    refusal: str
    bars: tuple[int, ...] = ()
    needed: frozenset[int] = frozenset()


class LaunchOperation(Operation):
    """A launch. `arguments` are those of the kernel in order, and `uses` the arrays among them by their
    numbers. An elementwise kernel reads each element before it writes to the same place, and may be given an
    array for both."""

    def __init__(
        self,
        launch: Any,
        name: str,
        arguments: Sequence[Any],
        uses: dict[int, Use],
        derivative: Derivative,
        is_elementwise: bool,
    ) -> None:
        self.name, self._launch, self._derivative = name, launch, derivative
        self._arguments = [
            None if number in uses else _kept(argument) for number, argument in enumerate(arguments)
        ]
        self._numbers = list(uses)
        self.uses = list(uses.values())
        self.refusal = derivative.refusal
        if not is_elementwise and any(use.writes and self._meets_another(use) for use in self.uses):
            self.refusal = "it changes an array that it was given twice"

    def run(self, arrays: Sequence[CudaArray]) -> None:
        self._launch._direct(*self._with(arrays))

    def _with(self, arrays: Sequence[CudaArray]) -> list[Any]:
        arguments = list(self._arguments)
        for number, array in zip(self._numbers, arrays):
            arguments[number] = array
        return arguments

    def _meets_another(self, use: Use) -> bool:
        return any(each is not use and each.place.meets(use.place) for each in self.uses)

    def pull(self, value: Callable[[Use], CudaArray], bars: Bars) -> None:
        if not self._derivative.bars:
            return
        by_number = dict(zip(self._numbers, self.uses))
        arguments = self._with([value(use) for use in self.uses])
        for number, use in by_number.items():
            if use.writes and not use.is_needed and self._meets_another(use):
                arguments[number] = _core.empty(use.place.shape, use.place.kind, use.place.device)
        later: list[tuple[Place, CudaArray]] = []
        given: list[CudaArray] = []
        for number in self._derivative.bars:
            use = by_number[number]
            if self._meets_another(use) and not use.writes:  # each parameter has a cotangent of its own
                bar = _core.zeros(use.place.shape, use.place.kind, use.place.device)
                later.append((use.place, bar))
            else:
                bar = bars.of(use.place)
            given.append(bar)
        _, _, threads, block, shared, _ = self._launch._recipe
        options: dict[str, Any] = {} if block is None else {"block": block}
        if shared:
            options["shared"] = shared
        self._derivative.kernel(*threads, **options)(*arguments, *given)
        for place, bar in later:
            bars.add(place, bar)


def _kept(argument: Any) -> Any:
    """Returns an argument as it is now. Numbers cannot change."""
    if isinstance(argument, (bool, int, float, complex)):
        return argument
    if isinstance(argument, CudaArray):
        return argument
    return copy.deepcopy(argument)
