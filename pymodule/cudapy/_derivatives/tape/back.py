"""The way back through what a tape has recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..._core import CudaArray
from .cotangents import Cotangents
from .kept import Interval, Kept
from .memory import Memory
from .operations import Assignment, Copy, Operation, Use
from .revolve import next_kept
from .states import State


class WayBack:
    """Pulls cotangents back through operations, the last one first."""

    def __init__(
        self,
        operations: Sequence[Operation],
        memories: Mapping[int, Memory],
        kept: Kept,
        bars: Cotangents,
    ) -> None:
        self._operations, self._memories, self._kept, self._bars = operations, memories, kept, bars
        self._made: dict[int, list[int]] = {}
        for memory in memories.values():
            if memory.is_made:
                self._made.setdefault(memory.first_use, []).append(memory.number)

    def go(self) -> None:
        state = State(self._memories)
        for interval in reversed(self._kept.intervals):
            state.go_back(interval)
            self._go_through(interval, state)

    def _go_through(self, interval: Interval, before: State) -> None:
        if interval.end - interval.begin == 1:
            self._pull(interval.begin, before)
            return
        size = sum(spans.size() for spans in interval.overwritten.values())
        room = (self._kept.limit or 0) - self._kept.size()
        if room < size:
            raise ValueError(
                f"tape: memory= is too little: it takes {self._kept.size() + size} bytes at least to do "
                "launches again"
            )
        self._reverse(interval.begin, interval.end, before, room // size - 1 if size else 0)

    def _reverse(self, begin: int, end: int, before: State, more: int) -> None:
        """Pulls back through operations, of which the state before the first one is given. So many more
        states may be kept."""
        while end - begin > 1 and more:
            at = begin + next_kept(end - begin, more + 1)
            self._reverse(at, end, before.after(self._operations[begin:at]), more - 1)
            end = at
        for number in reversed(range(begin, end)):
            if self._is_pulled(number):
                self._pull(number, before.after(self._operations[begin:number]))
            else:
                self._forget_made(number)

    def _is_pulled(self, number: int) -> bool:
        """Returns whether what an operation writes has cotangents."""
        uses = self._operations[number].uses
        return any(use.writes and self._bars.may_be_set(use.place) for use in uses)

    def _pull(self, number: int, before: State) -> None:
        operation = self._operations[number]
        if self._is_pulled(number):
            if operation.refusal:
                raise TypeError(
                    f"the tape cannot go back: {operation.name} has no derivative: {operation.refusal}"
                )

            def value(use: Use) -> CudaArray:
                return before.value(use.place, use.is_needed)

            try:
                operation.pull(value, self._bars)
            except ValueError as error:
                raise ValueError(f"the tape cannot go back: {error}") from None
            self._note_what_is_set(operation)
        self._forget_made(number)

    def _note_what_is_set(self, operation: Operation) -> None:
        is_copy = isinstance(operation, (Copy, Assignment))
        for use in operation.uses:
            if not (is_copy and use.writes):
                self._bars.note_set(use.place)
            elif use.is_overwritten and not any(
                each.reads and each.place.meets(use.place) for each in operation.uses
            ):
                self._bars.note_zero(use.place)

    def _forget_made(self, number: int) -> None:
        """Lets the cotangents of arrays go that the operation has made: nothing before it knows them."""
        for memory in self._made.get(number, ()):
            self._bars.forget(memory)
