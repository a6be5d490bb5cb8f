"""Errors in functions of numbers, without the lines of the kernels that were made around them."""

from __future__ import annotations

from .. import _core

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Iterable

FILE = "<cp.vectorize>"


def without_our_lines(error: _core.CompileError) -> _core.CompileError:
    """The error with what is wrong in the user's own sources, where it says anything of these."""
    kept = [each for each in error.diagnostics if each["file"] != FILE]
    if not any(each["severity"] == "error" for each in kept):
        return error
    for each in kept:
        each["labels"] = [label for label in each["labels"] if label["file"] != FILE]
    blocks = [each for each in _blocks(str(error)) if not each[0].startswith(f"{FILE}:")]
    lines = [line for each in blocks for line in _without_places(each)]
    count = sum(each["severity"] == "error" for each in kept)
    found = _core.CompileError("\n".join([*lines, "1 error" if count == 1 else f"{count} errors"]))
    found.diagnostics = kept
    return found


def _blocks(text: str) -> list[list[str]]:
    """The lines of each error of a text, without the last line, which counts them."""
    blocks: list[list[str]] = []
    for line in text.split("\n")[:-1]:
        if not blocks or (line[:1].strip() and (": error[" in line or ": warning[" in line)):
            blocks.append([])
        blocks[-1].append(line)
    return blocks


def _without_places(lines: Iterable[str]) -> list[str]:
    """The lines without those that show a line of ours."""
    kept, is_ours = [], False
    for line in lines:
        if line.lstrip().startswith("-->"):
            is_ours = FILE in line
        elif not line.lstrip()[:1].isdigit() and not line.lstrip().startswith("|"):
            is_ours = False
        if not is_ours:
            kept.append(line)
    return kept
