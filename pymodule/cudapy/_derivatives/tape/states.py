"""What memories held before a recorded operation, found again from what a tape has kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..._core import CudaArray
from .kept import Interval
from .memory import Bytes, Memory, Place, array_at, copy_bytes, new_bytes
from .operations import Operation, Use
from .spans import Span, Spans


class State:
    """What memories held at one time: the bytes in `spans`, and elsewhere what they hold now."""

    def __init__(self, memories: Mapping[int, Memory], spans: dict[int, Spans[Bytes]] | None = None) -> None:
        self._memories = memories
        self._spans = spans or {}

    def copy(self) -> State:
        return State(self._memories, {number: spans.copy() for number, spans in self._spans.items()})

    def go_back(self, interval: Interval) -> None:
        """Makes this the state before an interval, where it is the one after it."""
        for memory, spans in interval.kept.items():
            mine = self._spans.setdefault(memory, Spans())
            for span in spans:
                mine.put(span.first, span.end, span.value.bytes)

    def value(self, place: Place, is_needed: bool = True) -> CudaArray:
        """Returns the elements of an array at this time. Where they are not needed they may be anything."""
        parts = self._parts(place.memory, place.first, place.end)
        if len(parts) == 1 and (parts[0].first, parts[0].end) == (place.first, place.end):
            return array_at(place, parts[0].value)
        held = self._memories[place.memory].held
        if held is not None and not (parts and is_needed):
            return array_at(place, Bytes(held, 0))
        made = new_bytes(place.first, place.end, place.device)
        if is_needed:
            self._collect(place.memory, place.first, place.end, made)
        return array_at(place, made)

    def _parts(self, memory: int, first: int, end: int) -> list[Span[Bytes]]:
        spans = self._spans.get(memory)
        return spans.within(first, end) if spans is not None else []

    def _collect(self, memory: int, first: int, end: int, into: Bytes) -> None:
        """Copies bytes as they are at this time."""
        spans = self._spans.get(memory, Spans())
        for part in spans.within(first, end):
            copy_bytes(into, part.value, part.first, part.end)
        held = self._memories[memory].held
        if held is not None:
            for begin, stop in spans.gaps(first, end):
                copy_bytes(into, Bytes(held, 0), begin, stop)

    def after(self, operations: Sequence[Operation]) -> State:
        """Does operations again that follow on this state, and returns the one after them. Arrays keep what
        they hold."""
        made = self.copy()
        own: list[CudaArray] = []
        for operation in operations:
            for first, end, memory, is_overwritten in _written(operation.uses):
                parts = made._parts(memory, first, end)
                is_own = len(parts) == 1 and any(parts[0].value.array is each for each in own)
                if is_own and (parts[0].first, parts[0].end) == (first, end):
                    continue
                bytes = new_bytes(first, end, self._memories[memory].device)
                if not is_overwritten:
                    made._collect(memory, first, end, bytes)
                made._spans.setdefault(memory, Spans()).put(first, end, bytes)
                own.append(bytes.array)
            operation.run([made.value(use.place) for use in operation.uses])
        return made


def _written(uses: Sequence[Use]) -> list[tuple[int, int, int, bool]]:
    """Returns the bytes that an operation writes: from and up to which, of which memory, and whether it
    overwrites all of them. Arrays that have bytes in common are one."""
    found = [
        (use.place.first, use.place.end, use.place.memory, use.is_overwritten) for use in uses if use.writes
    ]
    for _ in range(len(uses)):
        for at, (first, end, memory, _) in enumerate(found):
            for use in uses:
                place = use.place
                meets = place.memory == memory and place.first < end and first < place.end
                if meets and (place.first < first or end < place.end or not use.is_overwritten):
                    found[at] = (min(first, place.first), max(end, place.end), memory, False)
                    first, end, memory, _ = found[at]
    return list(dict.fromkeys(found))
