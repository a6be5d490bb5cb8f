"""Places in a text: lines and columns of the translator, which count characters from 1, and positions of the
protocol, which count from 0, and in a line the units of an encoding."""

from __future__ import annotations

import re

from lsprotocol import types as lsp

_LINE_END = re.compile("\r\n|\n|\r")


class Lines:
    """The lines of a text, without their ends, as the translator and the protocol tell them apart."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.texts = _LINE_END.split(text.removeprefix("\ufeff"))
        self._encoding = encoding
        self._shift = int(text.startswith("\ufeff"))  # the mark is a character only of the protocol

    def text(self, line: int) -> str:
        """Returns the text of a line, "" for one that is not there."""
        return self.texts[line - 1] if 1 <= line <= len(self.texts) else ""

    def position(self, line: int, column: int) -> lsp.Position:
        """Returns the position of a line and a column of the translator."""
        before = self.text(line)[: max(column - 1, 0)]
        shift = self._shift if line == 1 else 0
        return lsp.Position(max(line - 1, 0), shift + self._units(before))

    def place(self, position: lsp.Position) -> tuple[int, int]:
        """Returns the line and the column of a position. One after the end of a line is its end."""
        line = position.line + 1
        left = position.character - (self._shift if line == 1 else 0)
        column = 1
        for character in self.text(line):
            if left <= 0:
                break
            left -= self._units(character)
            column += 1
        return line, column

    def range(self, line: int, column: int, end_line: int, end_column: int) -> lsp.Range:
        return lsp.Range(self.position(line, column), self.position(end_line, end_column))

    def _units(self, text: str) -> int:
        if self._encoding == "utf-32":
            return len(text)
        if self._encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
