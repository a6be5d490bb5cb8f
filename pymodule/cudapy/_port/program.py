"""The changes to a program, and the names that are left in it."""

from __future__ import annotations

import ast
from typing import NamedTuple

from .._core import deeply
from .compiled import CompiledFunctions
from .imports import Imports
from .leftovers import leftovers
from .names import Names
from .text import Edit, Finding, Text


class Port(NamedTuple):
    """A program after the change: its text, the edits of the text before, and what is to be said of lines of
    the text before. `has_numba` says whether it imports anything of numba."""

    text: str
    edits: list[Edit]
    findings: list[Finding]
    has_numba: bool


def port(text: str, keeps_numba: bool = False, flags: int = 0) -> Port:
    """Returns the Port of a program. With `keeps_numba` functions that numba compiles for the CPU stay so.

    Raises SyntaxError or ValueError for a text that is no program of this version of Python.
    """
    tree = parsed(text, flags)
    source = Text(text)
    names = Names(tree, source)
    if not names.imports:
        return Port(text, [], sorted(set(leftovers(tree, names))), False)
    compiled = None if keeps_numba else CompiledFunctions(tree, source, names)
    imports = Imports(tree, source, names, compiled.handled if compiled else None)
    edits = [*imports.edits, *(compiled.edits if compiled else ())]
    findings = [*imports.findings, *(compiled.findings if compiled else ()), *leftovers(tree, names)]
    made = source.changed(edits) if edits else text
    parsed(made, flags)  # which raises where a change would break the program
    return Port(made, sorted(set(edits)), sorted(set(findings)), True)


def parsed(text: str, flags: int = 0) -> ast.Module:
    """Returns the syntax tree of a text."""
    tree: ast.Module = deeply(
        lambda: compile(text, "program", "exec", flags | ast.PyCF_ONLY_AST, dont_inherit=True)
    )
    return tree
