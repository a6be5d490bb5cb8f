"""The translation of the text in the editor. The text is read, as `pycu2cu` reads it, and never run."""

from __future__ import annotations

from typing import Any, Literal

from .. import _core

FILE = "kernels.py"
"""The name of the text in messages."""

GENERIC = "E804"
"""The error of a text whose kernels are all generic: they are translated when they are launched."""


def translated(text: str) -> dict[str, Any]:
    """Both translations of a text, with what is wrong with it.

    `diagnostics`: errors and warnings, as CompileError.diagnostics; columns count UTF-16 units, as pages do.
    `kernels`: each with `name`, `line`, `parameters` ([name, type]), the names of the `shared` arrays that
    are sized at
        the launch, and whether it `is_generic`.
    `cuda`, `cpu`: the `source` and for each of its lines the line of the text, 0 for none; null where there
    are
        errors.
    """
    cuda = _core.translate_text(text, FILE, "cuda", False)
    diagnostics = cuda["diagnostics"]
    are_generic = [each["code"] for each in diagnostics if each["severity"] == "error"] == [GENERIC]
    if are_generic:
        diagnostics = [each for each in diagnostics if each["code"] != GENERIC]
    lines = text.split("\n")
    return {
        "diagnostics": [_for_pages(each, lines) for each in diagnostics],
        "kernels": [{**each, "is_generic": False} for each in cuda["kernels"]]
        + [{**each, "is_generic": True, "line": 0, "shared": []} for each in cuda["generics"]],
        "are_generic": are_generic,
        "cuda": _part(cuda),
        "cpu": _part(_of_cpu(text)) if cuda["ok"] else None,
    }


def _of_cpu(text: str) -> dict[str, Any]:
    target: Literal["cpu"] = "cpu"
    return _core.translate_text(text, FILE, target, True)


def _part(translation: dict[str, Any]) -> dict[str, Any] | None:
    if not translation["ok"]:
        return None
    return {"source": translation["source"], "lines": translation["python_lines"]}


def _for_pages(diagnostic: dict[str, Any], lines: list[str]) -> dict[str, Any]:
    changed = dict(diagnostic)
    for line, column in (("line", "column"), ("end_line", "end_column")):
        changed[column] = _in_utf16(lines, diagnostic[line], diagnostic[column])
    return changed


def _in_utf16(lines: list[str], line: int, column: int) -> int:
    """A column that counts characters, from 1, as one that counts UTF-16 units."""
    before = lines[line - 1][: column - 1] if line <= len(lines) else ""
    return column + sum(ord(character) > 0xFFFF for character in before)
