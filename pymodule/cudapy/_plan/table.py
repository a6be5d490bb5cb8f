"""A plan as it is printed."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from .advice import Advice, name_of
from .lines import Access, Line
from .patterns import short

_WIDTH = 110
_FEW_LANES = 16  # of a request, below which it is said how many take part


def table_of(lines: Sequence[Line]) -> str:
    """Returns a table of the cost of each line."""
    rows = {id(line): list(rows_of(line)) for line in lines}
    widths = _widths(row for each in rows.values() for row in each)
    digits = max((len(str(line.number)) for line in lines), default=0)
    printed = []
    first = True
    for file, of_file in groupby(lines, key=lambda each: each.file):
        if not first:
            printed.append(f"  {file}")
        first = False
        for line in of_file:
            printed.append(f"  {line.number:{digits}} | {line.text}")
            printed += [" " * (digits + 5) + _joined(row, widths) for row in rows[id(line)]]
    return "\n".join(printed)


def advice_in_words(lines: Sequence[Line], advice: Sequence[Advice]) -> str:
    """The costliest places, and what to do about each."""
    if not advice:
        known = all(access.cost is not None for line in lines for access in line.accesses)
        return f"  nothing{'' if known else ' that is predicted'} costs a tenth more than it has to"
    counted_places = ("the costliest", "the two costliest", "the three costliest")[len(advice) - 1]
    printed = [f"  {counted_places}"]
    for number, each in enumerate(advice, 1):
        printed.append(f"    {number}. line {each.line} {each.what}: {excess_of(each)}")
        for sentence in (each.reason, each.remedy):
            printed += textwrap.wrap(sentence, _WIDTH, initial_indent=" " * 7, subsequent_indent=" " * 7)
    return "\n".join(printed)


def excess_of(advice: Advice) -> str:
    """Returns in words how much more than needed something takes."""
    return counted(advice.excess, advice.unit) + (
        "" if advice.unit == "divided warps" else " more than needed"
    )


Row = tuple[str, ...]


def rows_of(line: Line) -> Iterator[Row]:
    """Gives the rows of cells for a line. The last cell of a row can have any length."""
    for access in line.accesses:
        yield (
            name_of(access, line),
            f"{access.width} byte{'s' if access.width > 1 else ''}",
            counted(access.requests, "requests"),
            "" if access.cost is None else counted(access.cost, access.unit),
            remark(access),
        )
    for decision in line.decisions:
        yield (
            "decides",
            "",
            counted(decision.decisions, "times"),
            counted(decision.divergent, "divided") if decision.divergent else "",
            decision.finding.note if decision.finding else "",
        )
    for barrier in line.barriers:
        yield (
            "waits",
            "",
            counted(barrier.passed, "times"),
            "",
            f"{counted(barrier.most_of_a_block, 'times')} in a block",
        )


def remark(access: Access) -> str:
    """Returns the remark on an access, which follows its numbers."""
    if access.cost is None or access.cost_per_request is None or access.best_per_request is None:
        return "not predicted"
    said = f"{short(access.cost_per_request)} each"
    if access.cost > (access.best or 0):
        said += f", {short(access.best_per_request)} would do"
    if access.conflicts:
        said += f", {counted(access.conflicts, 'conflicts')}"
    if access.lanes_per_request < _FEW_LANES:
        said += f", {short(access.lanes_per_request)} of 32 lanes"
    return f"{said}: {access.finding.note}" if access.finding else said


def counted(number: int, what: str) -> str:
    """ "1 request", "32 requests", "3 divided"."""
    return f"{number} {what[:-1] if number == 1 and what.endswith('s') else what}"


def _widths(rows: Iterable[Row]) -> list[int]:
    return [max(map(len, cells)) for cells in zip(*(row[:-1] for row in rows), strict=True)]


def _joined(row: Row, widths: list[int]) -> str:
    cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:]))]
    return "   ".join([*cells, row[-1]]).rstrip()
