"""The names in a line of a text."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_CHAIN = re.compile(r"[^\W\d]\w*(?:[ \t]*\.[ \t]*[^\W\d]\w*)*")
_NAME = re.compile(r"[^\W\d]\w*")


class Chain(NamedTuple):
    """The names `a.b.c` up to the one that was pointed at, and the columns of that one, from 1."""

    names: tuple[str, ...]
    """As Python takes them: letters of other alphabets may stand for those of ASCII."""
    begin: int
    end: int
    text: str
    """The names as they are written."""


def chain_at(line: str, column: int, is_end_in: bool = True) -> Chain | None:
    """Returns the name in a line at a column, with the names before it; None where there is none. `is_end_in`
    says whether the column after a name is one of the name."""
    for chain in _CHAIN.finditer(line):
        if not chain.start() < column <= chain.end() + is_end_in:
            continue
        names: list[str] = []
        for name in _NAME.finditer(line, chain.start(), chain.end()):
            names.append(_normalized(name.group()))
            if name.start() < column <= name.end() + is_end_in:
                text = line[chain.start() : name.end()]
                return Chain(tuple(names), name.start() + 1, name.end() + 1, text)
    return None


def names_before(line: str, column: int) -> tuple[tuple[str, ...], str]:
    """Returns the names before the last dot that ends before a column, and the beginning of a name after it:
    (("p",), "x") for `p.x`."""
    before = line[: column - 1]
    found = re.search(r"((?:[^\W\d]\w*[ \t]*\.[ \t]*)*)((?:[^\W\d]\w*)?)$", before)
    assert found is not None  # both parts may be empty
    return tuple(map(_normalized, _NAME.findall(found[1]))), found[2]


def _normalized(name: str) -> str:
    return unicodedata.normalize("NFKC", name)
