"""The process of a run: `python -m cudapy._playground.child FD FOLDER`, with a request as JSON on standard
input.

It runs the text as a module, launches a kernel of it on the CPU, and reports in lines of JSON to the file
descriptor FD:

    {"event": "failed", "where": "launch", "message", "line"}     "program", "inputs" (with "name"),
                                                                  "launch", "trace"
    {"event": "launched", "checked", "threads"}
    {"event": "arrays", "arrays": […]}                            as the launch left them, see arrays.py
    {"event": "generic", "source"}                                the CUDA C++ of a generic kernel
    {"event": "traced", …}                                        see memory.py

What it prints, and what kernels print, goes to standard output.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import sys
import traceback
import types
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from .translating import FILE

_PLACE = re.compile(rf"(?:^|[\s/(\"]){re.escape(FILE)}(?::|\", line )(\d+)")

_COUNTS = re.compile(r"[\s(]*\d+(\s*[,x]\s*\d+){0,2}[\s,)]*", re.ASCII)


class ProgramError(Exception):
    """The run ends here; what is wrong has been reported."""


class Reports:
    def __init__(self, descriptor: int) -> None:
        self._file = os.fdopen(descriptor, "w", encoding="utf-8")

    def __call__(self, event: str, **fields: Any) -> None:
        self._file.write(json.dumps({"event": event, **fields}) + "\n")
        self._file.flush()

    @contextlib.contextmanager
    def failures(self, where: str, **more: Any) -> Iterator[None]:
        """Reports errors inside the `with` block, with their line of the text."""
        try:
            yield
        except ProgramError:
            raise
        except BaseException as error:  # SystemExit, too: the text may call sys.exit()
            message, line = _described(error)
            self("failed", where=where, message=message, line=line, **more)
            raise ProgramError from None


def _described(error: BaseException) -> tuple[str, int | None]:
    """Returns what is wrong, in words, and the line of the text, if it is known."""
    from .. import _core

    message = str(error)
    if place := _PLACE.search(message):
        line: int | None = int(place[1])
    else:
        inside = [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == FILE]
        line = inside[-1] if inside else None
    if isinstance(error, SyntaxError):
        return f"SyntaxError: {error.msg}", error.lineno if error.filename == FILE else None
    if isinstance(error, (_core.Error, AssertionError)) and message:
        return message.removeprefix(f"{FILE}:{line}: ").removeprefix(f"in {FILE}:{line}: "), line
    return f"{type(error).__name__}: {message}" if message else type(error).__name__, line


def main(descriptor: int, folder: str) -> int:
    report = Reports(descriptor)
    request: dict[str, Any] = json.load(sys.stdin)
    resource.setrlimit(resource.RLIMIT_DATA, (request["memory"], request["memory"]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # The process that started this one ends it in time. If that process is gone, this limit does.
    most = int(request["seconds"] * (os.cpu_count() or 1)) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    os.chdir(folder)
    # The page already shows what is wrong with the text.
    warnings.simplefilter("ignore")
    try:
        _run(report, request)
    except ProgramError:
        return 0
    return 0


def _run(report: Reports, request: Mapping[str, Any]) -> None:
    from .arrays import as_shown, copied

    with report.failures("program"):
        names = _module(request["text"])
        kernel = names.get(request["kernel"])
        if kernel is None:
            raise NameError(f"there is no kernel named {request['kernel']!r}")
    threads = _counts(report, "threads", request["threads"])
    block, shared = (_counts(report, name, request[name]) for name in ("block", "shared"))
    values = _inputs(report, request["inputs"], names)
    with report.failures("launch"):
        from .. import compile as compile_kernel

        call = compile_kernel(kernel, target="cpu", checked=bool(request["checked"]))
        arguments = [values.get(name) for name, _ in _parameters(call, values)]
        before, for_trace = copied(arguments), copied(arguments)
    failed = False
    try:
        with report.failures("launch"):
            call(threads, block=block, shared=shared)(*arguments)
            axes = list(threads) if isinstance(threads, tuple) else [threads]
            report("launched", checked=bool(request["checked"]), threads=axes)
    except ProgramError:
        failed = True
    parameters = _parameters(call, values)
    shown = [as_shown(name, kind, old, new) for (name, kind), old, new in zip(parameters, before, arguments)]
    report("arrays", arrays=[each for each in shown if each])
    if _is_generic(call) and not failed:
        report("generic", source=call.cuda_source)
    if request["trace"]:
        _trace(report, call, threads, for_trace, block, shared, failed)


def _trace(
    report: Reports, call: Any, threads: Any, arguments: list[Any], block: Any, shared: Any, failed: bool
) -> None:
    """A launch that failed may have a trace: a race, say, is a mistake whose accesses are as good as any.
    Where it has none, what is wrong has been said."""
    from .memory import traced

    try:
        made = traced(call, threads, arguments, block, shared)
    except Exception:
        if failed:
            return
        with report.failures("trace"):
            raise
    report("traced", **made)


def _is_generic(call: Any) -> bool:
    return getattr(getattr(call, "instance", None), "__self__", None) is not None


def _parameters(call: Any, values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The names and types of a kernel's parameters. What is generic knows them when it was launched, and
    before that only the names."""
    try:
        return [(name, type.name) for name, type in call.parameters]
    except TypeError:
        return [(name, "") for name in values]


def _module(text: str) -> dict[str, Any]:
    """Runs the text as a module of its own, and returns the names that it defines."""
    with open(FILE, "w", encoding="utf-8") as file:
        file.write(text)
    module = types.ModuleType("kernels")
    module.__file__ = FILE
    sys.modules["kernels"] = module
    exec(compile(text, FILE, "exec"), module.__dict__)
    return module.__dict__


def _counts(report: Reports, name: str, text: str) -> Any:
    """Returns numbers of threads along each axis, or of elements: 100, or 64, 32; None if nothing is
    given."""
    with report.failures("inputs", name=name):
        if not text.strip():
            if name != "threads":
                return None
            raise ValueError("how many threads are to run?")
        if not _COUNTS.fullmatch(text):
            raise ValueError(f"expected a number, or several such as 64, 32, got {text.strip()}")
        counts = [int(each) for each in re.findall(r"\d+", text)]
        return counts[0] if len(counts) == 1 else tuple(counts)


def _inputs(report: Reports, inputs: Mapping[str, str], names: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the kernel's arguments. They are given as JSON, or as Python expressions that can use the names
    of the text."""
    import math
    import random

    known: dict[str, Any] = {"math": math, "random": random, "true": True, "false": False, "null": None}
    with contextlib.suppress(ModuleNotFoundError):
        import numpy

        known.update(np=numpy, numpy=numpy)
    scope = {**known, **names}
    values = {}
    for name, text in inputs.items():
        random.seed(name)
        with report.failures("inputs", name=name):
            if not text.strip():
                raise ValueError(f"what is {name}?")
            value = eval(compile(text.strip(), "<input>", "eval"), scope)
            values[name] = (
                list(value) if isinstance(value, (range, tuple)) or hasattr(value, "__next__") else value
            )
    return values


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2]))
