"""Finding the thread that wrote a wrong element."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from .. import _core
from .._tracing import trace_of
from .exercise import Case
from .facts import Difference, Facts, copies
from .running import arguments_for

_MOST_THREADS = 5000  # that are run again for it


def writer_of(facts: Facts, case: Case, found: Difference) -> tuple[str, int]:
    """Returns who wrote the element last, in a sentence, and the line. If that is not known, the sentence
    says what is known."""
    if prod(case.threads) > _MOST_THREADS:
        return "", 0
    given = arguments_for(facts.exercise, facts.kernel, copies(case.arguments))
    if found.array not in given:
        return "", 0
    try:
        traced = trace_of(facts.kernel, case.threads, list(given.values()), block=case.block, blocks=1 << 30)
    except (_core.Error, ArithmeticError, AssertionError, ValueError):
        return "", 0
    element = np.asarray(given[found.array])
    offset = int(np.ravel_multi_index(found.index, element.shape)) * element.itemsize
    trace = traced.trace
    arrays = [
        number
        for number, each in enumerate(trace.arrays)
        if each.name == found.array and each.space == "global"
    ]
    writes = [number for number, each in enumerate(trace.sites) if each.operation in ("write", "atomic")]
    events = trace.accesses
    events = events[
        np.isin(events["array"], arrays) & np.isin(events["site"], writes) & (events["offset"] == offset)
    ]
    if not len(events):
        return "No thread wrote it.", 0
    last = events[-1]
    site = trace.sites[last["site"]]
    return f"Thread {_thread(last, traced)} wrote it in line {site.line}.", site.line


def _thread(event: Any, traced: Any) -> str:
    """The coordinates of an event's thread."""
    width, height, _ = traced.block
    inside, block = int(event["warp"]) * 32 + int(event["lane"]), int(event["block"])
    at = (inside % width, inside // width % height, inside // width // height)
    columns, rows, _ = traced.grid
    place = (block % columns, block // columns % rows, block // columns // rows)
    whole = [b * extent + a for a, b, extent in zip(at, place, traced.block)]
    axes = 3 if traced.extent[2] > 1 else 2 if traced.extent[1] > 1 else 1
    return str(whole[0]) if axes == 1 else f"({', '.join(map(str, whole[:axes]))})"
