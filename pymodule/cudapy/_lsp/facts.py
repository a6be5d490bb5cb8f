"""What the translator says of a text with kernels."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .. import _core

Find = Callable[[str], tuple[str, str] | None]
"""Returns the path and the text of a module that is imported, None for one that is not read."""

LONGEST = 4_000_000
"""The characters of the longest text that is looked at."""

_MAY_HAVE_KERNELS = re.compile(r"\bcudapy\b|^\ufeff?[ \t]*#[ \t]*\w+[ \t]*:[^\n(]*\(", re.MULTILINE)

# What is said of a text as a whole, or only of its translation by pycu2cu, and what only running it can tell.
_OF_FILES = frozenset(("E220", "E801", "E803", "E804", "E805", "W320", "W904"))
_OF_NAMES_OUTSIDE = frozenset(("E305", "E306", "E320", "E321"))


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


@dataclass(frozen=True)
class Function:
    """The types in a function, or in an instance of a generic one."""

    name: str
    place: Place
    result: str
    variables: list[Typed]
    parameters: int
    """How many of the variables are parameters. They are the first ones."""
    expressions: list[Typed]
    is_assumed: bool


@dataclass(frozen=True)
class Facts:
    """What is known of a text and of the modules that it imports."""

    path: str
    diagnostics: list[dict[str, Any]] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    failure: str = ""
    """What went wrong in the translator itself, "" for nothing."""


def may_have_kernels(text: str) -> bool:
    """Returns whether it is worth while to ask the translator."""
    return len(text) <= LONGEST and _MAY_HAVE_KERNELS.search(text) is not None


def facts_of(text: str, path: str, find: Find) -> Facts:
    """Returns what the translator says of a text. An error of the translator is a failure of the facts."""
    if not may_have_kernels(text):
        return Facts(path)
    try:
        found = _core.analyse_text(whole(text), path, find)
    except Exception as error:
        return Facts(path, failure=f"{type(error).__name__}: {error}")
    return Facts(
        path,
        [each for each in found["diagnostics"] if each["file"] == path and _is_shown(each)],
        [_definition(each) for each in found["definitions"]],
        [_function(each) for each in found["functions"]],
    )


def whole(text: str) -> str:
    """Returns a text without halves of characters, which editors may send and UTF-8 has not."""
    return text.encode("utf-8", "replace").decode() if re.search("[\ud800-\udfff]", text) else text


def _is_shown(diagnostic: dict[str, Any]) -> bool:
    return diagnostic["code"] not in _OF_FILES | _OF_NAMES_OUTSIDE


def _definition(found: dict[str, Any]) -> Definition:
    return Definition(
        found["kind"], found["name"], Place(*found["place"]), found["within"], found["last_line"]
    )


def _function(found: dict[str, Any]) -> Function:
    def typed(each: tuple[str, str, tuple[str, int, int, int, int]]) -> Typed:
        name, type_name, place = each
        return Typed(name, type_name, Place(*place))

    return Function(
        found["name"],
        Place(*found["place"]),
        found["result"],
        [typed(each) for each in found["variables"]],
        found["parameters"],
        [typed(each) for each in found["expressions"]],
        found["is_assumed"],
    )
