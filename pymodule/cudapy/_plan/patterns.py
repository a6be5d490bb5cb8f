"""Why accesses cost what they cost: patterns that are looked for in all requests of an access."""

from __future__ import annotations

import ast
from math import prod
from typing import NamedTuple

import numpy as np

from .._memory_model import counting
from .._memory_model.banks import BANKS, WORD
from .._memory_model.events import Path, Site, Trace, TracedArray
from .._memory_model.requests import NOBODY, Requests, by_warps
from .._memory_model.sectors import SECTOR
from .._tracing import Traced
from .findings import Finding
from .lanes import are_contiguous, distance_by_lanes, distance_of_neighbours, first_addresses, step_of_turns
from .source import text_of

_WORTH = 10  # an excess of less than a tenth is not worth a word


class Total(NamedTuple):
    """The cost of an access in the whole launch."""

    requests: int
    cost: int
    best: int

    @property
    def excess(self) -> int:
        return self.cost - self.best

    @property
    def in_words(self) -> str:
        takes, needs = short(self.cost / self.requests), short(self.best / self.requests)
        return f"a request takes {takes} sectors of 32 bytes, and {needs} would hold what its lanes use"


def finding_of_access(
    traced: Traced,
    site: Site,
    array: TracedArray,
    width: int,
    requests: Requests,
    all_requests: Requests,
    total: Total,
) -> Finding | None:
    """Why an access costs more than it has to. `requests` are its own, `all_requests` those of the trace."""
    if array.space == "global" and site.operation == "atomic":
        return _of_atomics(traced, requests, total)
    if total.excess * _WORTH < total.cost or not total.excess:
        return None
    if array.space == "global":
        return _of_global(traced, site, array, width, requests, total)
    return _of_shared(traced, site, array, width, requests, all_requests, total.excess)


def _of_global(
    traced: Traced, site: Site, array: TracedArray, width: int, requests: Requests, total: Total
) -> Finding:
    excess, fetched = total.excess, total.in_words
    apart = distance_of_neighbours(requests, traced.block[0])
    if apart is not None and abs(apart) > width:
        return _of_stride(traced, site, array, width, requests, abs(apart), excess, fetched)
    if apart is not None and abs(apart) == width:
        if are_contiguous(requests, width):
            begins = first_addresses(requests)
            off = f"those of {int((begins % SECTOR != 0).sum())} of {len(begins)} that were traced"
            return Finding(
                "off the edge",
                excess,
                "its bytes begin off a sector's edge",
                f"The bytes of a request are side by side, and {off} begin off the edge of a sector: "
                f"{fetched}.",
                "Where it can be chosen, begin at a multiple of 32 bytes; a row whose length in bytes is one "
                "keeps all rows there.",
            )
        if traced.block[0] < 32:
            row = traced.block[0]
            return Finding(
                "narrow block",
                excess,
                f"only {row} neighbours are side by side",
                f"The rows of a block are {row} threads, so that only {row * width} bytes are side by side: "
                f"{fetched}.",
                "Take blocks that are wider along x, such as block=(32, 8).",
            )
    if apart == 0:
        return Finding(
            "same address",
            excess,
            "neighbours want the same",
            "Neighbouring threads of a row of the block access one address, and each row another: "
            f"{fetched}.",
            "Let the threads of the block bring these elements into shared memory, each another one, and "
            "read them there.",
        )
    spread = distance_by_lanes(requests)
    if spread is not None and abs(spread) == width:
        lanes = float((requests.addresses != NOBODY).sum(axis=1).mean())
        return Finding(
            "idle lanes",
            excess,
            "the lanes between do not take part",
            f"{short(lanes)} of 32 lanes take part, and what lies between them comes along: {fetched}.",
            "Number what is to be done and let thread i do the i-th of it, so that some warps are full and "
            "the others have nothing to do.",
        )
    return Finding(
        "scattered",
        excess,
        "neighbours are far apart",
        f"Neighbouring threads are at no fixed distance from each other: {fetched}.",
        "Sort what the threads work on, so that neighbours want what lies side by side, or bring it into "
        "shared memory in order and pick there.",
    )


def _of_stride(
    traced: Traced,
    site: Site,
    array: TracedArray,
    width: int,
    requests: Requests,
    apart: int,
    excess: int,
    fetched: str,
) -> Finding:
    note = f"neighbours are {apart} bytes apart"
    if site.field:
        return Finding(
            "array of structs",
            excess,
            note,
            f"Neighbouring threads want `{site.field}` of structs that are {apart} bytes apart, and each "
            f"takes {width} of them: {fetched}.",
            "Keep each field in an array of its own (a struct of arrays), so that neighbours lie side by "
            "side.",
        )
    layout = traced.arrays.get(array.name)
    pitches = (
        () if layout is None else [prod(layout.shape[k:]) * layout.size for k in range(1, len(layout.shape))]
    )
    if apart in pitches:
        return Finding(
            "column",
            excess,
            note,
            f"Neighbouring threads are in different rows of {array.name}, {apart} bytes apart: {fetched}.",
            "Let the last index, which runs along memory, be the one that differs between neighbours: that "
            "of idx or threadIdx.x.",
        )
    if step_of_turns(requests, traced.trace.paths) in (width, -width):
        return Finding(
            "one stretch each",
            excess,
            note,
            f"Each thread walks along a stretch of its own, {apart} bytes from its neighbour's: {fetched}.",
            "Let the threads walk together: thread i takes the elements i, i + gridsize.x, "
            "i + 2 * gridsize.x and so on.",
        )
    return Finding(
        "stride",
        excess,
        note,
        f"Neighbouring threads are {apart} bytes apart, and each takes {width}: {fetched}.",
        "Let neighbouring threads take neighbouring elements.",
    )


def _of_atomics(traced: Traced, requests: Requests, total: Total) -> Finding | None:
    """Returns the finding for atomic operations in global memory. Their `best` has as many lanes on one
    address."""
    rows, cost = requests.addresses, total.cost
    lanes = counting.meetings(rows)[2]
    traced_cost = int(counting.atomic_sectors(rows).sum())
    waiting = round((traced_cost - int(counting.sectors(rows, 1).sum())) * cost / max(traced_cost, 1))
    if waiting * _WORTH >= cost and waiting:
        most = int(lanes.max())
        if len(np.unique(rows[rows != NOBODY])) == 1:
            were = " that were traced" if traced.is_sample else ""
            return Finding(
                "one address",
                waiting,
                "all on one address",
                f"All {int((rows != NOBODY).sum())} operations{were} are on one address, one after the "
                f"other, up to {most} of a warp.",
                "Add up in the block first, with shared memory or reduce_add_sync, and let one thread of "
                "each block do the atomic operation.",
            )
        return Finding(
            "shared addresses",
            waiting,
            f"up to {most} lanes of a warp on one address",
            f"Up to {most} lanes of a warp work on one address and wait for each other.",
            "Count in shared memory first, each block for itself, and add the block's counts to the array "
            "once.",
        )
    if total.excess * _WORTH < cost or not total.excess:
        return None
    return Finding(
        "scattered",
        total.excess,
        "neighbours are far apart",
        f"The lanes of a warp work on addresses that lie far apart: {total.in_words}.",
        "Count in shared memory first, each block for itself, and add the block's counts to the array once.",
    )


def _of_shared(
    traced: Traced,
    site: Site,
    array: TracedArray,
    width: int,
    requests: Requests,
    all_requests: Requests,
    excess: int,
) -> Finding:
    if site.operation == "atomic":
        most = int(counting.meetings(requests.addresses)[2].max())
        if most > 1:
            return Finding(
                "shared addresses",
                excess,
                f"up to {most} lanes on one address",
                f"Up to {most} lanes of a warp work on one address and wait for each other.",
                "Let the lanes of a warp add up first, with reduce_add_sync or shuffles, or give each warp "
                "a copy of the array.",
            )
    most = counting.most_words_of_a_bank(requests.offsets, width, site.operation == "read")
    note = f"up to {most} words of one bank"
    apart = distance_of_neighbours(requests, traced.block[0])
    padded = (
        None if apart is None else _with_longer_rows(traced.trace, array, abs(apart), width, all_requests)
    )
    if apart is not None and padded is not None:
        before, after = padded
        row = abs(apart)
        where = "in one bank" if row % (BANKS * WORD) == 0 else "in few banks"
        reason = (
            f"Neighbouring threads are {row} bytes apart, {where}: up to {most} words of one bank are wanted "
            "at a time."
        )
        saved = f"the bank conflicts of {array.name} that were traced go from {before} to {after}"
        if _has_columns(site):
            remedy = f"Give {array.name} one more column, which nobody uses: {saved}."
        else:
            remedy = f"Leave one element unused after every {row // width} of {array.name}: {saved}."
        return Finding("column of banks", excess, note, reason, remedy)
    return Finding(
        "bank conflicts",
        excess,
        note,
        f"Up to {most} words of one bank are wanted at a time, and a bank gives one word at a time.",
        "Let neighbouring threads take neighbouring words.",
    )


def _with_longer_rows(
    trace: Trace, array: TracedArray, row: int, width: int, requests: Requests
) -> tuple[int, int] | None:
    """The bank conflicts of all accesses of an array, and those that they would have if its rows of `row`
    bytes were one element longer; None where that does not take away three quarters of them."""
    if row % width or row <= width:
        return None
    number = trace.arrays.index(array)
    own = requests.chosen(requests.array == number)
    longer = own._replace(
        addresses=np.where(
            own.addresses == NOBODY, NOBODY, own.offsets // row * (row + width) + own.offsets % row
        )
    )
    before, after = (
        sum(each.conflicts for each in counting.counts_of(each, trace)) for each in (own, longer)
    )
    return (before, after) if after * 4 <= before else None


def _has_columns(site: Site) -> bool:
    """Returns whether an access has several indices."""
    try:
        tree = ast.parse(text_of(site).strip(), mode="eval").body
    except SyntaxError:
        return False
    return isinstance(tree, ast.Subscript) and (
        isinstance(tree.slice, ast.Tuple) or isinstance(tree.value, ast.Subscript)
    )


def finding_of_decision(trace: Trace, number: int, decisions: int, divergent: int) -> Finding | None:
    """Returns why warps divide at a decision; `decisions` and `divergent` are of the whole launch."""
    is_loop = any(number == each for path in trace.paths for each, _ in path)
    if divergent * _WORTH < decisions or divergent == 0 or _is_an_end(trace, number, is_loop):
        return None
    reason = f"{divergent} of {decisions} times the lanes of a warp went both ways, "
    if is_loop:
        return Finding(
            "divergent trip counts",
            divergent,
            "the lanes of a warp make different numbers of iterations",
            reason + "and those that were ready waited for the others.",
            "Give the threads of a warp equally many iterations: sort the work by its length, or let a warp "
            "share the iterations of one long loop.",
        )
    return Finding(
        "divided warps",
        divergent,
        "the lanes of a warp go both ways",
        reason + "and a warp runs both sides one after the other.",
        "Let neighbouring threads go the same way: `t < k` keeps warps together, `t % k == 0` divides them.",
    )


def _is_an_end(trace: Trace, number: int, is_loop: bool) -> bool:
    """Returns whether a decision divides at most one warp of a block at a time, into the lanes before some
    lane and those from there on. The end of an array does that, and nothing helps against it. A loop is one
    decision, whatever its iterations."""
    ordered, is_first = by_warps(trace.decisions[trace.decisions["site"] == number], "lane")
    taken, begins = ordered["taken"].astype(np.int8), np.flatnonzero(is_first)
    changes = np.concatenate([[0], np.abs(np.diff(taken))])
    changes[begins] = 0
    changes = np.add.reduceat(changes, begins)
    if (changes > 1).any():
        return False
    divided = ordered[begins][changes > 0]
    around: dict[Path, int] = {}
    times = [around.setdefault(path[:-1] if is_loop else path, len(around)) for path in trace.paths]
    places = np.stack([divided["block"], np.array(times)[divided["path"]]], 1)
    return len(np.unique(places, axis=0)) == len(places)


def short(number: float) -> str:
    """ "4", "15.6": with one digit, where it is not whole."""
    text = f"{number:.1f}"
    return text.removesuffix(".0")
