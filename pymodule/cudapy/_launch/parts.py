"""`cp.run_in_parts`: a long computation as launches of parts of its threads, one after the other."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable
from typing import Any

from .. import _core
from .progress import KINDS, can_report, report_for

_FIRST = 1024  # threads of the first part, where the sizes are found while it runs
_GROWTH = 4  # at most so many times the part before


@_core.entry
def run_in_parts(
    threads: int,
    launch: Callable[[int, int], Any],
    *,
    size: int | None = None,
    seconds: float = 0.1,
    first: int = 0,
    progress: Any = None,
) -> None:
    """Call `launch(first, count)` for one part of `threads` threads after the other, and wait for each.

    launch: launches `count` threads, of which the first is the number `first` of the whole. It calls one
        kernel or several, on the current device.
    size: the threads of a part; the last part may have fewer. Without it the first part has 1024 threads,
        and the next ones grow or shrink until a part takes about `seconds`.
    seconds: how long a part should take. A tenth of a second costs nothing that can be measured, and
        Ctrl-C and the progress answer at once.
    first: the thread to begin with, to go on with what was ended early.
    progress: as for a launch, `call(n, progress=...)`: True, a function of the threads that have run and
        of all, or tqdm. Unlike that of one launch, it says how far a GPU is.

    What `launch` raises ends the run, as Ctrl-C does. The exception then has a note that says how many
    threads had run: the number to give as `first` to go on.

    Raises TypeError and ValueError for wrong arguments.

    >>> @cp.kernel("void (int first, float* X)")
    ... def fill(first, X):
    ...     X[idx] = first + idx
    >>> X = cp.zeros(10, cp.float32)
    >>> cp.run_in_parts(10, lambda first, count: fill(count)(first, X[first : first + count]), size=4)
    >>> X.tolist()
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]
    """
    total, at = _count("threads", threads, 0), _count("first", first, 0)
    given = None if size is None else _count("size", size, 1)
    if not callable(launch):
        raise TypeError(
            f"run_in_parts: launch is a function of the first thread and the count; got {_shown(launch)}"
        )
    if not isinstance(seconds, (int, float)):
        raise TypeError(f"run_in_parts: seconds is a positive number; got {_shown(seconds)}")
    if not seconds > 0:
        raise ValueError(f"run_in_parts: seconds is a positive number; got {seconds}")
    if at > total:
        raise ValueError(f"run_in_parts: first is one of {total:,} threads, or their number; got {at:,}")
    if progress is not None and not can_report(progress):
        raise TypeError(f"run_in_parts: progress= takes {KINDS}; got {_shown(progress)}")
    report = None if progress is None else report_for(progress, "run_in_parts", total)
    _run(launch, at, total, given, seconds, report)


def _run(
    launch: Callable[[int, int], Any], at: int, total: int, size: int | None, seconds: float, report: Any
) -> None:
    """Launches the parts from thread `at` on."""
    count = size or _FIRST
    try:
        if report:
            report.begin()
            if at:
                report.tell(at)
        while at < total:
            count = min(count, total - at)
            began = time.perf_counter()
            launch(at, count)
            _core.synchronize()
            at += count
            if report:
                report.tell(at)
            count = size or _next_count(count, time.perf_counter() - began, seconds)
    except BaseException as error:
        error.add_note(
            f"run_in_parts: {at:,} of {total:,} threads had run; first={at} goes on with the others"
        )
        raise
    finally:
        if report:
            report.close()


def _next_count(count: int, took: float, wanted: float) -> int:
    """Returns the threads of the next part, after one of `count` threads that took `took` seconds."""
    factor = min(wanted / max(took, 1e-6), _GROWTH)
    return max(1, int(count * factor))


def _count(name: str, value: Any, least: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"run_in_parts: {name} is a whole number; got {_shown(value)}") from None
    if number < least:
        raise ValueError(f"run_in_parts: {name} is at least {least}; got {number}")
    return number


def _shown(value: Any) -> str:
    """Returns how messages show an argument of a wrong type."""
    return f"{type(value).__name__} {value!r:.60}"
