"""Spans of bytes, each with a value."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

Value = TypeVar("Value")


class Span(NamedTuple, Generic[Value]):
    """The bytes from `first` up to `end`."""

    first: int
    end: int
    value: Value


class Spans(Generic[Value]):
    """Spans in their order, of which no two have a byte in common."""

    def __init__(self, spans: list[Span[Value]] | None = None) -> None:
        self._spans = spans or []

    def __iter__(self) -> Iterator[Span[Value]]:
        return iter(self._spans)

    def __bool__(self) -> bool:
        return bool(self._spans)

    def copy(self) -> Spans[Value]:
        return Spans(list(self._spans))

    def size(self) -> int:
        """Returns how many bytes there are."""
        return sum(each.end - each.first for each in self._spans)

    def within(self, first: int, end: int) -> list[Span[Value]]:
        """Returns what lies in those bytes."""
        return [
            Span(max(each.first, first), min(each.end, end), each.value)
            for each in self._spans[self._place(first) :]
            if each.first < end and first < each.end
        ]

    def gaps(self, first: int, end: int) -> list[tuple[int, int]]:
        """Returns those of these bytes in which nothing lies."""
        found = []
        for each in self.within(first, end):
            if first < each.first:
                found.append((first, each.first))
            first = each.end
        return [*found, (first, end)] if first < end else found

    def cut(self, first: int, end: int) -> None:
        """Takes away what lies in those bytes."""
        if first >= end:
            return
        begin = self._place(first)
        kept: list[Span[Value]] = []
        stop = begin
        for each in self._spans[begin:]:
            if each.first >= end:
                break
            stop += 1
            if each.first < first:
                kept.append(Span(each.first, min(each.end, first), each.value))
            if each.end > end:
                kept.append(Span(max(each.first, end), each.end, each.value))
            if each.end <= first:
                kept = [each]
        self._spans[begin:stop] = kept

    def put(self, first: int, end: int, value: Value) -> None:
        """Gives those bytes a value."""
        if first >= end:
            return
        self.cut(first, end)
        self._spans.insert(
            bisect_right(self._spans, first, key=lambda each: each.first), Span(first, end, value)
        )

    def _place(self, first: int) -> int:
        """Returns the number of the last span that begins at a byte or before it, 0 for none."""
        return max(bisect_right(self._spans, first, key=lambda each: each.first) - 1, 0)
