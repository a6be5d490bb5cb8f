"""What a tape keeps of arrays that recorded work overwrites."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .memory import Bytes, Memory, copy_bytes, new_bytes
from .operations import Operation
from .spans import Spans

Memories = dict[int, Spans[None]]


class Copied(NamedTuple):
    """Bytes that were kept, the operation that needs them, and the one that overwrote them."""

    bytes: Bytes
    needed_by: int
    overwritten_by: int


class Interval:
    """Operations from `begin` on, up to `end`, and copies of what their memories held before the first one,
    where that is needed and one of them has overwritten it."""

    def __init__(self, begin: int) -> None:
        self.begin = self.end = begin
        self.kept: dict[int, Spans[Copied]] = {}
        self.overwritten: Memories = {}

    def size(self) -> int:
        return sum(spans.size() for spans in self.kept.values())

    def joined(self, after: Interval) -> None:
        """Takes the operations of the interval after this one."""
        for memory, spans in after.kept.items():
            mine = self.kept.setdefault(memory, Spans())
            overwritten = self.overwritten.get(memory, Spans())
            for span in spans:
                for first, end in overwritten.gaps(span.first, span.end):
                    mine.put(first, end, span.value)
        for memory, overwrites in after.overwritten.items():
            for first, end, _ in overwrites:
                self.overwritten.setdefault(memory, Spans()).put(first, end, None)
        self.end = after.end


class Kept:
    """All intervals of a tape. Where `limit` is None each has one operation, and adjoints find what they need
    in them. Else each has as many as it takes to stay within so many bytes, and its operations are done
    again."""

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.intervals: list[Interval] = []
        self.length = 1
        self.changed: Memories = {}

    def changed_bytes(self) -> int:
        """Returns how many bytes recorded work has changed, each counted once."""
        return sum(spans.size() for spans in self.changed.values())

    def size(self) -> int:
        return sum(interval.size() for interval in self.intervals)

    def before(self, number: int, operation: Operation, memory_of: Callable[[int], Memory]) -> None:
        """Keeps what an operation is about to overwrite. Its number is that of the operation."""
        if self._is_full():
            self._make_room(operation)
            if self._is_full():
                self.intervals.append(Interval(number))
        interval = self.intervals[-1]
        interval.end = number + 1
        is_again = self.limit is not None
        for use in operation.uses:
            is_read = use.reads or (use.writes and not use.is_overwritten)
            if use.is_needed or (is_again and is_read):
                memory_of(use.place.memory).needed.put(use.place.first, use.place.end, number)
        for use in operation.uses:
            if use.writes:
                self._overwrite(interval, number, memory_of(use.place.memory), use.place.first, use.place.end)

    def _is_full(self) -> bool:
        return not self.intervals or self.intervals[-1].end - self.intervals[-1].begin >= self.length

    def _overwrite(self, interval: Interval, number: int, memory: Memory, first: int, end: int) -> None:
        overwritten = interval.overwritten.setdefault(memory.number, Spans())
        for need in memory.needed.within(first, end):
            for begin, stop in overwritten.gaps(need.first, need.end):
                assert memory.held is not None
                copied = new_bytes(begin, stop, memory.device)
                copy_bytes(copied, Bytes(memory.held, 0), begin, stop)
                value = Copied(copied, need.value, number)
                interval.kept.setdefault(memory.number, Spans()).put(begin, stop, value)
        memory.needed.cut(first, end)
        overwritten.put(first, end, None)
        self.changed.setdefault(memory.number, Spans()).put(first, end, None)

    def _make_room(self, operation: Operation) -> None:
        """Joins intervals in pairs until there is room for one more, for the state of a launch that is done
        again, and for one that is kept meanwhile."""
        if self.limit is None:
            return
        next_size = sum(use.place.end - use.place.first for use in operation.uses if use.writes)
        while len(self.intervals) > 1:
            state = max(self.changed_bytes(), next_size)
            if self.size() + state <= self.limit - 2 * state:
                return
            joined = []
            for at in range(0, len(self.intervals), 2):
                interval = self.intervals[at]
                if at + 1 < len(self.intervals):
                    interval.joined(self.intervals[at + 1])
                joined.append(interval)
            self.intervals = joined
            self.length *= 2

    def copies(self) -> Iterator[tuple[int, int, int, Copied]]:
        """Returns what is kept: the memory, the bytes from which and up to which, and the copy."""
        for interval in self.intervals:
            for memory, spans in interval.kept.items():
                for span in spans:
                    yield memory, span.first, span.end, span.value
