"""How the threads of a kernel access its arrays, as `call.explain(n)` says: objects, a table and advice."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from os.path import basename
from typing import ClassVar, Literal

from .renamed import RenamedAttributes

_WARP = 32
_BANKS = 32
_SECTOR = 32


@dataclass(frozen=True)
class AccessPattern(RenamedAttributes):
    """An access of a kernel's source, and which elements the threads of a warp touch there. It is found only
    from the source: the kernel does not run.

    file, line: where it is.
    text: the access as it is in the source; a call, if its function is not looked into.
    array: the name of the array.
    operation: "read", "write", "read and write" or "atomic".
    space: "global" or "shared", the memory of the array.
    width: the bytes that a thread accesses.
    kind: what neighbouring threads touch, for programs: "same", one element for all; "neighbours", elements
        side by side; "stride", elements a fixed distance apart; "rows" and "lists", a row and a list of a
        `T**` each; "data", what elements of arrays decide; "unknown".
    warp: the same in words.
    apart: the bytes from a thread's element to its neighbour's, negative where they go backwards; None where
        the source does not tell.
    distance: the number of elements between them as the source has it, "n"; None where it is a constant.
    rows: of kind "rows", how many rows they are apart.
    by_some: whether data decides which threads come here.
    next_iteration: where the next iteration of the innermost loop goes, in words; None outside of loops.
    loop, counter: the line of that loop, and the variable that it counts, if it has a name.

    >>> @cp.kernel("void (float[,] A, float* Y)")
    ... def column(A, Y):
    ...     Y[idx] = A[idx, 3]
    >>> read, written = column.explain(1000).access_patterns
    >>> read.text, read.operation, read.array, read.kind, read.warp
    ('A[idx, 3]', 'read', 'A', 'rows', 'each thread another row')
    >>> written.text, written.operation, written.kind, written.apart, written.warp
    ('Y[idx]', 'write', 'neighbours', 4, 'neighbours')
    """

    _new_names: ClassVar[dict[str, str]] = {"turn": "next_iteration"}

    file: str
    line: int
    text: str
    array: str
    operation: Literal["read", "write", "read and write", "atomic"]
    space: Literal["global", "shared"]
    width: int
    kind: Literal["same", "neighbours", "stride", "rows", "lists", "data", "unknown"]
    apart: int | None
    rows: int
    distance: str | None
    warp: str
    by_some: bool
    next_iteration: str | None
    counter: str | None
    loop: int | None


_VERBS = {"read": "reads", "write": "writes", "read and write": "reads, writes", "atomic": "atomically"}


def table_of(patterns: Sequence[AccessPattern], row: tuple[int, int], file: str | None) -> Iterator[str]:
    """Gives the lines of a table of the access patterns."""
    axis = "xyz"[row[0]]
    threads = row[1]
    who = f"the {_WARP} threads of a warp, which are neighbours along {axis}"
    if threads % _WARP:
        who = f"neighbouring threads along {axis}, of which there are {threads} in a row"
    yield f"  accesses       what is touched by {who}"
    rows = [_row_of(pattern, file) for pattern in patterns]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for place, verb, text, warp, iteration in rows:
        cells = (
            place.rjust(widths[0]),
            "|",
            verb.ljust(widths[1]),
            "",
            text.ljust(widths[2]),
            "",
            warp.ljust(widths[3]),
            "",
            iteration,
        )
        yield f"    {' '.join(cells)}".rstrip()


def _row_of(pattern: AccessPattern, file: str | None) -> tuple[str, str, str, str, str]:
    place = f"{pattern.line}" if pattern.file == file else f"{basename(pattern.file)}:{pattern.line}"
    text = pattern.text if pattern.array in pattern.text else f"{pattern.text} ({pattern.array})"
    warp = pattern.warp
    if pattern.space == "shared":
        warp += ", in shared memory"
    if pattern.by_some:
        warp += ", by some of them"
    iteration = ""
    if pattern.next_iteration and pattern.kind != "unknown":
        iteration = (
            f"each iteration{f' of {pattern.counter}' if pattern.counter else ''}: {pattern.next_iteration}"
        )
    return place, _VERBS[pattern.operation], text, warp, iteration


def advice_of(patterns: Sequence[AccessPattern], row: tuple[int, int], file: str | None) -> tuple[str, ...]:
    """Returns what to do about the accesses that make a warp fetch more than it uses."""
    given: dict[str, None] = {}
    for pattern in patterns:
        said = _about(pattern, patterns, "xyz"[row[0]], row[1] % _WARP == 0)
        place = (
            f"line {pattern.line}"
            if pattern.file == file
            else f"{basename(pattern.file)}, line {pattern.line}"
        )
        if said:
            given[f"{place}: `{pattern.text}`: {said}"] = None
    return tuple(given)


def doubles_in_words(doubles: Iterable[tuple[str, int, str, str]], file: str | None) -> tuple[str, ...]:
    """Returns what to do about float32 that is computed in double: of each its file, line, text and
    remedy."""
    return tuple(
        f"{f'line {line}' if place == file else f'{basename(place)}, line {line}'}: "
        f"`{' '.join(text.split())}`: {remedy}"
        for place, line, text, remedy in sorted(doubles, key=lambda each: (each[0] != file, *each[:2]))
    )


def _about(
    pattern: AccessPattern, patterns: Iterable[AccessPattern], axis: str, are_whole_warps: bool
) -> str | None:
    if pattern.operation == "atomic":
        return None
    if pattern.space == "shared":
        return _about_banks(pattern) if are_whole_warps else None
    return _about_rows(pattern, axis) if pattern.kind == "rows" else _about_stride(pattern, patterns)


def _about_rows(pattern: AccessPattern, axis: str) -> str:
    apart = "a row apart" if abs(pattern.rows) == 1 else f"{abs(pattern.rows)} rows apart"
    said = (
        f"neighbouring threads touch elements {apart}, so that each of them takes a piece of "
        "memory of its own: "
    )
    if pattern.next_iteration in ("the next element", "the element before"):
        return said + (
            "let the threads of a warp go along one row together, or store the array the other way round, "
            f"with {axis} in its last index"
        )
    tile = (
        "copy a tile of the array into shared memory, row by row, and take the elements from there"
        if pattern.operation == "read"
        else "gather a tile of the array in shared memory, and store that row by row"
    )
    return f"{said}let {axis} be in the last index, or let the block {tile}"


def _about_stride(pattern: AccessPattern, patterns: Iterable[AccessPattern]) -> str | None:
    if pattern.kind != "stride":
        return None
    remedy = "let neighbouring threads take neighbouring elements"
    if pattern.apart is None:
        if pattern.distance is None:
            return None
        return (
            f"the elements of neighbouring threads are {pattern.distance} elements apart, so that each of "
            f"them takes a piece of memory of its own where that is many: {remedy}"
        )
    apart_bytes = abs(pattern.apart)
    alike = {each.text for each in patterns if (each.array, each.apart) == (pattern.array, pattern.apart)}
    if len(alike) * pattern.width >= apart_bytes:
        return None  # they take what is between
    if pattern.next_iteration in ("the next element", "the element before") and apart_bytes <= _SECTOR:
        return None  # so do the iterations of a loop
    return (
        f"neighbouring threads touch elements {apart_bytes} bytes apart, of which they take "
        f"{pattern.width}: {remedy}"
    )


def _about_banks(pattern: AccessPattern) -> str | None:
    """Says where the lanes of a warp meet in few of the banks of shared memory, each of 4 bytes."""
    if pattern.apart is None or pattern.width != 4 or pattern.apart % 4 != 0 or pattern.apart == 0:
        return None
    words = abs(pattern.apart) // 4
    meeting = math.gcd(words, _BANKS)
    if meeting == 1:
        return None
    banks = f"{_BANKS // meeting} of the {_BANKS} banks" if meeting < _BANKS else "one bank"
    said = (
        f"the {_WARP} threads of a warp touch elements {abs(pattern.apart)} bytes apart, which are in "
        f"{banks} of shared memory, so that {meeting} of them wait for each other: "
    )
    if pattern.rows and math.gcd(words + abs(pattern.rows), _BANKS) < meeting:
        return f"{said}give {pattern.array} one more column, which nobody uses"
    return f"{said}let neighbouring threads take neighbouring elements"
