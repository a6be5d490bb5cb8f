"""What the translator says of a text with kernels."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from .. import _core
from .numba_functions import NumbaFunctions, numba_functions
from .places import Definition, Place, Typed
from .shown import is_of_numba, shown

Find = Callable[[str], tuple[str, str] | None]
"""Returns the path and the text of a module that is imported, None for one that is not read."""

LONGEST = 4_000_000
"""The characters of the longest text that is looked at."""

_MAY_HAVE_KERNELS = re.compile(r"\bcudapy\b|^\ufeff?[ \t]*#[ \t]*\w+[ \t]*:[^\n(]*\(", re.MULTILINE)


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
    text = whole(text)
    try:
        facts = _facts(_core.analyse_text(text, path, find), path)
        numba = numba_functions(text, facts.definitions, path)
        if not numba.kernels:
            return replace(facts, diagnostics=shown(facts.diagnostics, facts.definitions, path, text))
        of_numba = _facts(_core.analyse_text(text, path, find, numba.kernels, numba.helpers), path)
    except Exception as error:
        return Facts(path, failure=f"{type(error).__name__}: {error}")
    return _joined(facts, of_numba, numba, text)


def _facts(found: dict[str, Any], path: str) -> Facts:
    return Facts(
        path,
        [each for each in found["diagnostics"] if each["file"] == path],
        [_definition(each) for each in found["definitions"]],
        [_function(each) for each in found["functions"]],
    )


def _joined(facts: Facts, of_numba: Facts, names: NumbaFunctions, text: str) -> Facts:
    """Returns the facts on a text with those on its functions in numba's dialect."""
    own = [
        replace(each, kind=f"numba {each.kind}")
        for each in of_numba.definitions
        if each.kind in ("kernel", "helper") and each.name in (*names.kernels, *names.helpers)
    ]

    def is_own(line: int) -> bool:
        return any(each.place.line <= line <= each.last_line for each in own)

    found = [each for each in facts.diagnostics if not is_own(each["line"])]
    found += [each for each in of_numba.diagnostics if is_own(each["line"]) and is_of_numba(each)]
    definitions = [*own, *facts.definitions]
    return Facts(
        facts.path,
        shown(found, definitions, facts.path, text),
        definitions,
        [*facts.functions, *(each for each in of_numba.functions if is_own(each.place.line))],
    )


def whole(text: str) -> str:
    """Returns a text without halves of characters, which editors may send and UTF-8 has not."""
    return text.encode("utf-8", "replace").decode() if re.search("[\ud800-\udfff]", text) else text


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
