"""`python -m cudapy port FILE…`."""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from typing import TextIO

from .files import File, programs_in, write_whole
from .notebooks import NotebookPort, port_notebook
from .program import Port, port
from .text import Edit, line_after


def run(options: argparse.Namespace) -> int:
    """Runs the command and returns the exit status: 1 for a file that --check would change, 2 for one that
    could not be read."""
    paths = [
        each for given in options.files for each in (programs_in(given) if os.path.isdir(given) else (given,))
    ]
    if options.output and (len(paths) != 1 or not _writes(options)):
        print("python -m cudapy port: -o takes one file, and neither --check nor --diff", file=sys.stderr)
        return 2
    counts = {"changed": 0, "left": 0, "failed": 0}
    for path in paths:
        try:
            _port_one(path, options, counts)
        except (OSError, SyntaxError, UnicodeError, ValueError, RecursionError) as error:
            counts["failed"] += 1
            print(f"{path}: not changed: {_reason(error)}", file=sys.stderr)
    if len(paths) > 1:
        what = f"{counts['changed']} of {len(paths)} files {_CHANGED[_writes(options)]}"
        print(f"{what}; places to look at: {counts['left']}", file=_report(options))
    return 2 if counts["failed"] else int(options.check and counts["changed"] > 0)


def _report(options: argparse.Namespace) -> TextIO:
    """Returns where findings are printed: with a program on the standard output they are errors."""
    return sys.stderr if options.output == "-" or options.diff else sys.stdout


def _port_one(path: str, options: argparse.Namespace, counts: dict[str, int]) -> None:
    file = File(path)
    made: Port | NotebookPort
    edits: list[Edit] = []
    if path.endswith(".ipynb"):
        made = port_notebook(file.text, options.keep_numba)
    else:
        made = port(file.text, options.keep_numba)
        if _writes(options):
            edits = made.edits  # lines are those of what is written
    is_changed, text = bool(made.edits), made.text
    file.encoded(text)  # which raises before anything is written
    report = _report(options)
    if options.diff and is_changed:
        sys.stdout.write(_diff(file.text, text, path))
    if options.output == "-":
        sys.stdout.write(text)
    elif options.output:
        write_whole(options.output, file.encoded(text), like=file.path)
    copy = None
    if is_changed and _writes(options) and not options.output:
        copy = file.write(text, not options.no_backup)
    if is_changed:
        what = _CHANGED[_writes(options)]
        what += f", and {os.path.basename(copy)} is what was there" if copy else ""
        print(f"{path}: {what}" + (f" in {options.output}" if options.output else ""), file=report)
    elif not made.has_numba:
        print(f"{path}: imports nothing of numba", file=report)
    else:
        print(f"{path}: nothing to change", file=report)
    for place, what in made.findings:
        print(
            f"{path}:{line_after(edits, place)}: {what}"
            if isinstance(place, int)
            else f"{path}: {place}: {what}",
            file=report,
        )
    counts["changed"] += is_changed
    counts["left"] += len(made.findings)


_CHANGED = {False: "would change", True: "changed"}  # by whether something is written


def _writes(options: argparse.Namespace) -> bool:
    return not (options.check or options.diff)


def _diff(before: str, after: str, path: str) -> str:
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), path, path
    )
    return "".join(
        line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines
    )


def _reason(error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return (
            f"line {error.lineno} is no Python of this version: {error.msg}"
            if error.lineno
            else str(error.msg)
        )
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error).splitlines()[0] if str(error) else type(error).__name__
