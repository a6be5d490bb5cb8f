"""What kernels under `cuda.jit(debug=True)` raise on the host: the exception that a thread raised, with its
place and the thread as numba says them."""

from __future__ import annotations

import ast
import os
import re

from ..._compile.resolve import MISSING, value_at
from ..._compile.shown_paths import shown_path

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_RAISED = "an exception was raised"
_DIVIDED = "division by zero"
# numba looks at the indices of tuples, a shape among them, and not at those of arrays.
_OF_SHAPE = r"index -?\d+ is outside \S+\.shape, which has \d+ elements?"
_FINDING = re.compile(
    rf"(?P<path>.*):(?P<line>\d+): (?P<what>{_RAISED}|{_DIVIDED}|{_OF_SHAPE}), in thread "
    r"(?:(?P<x>\d+)|\((?P<xs>[^)]*)\)): `(?P<text>.*)`",
    re.DOTALL,
)


def exception_of(
    error: Exception, kernel: Any, threads: tuple[int, ...], block: tuple[int, ...]
) -> BaseException:
    """Returns what numba raises for a KernelError: the exception of the thread that raised one, a
    ZeroDivisionError, or the IndexError of a shape. For what numba does not look at that is the error
    itself."""
    found = _FINDING.match(str(error).partition("\n")[0])
    if not found:
        return error
    function = _function_at(kernel, found["path"], int(found["line"]))
    if function is None:
        return error
    path = os.path.abspath(function.__code__.co_filename)
    place = (
        f"In function {function.__name__!r}, file {path}, line {found['line']}, "
        f"{_thread(found, threads, block)}"
    )
    if found["what"] == _DIVIDED:
        return ZeroDivisionError(f"{place}: division by zero")
    if found["what"] != _RAISED:
        return IndexError(f"{place}: tuple index out of range")
    statement = ast.parse(found["text"]).body[0]
    raised = statement.exc if isinstance(statement, ast.Raise) else None
    return (None if raised is None else _made(raised, function, place)) or error


def _function_at(kernel: Any, path: str, line: int) -> FunctionType | None:
    """Returns the innermost function of a kernel that has a line of a file."""
    found = None
    for function in kernel._recipe.resolver.functions:
        code = function.__code__
        lines = [each for _, _, each in code.co_lines() if each]
        if shown_path(code.co_filename) == path and code.co_firstlineno <= line <= max(lines):
            if found is None or code.co_firstlineno > found.__code__.co_firstlineno:
                found = function
    return found


def _thread(found: re.Match[str], threads: tuple[int, ...], block: tuple[int, ...]) -> str:
    """Returns the thread as numba shows it, in its block and the block in the grid. A coordinate that the
    kernel does not ask for is only known where there is one thread along its axis."""
    shown = [found["x"]] if found["x"] else found["xs"].split(", ")
    shown += ["?"] * (3 - len(shown))
    inside: list[str] = []
    blocks: list[str] = []
    for given, extent, count in zip(shown, block, threads):
        at: int | str
        of: int | str
        if given.isdecimal():
            at, of = int(given) % extent, int(given) // extent
        else:
            at, of = (0 if extent == 1 else "?"), (0 if count == extent else "?")
        inside.append(str(at))
        blocks.append(str(of))
    return f"tid=[{', '.join(inside)}] ctaid=[{', '.join(blocks)}]"


def _made(raised: ast.expr, function: FunctionType, place: str) -> BaseException | None:
    """Returns the exception that an expression after `raise` is, with the place before its first argument;
    None where it is no exception of constants."""
    arguments: list[Any] = []
    if isinstance(raised, ast.Call):
        if raised.keywords:
            return None
        arguments = [_value(each, function) for each in raised.args]
        raised = raised.func
    kind = _named(raised, function)
    if MISSING in arguments or not (isinstance(kind, type) and issubclass(kind, BaseException)):
        return None
    if not arguments:
        return kind(place)
    return kind(f"{place}: {arguments[0]}", *arguments[1:])


def _value(node: ast.expr, function: FunctionType) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        value = _named(node, function)
        return value if isinstance(value, (str, int, float)) else MISSING


def _named(node: ast.expr, function: FunctionType) -> Any:
    """Returns what a name, or an attribute of one, means in a function."""
    path: list[str] = []
    while isinstance(node, ast.Attribute):
        path.insert(0, node.attr)
        node = node.value
    return value_at(function, (node.id, *path)) if isinstance(node, ast.Name) else MISSING
