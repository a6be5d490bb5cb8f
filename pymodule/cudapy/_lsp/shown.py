"""Which of the translator's diagnostics an editor shows. The translator says what `pycu2cu` cannot do with a
text. A module that runs knows more: the values of all names, and the types of arguments."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
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
        missing = re.match(r"`cudapy\.cuda(\.\w+)*` has no `(\w+)`", message)
        return missing is not None and missing[2] not in _names_of_cuda()
    return code not in _NOT_OF_NUMBA


@cache
def _names_of_cuda() -> frozenset[str]:
    """Returns the names of the module `cudapy.cuda`, and those of its modules."""
    folder = Path(__file__).parent.parent / "cuda"
    return frozenset((*_names_in(folder / "__init__.pyi"), *(file.stem for file in folder.iterdir())))


def _names_in(stub: Path) -> Iterator[str]:
    """Generates the names that a stub defines or imports."""
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            file = stub.parent / f"{(node.module or '').replace('.', '/')}.pyi"
            if file.is_file():
                yield from _names_in(file)
        elif isinstance(node, ast.ImportFrom):
            yield from (each.asname or each.name for each in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


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
