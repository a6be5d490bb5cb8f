"""Which of the translator's diagnostics an editor shows. The translator says what `pycu2cu` cannot do with a
text. A module that runs knows more: the values of all names, and the types of arguments."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

from .places import Definition
from .positions import Lines

# What is said of a text as a whole, or only of its translation by pycu2cu.
_OF_FILES = frozenset(("E220", "E801", "E803", "E804", "E805", "E808", "W320", "W904"))
# What only running the module tells: the values of names, and what decorators have made of functions.
_OF_RUNNING = frozenset(("E230", "E232", "E304", "E305", "E306", "E320", "E321"))
# In numba's dialect much of NumPy, of strings and of cmath is written in Python, which is not looked at here.
_NOT_OF_NUMBA = frozenset(("E604", "E619"))


def shown(
    diagnostics: list[dict[str, Any]], definitions: list[Definition], path: str, text: str
) -> list[dict[str, Any]]:
    """Returns those that are right whatever the module does when it runs, in the order of the text."""
    lines = Lines(text)
    own = [each for each in definitions if each.place.file == path]
    known = {each.name for each in own}
    others = _functions_for_the_host(diagnostics, own, lines)

    def is_shown(each: dict[str, Any]) -> bool:
        if each["code"] in _OF_FILES or each["code"] in _OF_RUNNING:
            return False
        if each["code"] == "E242" and each["message"].startswith("nothing is known of"):  # imported
            return False
        if each["code"] == "E301" and _first_name(each, lines) in known:  # a value that running makes
            return False
        return not any(first <= each["line"] <= last for first, last in others)

    found = [each for each in diagnostics if is_shown(each)]
    return sorted(found, key=lambda each: (each["line"], each["column"]))


def is_of_numba(diagnostic: dict[str, Any]) -> bool:
    """Returns whether a diagnostic of a kernel in numba's dialect is right whatever the types are."""
    code, message = str(diagnostic["code"]), str(diagnostic["message"])
    if code == "E302":
        named = re.match(r"`(cudapy\.cuda[\w.]*)` has no `(\w+)`", message)
        return named is not None and _is_missing(f"{named[1]}.{named[2]}")
    return code not in _NOT_OF_NUMBA


def _is_missing(path: str) -> bool:
    """Returns whether `cudapy.cuda` has no such name, be it for kernels or for their types."""
    try:
        value: Any = import_module("cudapy.cuda")
    except ImportError:  # without NumPy
        return False
    for name in path.split(".")[2:]:
        try:
            value = getattr(value, name)
        except Exception:  # it says why the name is missing
            return True
    return False


def _functions_for_the_host(
    diagnostics: list[dict[str, Any]], definitions: list[Definition], lines: Lines
) -> list[tuple[int, int]]:
    """Returns the first and the last lines of functions that are no kernels: some annotation names a type of
    CudaPy, and another one a type that no kernel has, as in `def run(k: cp.Kernel, X: cp.CudaArray)`."""
    wrong = {each["line"] for each in diagnostics if each["code"] in ("E227", "E242")}
    return [
        (each.place.line, each.last_line)
        for each in definitions
        if each.last_line and not wrong.isdisjoint(range(each.place.line, each.last_line + 1))
        if not re.match(r"\s*[@#]|\s*\)", lines.text(each.place.line - 1))
    ]


def _first_name(diagnostic: dict[str, Any], lines: Lines) -> str:
    text = lines.text(diagnostic["line"])[diagnostic["column"] - 1 :]
    found = re.match(r"\w*", text)
    return found[0] if found else ""
