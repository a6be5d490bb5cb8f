"""The cost of each line of a kernel: a trace, added up by the places in the source.

If a sample of a launch's blocks was traced, the numbers are estimates for the whole launch. Each traced block
stands for as many as `sampling.Part.weight` says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as of_class
from fractions import Fraction
from typing import Literal

import numpy as np

from .._memory_model.counting import AccessCounts, costliest, counts_of, meetings
from .._memory_model.decisions import divergent_decisions
from .._memory_model.events import Records, Site, TracedArray
from .._memory_model.requests import NOBODY, Requests, by_warps, requests_of
from .._tracing import Traced
from .._tracing.sampling import Part
from .findings import Finding
from .patterns import Total, finding_of_access, finding_of_decision
from .source import line_of, text_of


@dataclass(frozen=True)
class Access:
    """The accesses of a launch's threads to one array at one place of the source."""

    line: int
    text: str
    """The access, as it is in the source."""
    operation: Literal["read", "write", "atomic"]
    array: str
    field: str
    """The field of a struct; each field is an access of its own."""
    space: Literal["global", "shared"]
    width: int
    """Bytes that a lane accesses."""
    requests: int
    lanes: int
    """Lanes that took part, of all requests: at most 32 in each."""
    cost: int | None
    """The sectors of global memory, or the wavefronts of shared memory; None if they are not predicted."""
    best: int | None
    """The cost with the same bytes side by side, and without bank conflicts."""
    conflicts: int | None
    """The bank conflicts; None for global memory, and if they are not predicted."""
    lanes_on_one_address: int | None
    """The most lanes of one request that work on one address, for atomic operations."""
    addresses: int
    """The number of places of the array that the traced blocks accessed here."""
    finding: Finding | None
    """The reason why `cost` is more than `best`, if it is."""
    site: Site = of_class(repr=False)
    requests_traced: Requests = of_class(repr=False, compare=False)
    """The requests that were traced, in the order of blocks and warps."""

    @property
    def costliest(self) -> int:
        """The number in `requests_traced` of the request that costs the most, the first of those that do; of
        accesses whose cost is predicted."""
        array = TracedArray(self.array, self.space)
        return costliest(self.requests_traced, self.site, array, self.width)

    @property
    def unit(self) -> Literal["sectors", "wavefronts"]:
        """Returns the unit of `cost` and `best`."""
        return "sectors" if self.space == "global" else "wavefronts"

    @property
    def sectors(self) -> int | None:
        """Returns `cost` for global memory; None for shared memory."""
        return self.cost if self.space == "global" else None

    @property
    def wavefronts(self) -> int | None:
        """Returns `cost` for shared memory; None for global memory."""
        return self.cost if self.space == "shared" else None

    @property
    def cost_per_request(self) -> float | None:
        return None if self.cost is None else self.cost / self.requests

    @property
    def best_per_request(self) -> float | None:
        return None if self.best is None else self.best / self.requests

    @property
    def lanes_per_request(self) -> float:
        return self.lanes / self.requests


@dataclass(frozen=True)
class Decision:
    """A condition, of an `if`, a loop or an expression, that threads decide by."""

    line: int
    text: str
    decisions: int
    """The number of times that a warp came to it."""
    divergent: int
    """The number of times that the lanes of a warp left it both ways."""
    finding: Finding | None
    site: Site = of_class(repr=False)


@dataclass(frozen=True)
class Barrier:
    """A place where the threads of a block wait for each other."""

    line: int
    text: str
    passed: int
    """The number of times that blocks came past it."""
    most_of_a_block: int
    """The number of times that one block came past it, which is the most of all traced blocks."""
    site: Site = of_class(repr=False)


@dataclass(frozen=True)
class Line:
    """A line of the source, and what is done there."""

    file: str
    number: int
    text: str
    accesses: tuple[Access, ...]
    decisions: tuple[Decision, ...]
    barriers: tuple[Barrier, ...]


def lines_of(traced: Traced) -> tuple[Line, ...]:
    """The lines that access memory, decide or wait: the kernel's file first, then those of helpers."""
    at: dict[tuple[str, int], tuple[list[Access], list[Decision], list[Barrier]]]
    at = defaultdict(lambda: ([], [], []))
    for access in _accesses(traced):
        at[access.site.file, access.line][0].append(access)
    for decision in _decisions(traced):
        at[decision.site.file, decision.line][1].append(decision)
    for barrier in _barriers(traced):
        at[barrier.site.file, barrier.line][2].append(barrier)
    ordered = sorted(at, key=lambda place: (place[0] != traced.file, place))
    return tuple(
        Line(file, number, line_of(file, number), *map(tuple, at[file, number]))  # type: ignore[arg-type]
        for file, number in ordered
    )


def _accesses(traced: Traced) -> list[Access]:
    trace = traced.trace
    requests = requests_of(trace.accesses)
    totals: dict[tuple[Site, TracedArray, int], _Sum] = defaultdict(_Sum)
    for part in traced.parts:
        of_part = (
            requests if len(traced.parts) == 1 else requests.chosen(np.isin(requests.block, part.traced))
        )
        for counts in counts_of(of_part, trace) if len(of_part.site) else []:
            totals[counts.site, counts.array, counts.width].add(counts, part)
    numbers = {site: number for number, site in enumerate(trace.sites)}
    arrays = {array: number for number, array in enumerate(trace.arrays)}
    made = []
    for (site, array, width), total in totals.items():
        chosen = requests.chosen(
            (requests.site == numbers[site]) & (requests.array == arrays[array]) & (requests.width == width)
        )
        made.append(_access(traced, site, array, width, total, chosen, requests))
    return sorted(made, key=_order)


def _order(access: Access) -> tuple[int, ...]:
    """Returns a key that sorts accesses as they are done in a line: reads, then writes, and the fields of a
    struct in their order in memory."""
    operation = ("read", "atomic", "write").index(access.operation)
    offsets = access.requests_traced.offsets
    return operation, *access.site[1:5], int(offsets[offsets != NOBODY].min())


class _Sum:
    """The counts of one access, of the whole launch."""

    def __init__(self) -> None:
        self.requests = self.lanes = self.cost = self.best = self.conflicts = Fraction(0)
        self.is_predicted = True

    def add(self, counts: AccessCounts, part: Part) -> None:
        for name in ("requests", "lanes", "cost", "best", "conflicts"):
            setattr(self, name, getattr(self, name) + part.weight * getattr(counts, name))
        self.is_predicted &= counts.is_predicted


def _access(
    traced: Traced,
    site: Site,
    array: TracedArray,
    width: int,
    total: _Sum,
    requests: Requests,
    all_requests: Requests,
) -> Access:
    known = total.is_predicted
    cost, best = (round(total.cost), round(total.best)) if known else (None, None)
    offsets = requests.offsets
    finding = None
    if cost is not None and best is not None:
        whole = Total(round(total.requests), cost, best)
        finding = finding_of_access(traced, site, array, width, requests, all_requests, whole)
    return Access(
        line=site.line,
        text=text_of(site),
        operation=site.operation,  # type: ignore[arg-type]
        array=array.name,
        field=site.field,
        space=array.space,
        width=width,
        requests=round(total.requests),
        lanes=round(total.lanes),
        cost=cost,
        best=best,
        conflicts=round(total.conflicts) if known and array.space == "shared" else None,
        lanes_on_one_address=int(meetings(requests.addresses)[2].max(initial=0))
        if site.operation == "atomic"
        else None,
        addresses=len(np.unique(offsets[offsets != NOBODY])),
        finding=finding,
        site=site,
        requests_traced=requests,
    )


def _decisions(traced: Traced) -> list[Decision]:
    trace = traced.trace
    totals = _weighted(traced, trace.decisions, _warps_that_decide)
    divided = _weighted(traced, trace.decisions, divergent_decisions)
    made = []
    for number, total in totals.items():
        site, times = trace.sites[number], divided.get(number, Fraction(0))
        finding = finding_of_decision(trace, number, round(total), round(times))
        made.append(Decision(site.line, text_of(site), round(total), round(times), finding, site))
    return sorted(made, key=lambda each: each.site)


def _weighted(
    traced: Traced, records: Records, count: Callable[[Records], dict[int, int]]
) -> dict[int, Fraction]:
    """Returns the result of `count` for each site, for the whole launch."""
    totals: dict[int, Fraction] = defaultdict(Fraction)
    for part in traced.parts:
        chosen = records if len(traced.parts) == 1 else records[np.isin(records["block"], part.traced)]
        for site, times in count(chosen).items() if len(chosen) else ():
            totals[site] += part.weight * times
    return totals


def _warps_that_decide(decisions: Records) -> dict[int, int]:
    ordered, is_first = by_warps(decisions)
    sites, counts = np.unique(ordered["site"][is_first], return_counts=True)
    return dict(zip(sites.tolist(), counts.tolist()))


def _barriers(traced: Traced) -> list[Barrier]:
    trace = traced.trace
    made = []
    for number, times in _weighted(traced, trace.barriers, _passed).items():
        site = trace.sites[number]
        most = np.unique(trace.barriers["block"][trace.barriers["site"] == number], return_counts=True)[
            1
        ].max()
        made.append(Barrier(site.line, text_of(site), round(times), int(most), site))
    return sorted(made, key=lambda each: each.site)


def _passed(barriers: Records) -> dict[int, int]:
    sites, counts = np.unique(barriers["site"], return_counts=True)
    return dict(zip(sites.tolist(), counts.tolist()))
