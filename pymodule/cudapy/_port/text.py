"""The text of a program in lines, and changes of it at the places that Python's syntax tree names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import NamedTuple

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")


Node = ast.stmt | ast.expr | ast.alias  # what has a place


class Place(NamedTuple):
    """A place in a text: a line, from 1 on, and a byte of it."""

    line: int
    byte: int


class Edit(NamedTuple):
    """A change: what is between two places becomes `text`."""

    begin: Place
    end: Place
    text: str


class Finding(NamedTuple):
    """What is to be said of a line of a program."""

    line: int
    text: str


class Text:
    """A program: its lines, each with its own end, as bytes of UTF-8, which the tree counts."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines: list[bytes] = [line.encode() for line in _LINE.findall(text) if line]
        self.newline = next((end for end in ("\r\n", "\n", "\r") if end in text), "\n")

    def between(self, begin: Place, end: Place) -> str:
        """Returns the text from one place to another one."""
        (first, first_byte), (last, last_byte) = begin, end
        if first == last:
            return self.lines[first - 1][first_byte:last_byte].decode()
        inner = self.lines[first : last - 1]
        return b"".join(
            (self.lines[first - 1][first_byte:], *inner, self.lines[last - 1][:last_byte])
        ).decode()

    def of(self, node: Node) -> str:
        """Returns the text of a node of the tree."""
        return self.between(begin_of(node), end_of(node))

    def before(self, place: Place) -> str:
        """Returns what is before a place in its line."""
        return self.lines[place.line - 1][: place.byte].decode()

    def after(self, place: Place) -> str:
        """Returns the rest of a line after a place, with the line's end."""
        return self.lines[place.line - 1][place.byte :].decode()

    def changed(self, edits: Iterable[Edit]) -> str:
        """Returns the text after all edits, which do not overlap."""
        lines = list(self.lines)
        for edit in sorted(set(edits), key=lambda each: each.begin, reverse=True):
            (first, first_byte), (last, last_byte) = edit.begin, edit.end
            head, tail = lines[first - 1][:first_byte], lines[last - 1][last_byte:]
            lines[first - 1 : last] = [head + edit.text.encode() + tail]
        return b"".join(lines).decode()

    def without_line(self, begin: Place, end: Place) -> Edit:
        """Returns the edit that takes a text out, and its line where nothing but a comment is left of it."""
        rest = self.after(end)
        comment = rest.strip()
        if self.before(begin).strip() or (comment and not comment.startswith("#")):
            return Edit(begin, end, "")
        if comment:
            blanks = len(rest.encode()) - len(rest.lstrip(" \t").encode())
            return Edit(begin, Place(end.line, end.byte + blanks), "")
        is_last = end.line == len(self.lines)
        after = Place(end.line, len(self.lines[end.line - 1])) if is_last else Place(end.line + 1, 0)
        return Edit(Place(begin.line, 0), after, "")


def line_after(edits: Iterable[Edit], line: int) -> int:
    """Returns the number that a line has after edits."""
    moved = line
    for each in edits:
        if each.end <= (line, 0) or each.begin < (line, 0):
            moved += each.text.count("\n") - (min(each.end.line, line) - each.begin.line)
    return moved


def begin_of(node: Node) -> Place:
    return Place(node.lineno, node.col_offset)


def end_of(node: Node) -> Place:
    assert node.end_lineno is not None and node.end_col_offset is not None  # which the parser says
    return Place(node.end_lineno, node.end_col_offset)


def dotted(node: ast.AST) -> list[str]:
    """Returns the names of a name with attributes, such as ["nb", "cuda", "jit"]; an empty list for anything
    else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.insert(0, node.attr)
        node = node.value
    return [node.id, *names] if isinstance(node, ast.Name) else []
