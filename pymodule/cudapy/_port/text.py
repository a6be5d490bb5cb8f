"""The text of a program in lines, and changes of it at the places that Python's syntax tree names."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")


class Edit(NamedTuple):
    """A change: what is between two places becomes `text`. A place is a line, from 1 on, and a byte of it."""

    begin: tuple
    end: tuple
    text: str


class Text:
    """A program: its lines, each with its own end, as bytes of UTF-8, which the tree counts."""

    def __init__(self, text):
        self.text = text
        self.lines = [line.encode() for line in _LINE.findall(text) if line]
        self.newline = next((end for end in ("\r\n", "\n", "\r") if end in text), "\n")

    def between(self, begin, end):
        """Returns the text from one place to another one."""
        (first, first_byte), (last, last_byte) = begin, end
        if first == last:
            return self.lines[first - 1][first_byte:last_byte].decode()
        inner = self.lines[first : last - 1]
        return b"".join(
            (self.lines[first - 1][first_byte:], *inner, self.lines[last - 1][:last_byte])
        ).decode()

    def of(self, node):
        """Returns the text of a node of the tree."""
        return self.between(begin_of(node), end_of(node))

    def before(self, place):
        """Returns what is before a place in its line."""
        return self.lines[place[0] - 1][: place[1]].decode()

    def behind(self, place):
        """Returns what is behind a place in its line, with the line's end."""
        return self.lines[place[0] - 1][place[1] :].decode()

    def changed(self, edits):
        """Returns the text after all edits, which do not overlap."""
        lines = list(self.lines)
        for edit in sorted(set(edits), key=lambda each: each.begin, reverse=True):
            (first, first_byte), (last, last_byte) = edit.begin, edit.end
            head, tail = lines[first - 1][:first_byte], lines[last - 1][last_byte:]
            lines[first - 1 : last] = [head + edit.text.encode() + tail]
        return b"".join(lines).decode()

    def without_line(self, begin, end):
        """Returns the edit that takes a text out, and its line where nothing but a comment is left of it."""
        rest = self.behind(end)
        comment = rest.strip()
        if self.before(begin).strip() or (comment and not comment.startswith("#")):
            return Edit(begin, end, "")
        if comment:
            return Edit(begin, (end[0], end[1] + len(rest.encode()) - len(rest.lstrip(" \t").encode())), "")
        is_last = end[0] == len(self.lines)
        return Edit((begin[0], 0), (end[0], len(self.lines[end[0] - 1])) if is_last else (end[0] + 1, 0), "")


def line_after(edits, line):
    """Returns the number that a line has after edits."""
    moved = line
    for each in edits:
        if each.end <= (line, 0) or each.begin < (line, 0):
            moved += each.text.count("\n") - (min(each.end[0], line) - each.begin[0])
    return moved


def begin_of(node):
    return node.lineno, node.col_offset


def end_of(node):
    return node.end_lineno, node.end_col_offset


def dotted(node):
    """Returns the names of a name with attributes, such as ["nb", "cuda", "jit"]; an empty list for anything
    else."""
    names = []
    while isinstance(node, ast.Attribute):
        names.insert(0, node.attr)
        node = node.value
    return [node.id, *names] if isinstance(node, ast.Name) else []
