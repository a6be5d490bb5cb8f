"""Parts of files, and what is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Place(NamedTuple):
    """A part of a file. Lines and columns count from 1, columns count characters."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def holds(self, line: int, column: int) -> bool:
        """Returns whether a place between two characters is in it or at one of its ends."""
        begin, end = (self.line, self.column), (self.end_line, self.end_column)
        return begin <= (line, column) <= end


class Typed(NamedTuple):
    """A variable, or an expression, whose name is empty, and its type."""

    name: str
    type: str
    place: Place


@dataclass(frozen=True)
class Definition:
    """A name at the top level of a file, see _core.analyse_text()."""

    kind: str
    name: str
    place: Place
    within: str
    last_line: int
