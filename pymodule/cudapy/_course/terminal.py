"""Reports and exercises as text, for a terminal."""

from __future__ import annotations

import os
import sys
import textwrap
from typing import TYPE_CHECKING, TextIO

from .exercise import Exercise

if TYPE_CHECKING:
    from .report import Report, Row

WIDTH = 100
_COLORS = {"ok": "32", "wrong": "31", "open": "2"}


def is_colored(stream: TextIO) -> bool:
    """Returns whether a stream shows colors. It does not if NO_COLOR is set, or if it is no terminal."""
    return not os.environ.get("NO_COLOR") and stream.isatty() and os.environ.get("TERM") != "dumb"


def text_of(report: Report, colored: bool = False) -> str:
    """A report, with the name of the mistake at the first thing that is wrong."""
    lines = [f"{report.number} {report.title}".ljust(50) + report.unit]
    width = max(len(row.check) for row in report.rows)
    first = next((row for row in report.rows if row.state == "wrong"), None)
    for row in report.rows:
        state = _colored(f"{'-' if row.state == 'open' else row.state:5}", row.state, colored)
        lines += textwrap.wrap(
            f"  {row.check:{width}}  {state}  {row.text}", 200, subsequent_indent=" " * (width + 11)
        )
        if row is first and report.mistake:
            lines[-1] += f"    {_colored(report.mistake, 'wrong', colored)}"
        if row.state == "wrong":
            lines += _details(row)
    if report.time:
        lines += textwrap.wrap(
            f"  {'time':{width}}  {'':5}  {report.time.text}", 200, subsequent_indent=" " * (width + 11)
        )
    if report.explanation:
        lines += ["", *_wrapped(report.explanation, "  ")]
    return "\n".join(lines)


def _details(row: Row) -> list[str]:
    lines = []
    if row.source.strip():
        indent = len(row.source) - len(row.source.lstrip())
        head = f"{row.line:6} | "
        lines.append(head + row.source.strip())
        if row.end_column > row.column:
            under = " " * max(_characters(row.source, row.column) - indent, 0)
            carets = "^" * (_characters(row.source, row.end_column) - _characters(row.source, row.column))
            lines.append(" " * 6 + " | " + under + carets)
    if row.sentence:
        lines += _wrapped(row.sentence, " " * 9)
    return lines


def _characters(text: str, column: int) -> int:
    """A column in bytes of UTF-8, as Python and the translator count them, in characters."""
    return len(text.encode()[:column].decode(errors="ignore"))


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _colored(text: str, state: str, colored: bool) -> str:
    return f"\033[{_COLORS[state]}m{text}\033[0m" if colored else text


def story_of(exercise: Exercise) -> str:
    """Returns what an exercise is about, what is wanted, and its bars."""
    lines = [f"{exercise.number} {exercise.title}".ljust(50) + exercise.unit_name, "", exercise.story.strip()]
    if exercise.signature:
        lines += ["", f"    # {exercise.title} : {exercise.signature}"]
    if exercise.limits:
        lines += ["", "What it may cost:"] + [f"  - {limit.text}" for limit in exercise.limits]
    return "\n".join(lines)


def say(text: str) -> None:
    print(text)
    sys.stdout.flush()


def hint_lines(number: int, text: str) -> list[str]:
    return textwrap.wrap(f"{number}. {' '.join(text.split())}", WIDTH, subsequent_indent="   ")
