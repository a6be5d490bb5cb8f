"""Tells coverage.py which lines of kernels have run on the CPU, which its own tracer cannot see."""

from __future__ import annotations

import functools
import os
import re
import sys

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NamedTuple

    class Function(NamedTuple):
        file: str
        header: int  # the line of `def`
        lines: list[int]
        begin: int  # the first element of its table
else:
    from collections import namedtuple

    Function = namedtuple("Function", "file header lines begin")


def report(lines: str, table: bytes) -> None:
    """Adds to what coverage.py measures now, in its context of the moment, what kernels have run.

    lines: three lines of text for each function: its file, the line of its header, and its lines.
    table: for each function a row for its entry and one for each line, with an element for each line and one
        for its end. 1 where that has run right after the line of the row.
    """
    coverage = sys.modules.get("coverage")
    measured = coverage.Coverage.current() if coverage else None
    if measured is None:
        return
    branch = measured.get_option("run:branch")
    run: dict[str, set[int]] = {}
    arcs: dict[str, set[tuple[int, int]]] = {}
    for function, before, after in _steps(_functions(lines), table):
        if after:
            run.setdefault(function.file, set()).add(after)
        if branch and before != after:
            entry = -_first_lines(function.file).get(function.header, function.header)
            arcs.setdefault(function.file, set()).add((before or entry, after or entry))
    if branch:
        _add_arcs(measured, arcs)
        return
    for file, numbers in run.items():
        _run(file, frozenset(numbers))


@functools.lru_cache(None)
def _functions(text: str) -> list[Function]:
    parts = text.split("\n")
    functions: list[Function] = []
    begin = 0
    for file, header, numbers in zip(parts[::3], parts[1::3], parts[2::3]):
        lines = [int(number) for number in numbers.split()]
        functions.append(Function(file, int(header), lines, begin))
        begin += (len(lines) + 1) ** 2
    return functions


def _steps(functions: list[Function], table: bytes) -> Iterator[tuple[Function, int, int]]:
    """The steps that have run: a function, a line and the one that came after it. The first is 0 where the
    function began, the second where it ended."""
    which = 0
    for found in re.finditer(b"\1", table):
        place = found.start()
        while which + 1 < len(functions) and functions[which + 1].begin <= place:
            which += 1
        function = functions[which]
        row, column = divmod(place - function.begin, len(function.lines) + 1)
        lines = [*function.lines, 0]
        yield function, lines[row - 1], lines[column]


def _run(file: str, lines: frozenset[int]) -> None:
    """Runs code of the file's that does nothing in these lines, which is what a tracer of Python sees. So all
    that coverage.py knows of files, contexts and threads holds for kernels, too."""
    exec(_code(file, lines), {"__name__": _module_name(file), "__file__": file})


@functools.lru_cache(1024)
def _code(file: str, lines: frozenset[int]) -> Any:
    import ast

    passes: list[ast.stmt] = [ast.Pass(lineno=line, col_offset=0) for line in sorted(lines)]
    for each in passes:
        each.end_lineno, each.end_col_offset = each.lineno, 4
    return compile(ast.Module(passes, []), file, "exec")


@functools.lru_cache(None)
def _module_name(file: str) -> str:
    names = [name for name, module in list(sys.modules.items()) if getattr(module, "__file__", None) == file]
    return names[0] if names else ""


@functools.lru_cache(None)
def _first_lines(file: str) -> dict[int, int]:
    """The first lines of the file's functions with decorators, by the lines of their headers: coverage.py
    counts a function from there."""
    import ast
    import tokenize

    try:
        with tokenize.open(file) as opened:
            tree = ast.parse(opened.read())
    except (OSError, SyntaxError, ValueError):
        return {}
    return {
        each.lineno: each.decorator_list[0].lineno
        for each in ast.walk(tree)
        if isinstance(each, ast.FunctionDef) and each.decorator_list
    }


def _add_arcs(measured: Any, arcs: dict[str, set[tuple[int, int]]]) -> None:
    data = measured.get_data()
    for file, steps in arcs.items():
        name = _measured_name(data, file)
        if not name:  # none of its lines has run as Python since the beginning, or it is not to be measured
            _run(file, frozenset(after for _, after in steps if after > 0))
            data = measured.get_data()
            name = _measured_name(data, file)
        if name:
            data.add_arcs({name: steps})


def _measured_name(data: Any, file: str) -> str | None:
    """The name by which coverage.py knows the file; None where it does not measure it."""
    path = os.path.realpath(file)
    return next((name for name in data.measured_files() if os.path.realpath(name) == path), None)
