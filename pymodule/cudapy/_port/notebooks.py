"""Notebooks: their cells of code are one program, and go on being cells."""

from __future__ import annotations

import ast
import json
from typing import Any, NamedTuple

from .program import parsed, port
from .text import Edit, Place, Text

_LAYOUTS = tuple((indent, ascii_only) for indent in (1, 2, 4, 0, None) for ascii_only in (False, True))


class CellFinding(NamedTuple):
    """What is to be said of a line of a cell, "cell 2, line 1"."""

    place: str
    text: str


class NotebookPort(NamedTuple):
    """A notebook after the change: its text, the edits of the lines of all cells, and what is to be said of
    lines of its cells."""

    text: str
    edits: list[Edit]
    findings: list[CellFinding]
    has_numba: bool


def port_notebook(text: str, keeps_numba: bool = False) -> NotebookPort:
    """Returns the NotebookPort of the text of a notebook. Raises ValueError for what is none."""
    notebook = json.loads(text)
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise ValueError("it is no notebook of version 4: it has no cells")
    code = [each for each in cells if isinstance(each, dict) and each.get("cell_type") == "code"]
    sources = [_source(each) for each in code]
    findings: list[CellFinding] = []
    shown = []
    for number, source in enumerate(sources, 1):
        plain = _without_magics(source)
        try:
            parsed(plain, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        except (SyntaxError, ValueError) as error:
            findings.append(
                CellFinding(
                    f"cell {number}, line {getattr(error, 'lineno', 0) or 1}",
                    f"this cell is left as it is: {getattr(error, 'msg', error)}",
                )
            )
            plain = _nothing_like(source)
        shown.append(plain)
    firsts, line = [], 1  # the first line of each cell in the whole program
    for source in sources:
        firsts.append(line)
        line += len(Text(source + "\n").lines)
    made = port("".join(each + "\n" for each in shown), keeps_numba, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    for number, (cell, source, first, after) in enumerate(zip(code, sources, firsts, [*firsts[1:], line]), 1):
        edits = [each for each in made.edits if first <= each.begin.line < after]
        if edits:
            inner = [
                each._replace(
                    begin=Place(each.begin.line - first + 1, each.begin.byte),
                    end=Place(each.end.line - first + 1, each.end.byte),
                )
                for each in edits
            ]
            changed = Text(source + "\n").changed(inner).removesuffix("\n")
            cell["source"] = (
                changed.splitlines(keepends=True) if isinstance(cell.get("source"), list) else changed
            )
        findings += [
            CellFinding(f"cell {number}, line {at - first + 1}", what)
            for at, what in made.findings
            if first <= at < after
        ]
    return NotebookPort(_dumped(notebook, text) if made.edits else text, made.edits, findings, made.has_numba)


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    return "".join(source) if isinstance(source, list) else str(source)


def _without_magics(source: str) -> str:
    """Returns the text of a cell with `pass` in place of what only IPython reads: `%timeit f()`, `!ls`,
    `f?`."""
    if source.lstrip().startswith("%%"):
        return _nothing_like(source)
    lines = []
    for line in source.split("\n"):
        bare = line.strip()
        is_magic = bare.startswith(("%", "!", "?")) or (bare.endswith("?") and not bare.startswith("#"))
        lines.append(line[: len(line) - len(line.lstrip())] + "pass" if is_magic else line)
    return "\n".join(lines)


def _nothing_like(source: str) -> str:
    """Returns a text of as many lines that does nothing."""
    return "\n".join("" for _ in source.split("\n"))


def _dumped(notebook: Any, text: str) -> str:
    """Returns the JSON of a notebook, laid out as the text is."""
    before = json.loads(text)
    end = text[len(text.rstrip()) :]
    for indent, ascii_only in _LAYOUTS:
        if json.dumps(before, indent=indent, ensure_ascii=ascii_only) + end == text:
            return json.dumps(notebook, indent=indent, ensure_ascii=ascii_only) + end
    return json.dumps(notebook, indent=1, ensure_ascii=False) + (end or "\n")
