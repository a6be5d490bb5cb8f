"""Failures of a simulated kernel, as errors that name the line, its text, and the thread."""

from __future__ import annotations

import ast
import linecache
import types
from collections.abc import Iterator

from .. import _core
from .._compile.shown_paths import shown_path
from .blocks import DivergentBarrier, WaitsInVain, WrongMask
from .number import OutsideArray, OutsideContract

_OWN = __name__.rpartition(".")[0]


def explained(error: Exception, thread: str) -> Exception:
    """The error to raise instead: of what the language promises nothing about a KernelError, of an assertion
    one with its place. Any other one is given the thread, and stays. Its traceback ends in the kernel, so
    that `pdb.pm()` is there."""
    frames = list(_frames(error.__traceback__))
    inside = [each for each in frames if not _is_own(each.tb_frame)]
    if isinstance(error, (DivergentBarrier, WrongMask)):
        return _core.KernelError(str(error))
    if isinstance(error, WaitsInVain):
        file, line = error.args
        return _core.KernelError(
            f"{shown_path(file)}:{line}: the loop waits for what no thread writes: all threads that have not "
            "ended wait, and none has gone on for CUDAPY_WAIT_LIMIT seconds (10, if it is not set)"
        )
    if not inside:
        return error
    place = inside[-1]
    where = f"{shown_path(place.tb_frame.f_code.co_filename)}:{place.tb_lineno}"
    quoted = _source(place)
    made: Exception
    if isinstance(error, OutsideContract):
        what = error.said_of(_array_of(quoted)) if isinstance(error, OutsideArray) else str(error)
        made = _core.KernelError(f"{where}: {what}, in {thread}: `{quoted}`")
    elif isinstance(error, AssertionError):
        line = linecache.getline(place.tb_frame.f_code.co_filename, place.tb_lineno).strip()
        made = AssertionError(f"assertion failed in {where}, in {thread}: {line}")
    else:
        error.add_note(f"It was raised in {thread} of the kernel.")
        return error
    return made.with_traceback(_chain(frames[: frames.index(place) + 1]))


def _is_own(frame: types.FrameType) -> bool:
    name: str = frame.f_globals.get("__name__", "")
    return name.startswith(_OWN)


def _frames(traceback: types.TracebackType | None) -> Iterator[types.TracebackType]:
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next


def _chain(frames: list[types.TracebackType]) -> types.TracebackType | None:
    """A traceback of only those frames."""
    made = None
    for each in reversed(frames):
        made = types.TracebackType(made, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return made


def _source(place: types.TracebackType) -> str:
    """Returns the source text at the place of a traceback's frame."""
    code = place.tb_frame.f_code
    line, end_line, column, end_column = list(code.co_positions())[place.tb_lasti // 2]
    if line is None or end_line is None or column is None or end_column is None:
        return linecache.getline(code.co_filename, place.tb_lineno).strip()
    lines = [linecache.getline(code.co_filename, number).encode() for number in range(line, end_line + 1)]
    if len(lines) == 1:
        return lines[0][column:end_column].decode()
    parts = [lines[0][column:], *lines[1:-1], lines[-1][:end_column]]
    return " ".join(part.decode().strip() for part in parts)


def _array_of(text: str) -> str:
    """The text of the array that a subscript, or an atomic operation, is about."""
    try:
        node = ast.parse(text, mode="eval").body
    except SyntaxError:
        return "the array"
    if isinstance(node, ast.Subscript):
        array = node.value
    elif isinstance(node, ast.Call) and node.args:
        array = node.args[0]
    else:
        return "the array"
    return ast.get_source_segment(text, array) or "the array"
