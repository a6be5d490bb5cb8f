"""Functions that were typed at Python's prompt.

Python keeps what is typed there since 3.13, each statement as a file of its own. Before that only the history
of the prompt has it, and the comments above a function are only there in all versions. A text of the history
is taken for that of a function only if Python makes the same code of it.
"""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Iterator
from typing import NamedTuple


class Typed(NamedTuple):
    """A function as it was typed."""

    comments: str  # the lines of comments right above it
    text: str  # from its first decorator to its last line
    is_last: bool  # whether nothing was typed after it


def is_prompt(path: str) -> bool:
    """Returns whether a file's name is one that Python gives to what is typed."""
    return path == "<stdin>" or bool(re.fullmatch(r"<(stdin|python-input)-\d+>", path))


def typed_texts(function: types.FunctionType) -> list[Typed]:
    """Returns what was typed with the function's name, the newest first. It may be of another function."""
    lines = [line for item in _history() for line in item.split("\n")]
    return list(_blocks(lines, function.__name__))


def is_named_now(function: types.FunctionType) -> bool:
    """Returns whether the function's name still is the function's, or that of the kernel made of it."""
    named = function.__globals__.get(function.__name__)
    while named is not None and named is not function:
        named = getattr(named, "__wrapped__", None)
    return named is function


def _history() -> Iterator[str]:
    """Yields what was typed, the oldest first: statements, or their lines before Python 3.13."""
    for name in "_pyrepl.readline", "readline":
        readline = sys.modules.get(name)
        if readline is None:
            continue
        try:
            items = [
                readline.get_history_item(number + 1)
                for number in range(readline.get_current_history_length())
            ]
        except Exception:  # of a module that is Python's own business
            continue
        if items:
            yield from filter(None, items)
            return


def _blocks(lines: list[str], name: str) -> Iterator[Typed]:
    if name == "<lambda>":
        for number in reversed(range(len(lines))):
            if "lambda" in lines[number]:
                yield Typed("", lines[number] + "\n", number + 1 == len(lines))
        return
    definition = re.compile(rf"def\s+{re.escape(name)}\b")
    for number in reversed(range(len(lines))):
        if not definition.match(lines[number]):
            continue
        first, end = number, number + 1
        while first > 0 and lines[first - 1].startswith("@"):
            first -= 1
        # The lines of a body, and those that end brackets and texts.
        while end < len(lines) and (lines[end][:1] in (" ", "\t", "", ")", "]", "}", "#", '"', "'")):
            end += 1
        while end > number + 1 and lines[end - 1].startswith("#"):
            end -= 1
        above = first
        while above > 0 and lines[above - 1].startswith("#"):
            above -= 1
        yield Typed(
            "".join(line + "\n" for line in lines[above:first]),
            "".join(line + "\n" for line in lines[first:end]),
            end == len(lines),
        )
