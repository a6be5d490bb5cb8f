"""What an editor may change for the user: replacements that a diagnostic's help names."""

from __future__ import annotations

import re
from typing import Any

from lsprotocol import types as lsp

from .diagnostics import diagnostics, range_of
from .facts import Facts
from .positions import Lines


def actions(facts: Facts, lines: Lines, marked: lsp.Range, uri: str) -> list[lsp.CodeAction]:
    """Returns the replacements for diagnostics in a range."""
    found = []
    for each in facts.diagnostics:
        at = range_of(each, lines)
        replacement = _replacement(each, lines)
        if replacement is None or not _meet(at, marked):
            continue
        edit = lsp.WorkspaceEdit({uri: [lsp.TextEdit(at, replacement)]})
        about = diagnostics(Facts(facts.path, [each]), lines, lambda _: uri)
        title = f"Write `{replacement}`"
        found.append(lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, about, is_preferred=True, edit=edit))
    return found


def _replacement(diagnostic: dict[str, Any], lines: Lines) -> str | None:
    """Returns the text to write in place of what a diagnostic underlines; None where its help names none."""
    if diagnostic["line"] != diagnostic["end_line"]:
        return None
    text = lines.text(diagnostic["line"])[diagnostic["column"] - 1 : diagnostic["end_column"] - 1]
    if diagnostic["code"] in ("E301", "E302"):
        name = re.fullmatch(r"did you mean `([\w.]+)`\?", diagnostic["help"])
        if name is None or not re.fullmatch(r"[\w.]+", text):
            return None
        return name[1] if "." in name[1] else text[: text.rfind(".") + 1] + name[1]
    if diagnostic["code"] == "E401":
        call = re.match(r"write `(\w+)\((.*)\)` to drop the fraction$", diagnostic["help"])
        return f"{call[1]}({text})" if call and call[2] == text else None
    return None


def _meet(one: lsp.Range, other: lsp.Range) -> bool:
    """Returns whether two ranges have a position in common, be it an end of both."""
    first, second = _ends(one), _ends(other)
    return first[0] <= second[1] and second[0] <= first[1]


def _ends(each: lsp.Range) -> tuple[tuple[int, int], tuple[int, int]]:
    return (each.start.line, each.start.character), (each.end.line, each.end.character)
