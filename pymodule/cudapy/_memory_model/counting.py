"""The rules of `sectors.py` and `banks.py` for many requests at a time, with NumPy, added up by site and
array."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .banks import BANKS, WORD
from .events import Site, Trace, TracedArray
from .requests import NOBODY, WARP, Integers, Requests, requests_of
from .sectors import SECTOR

_AT_A_TIME = 1 << 15  # requests, so that what is computed on the way stays in the caches


@dataclass
class AccessCounts:
    """The cost of the accesses of one site to one array."""

    site: Site
    array: TracedArray
    width: int
    """Bytes of a lane."""
    requests: int
    lanes: int
    """The lanes of all requests that took part; 32 times `requests` if all did."""
    cost: int
    """Sectors of global memory, wavefronts of shared memory."""
    best: int
    """The cost with the same bytes side by side, and without bank conflicts."""
    conflicts: int
    """Bank conflicts of shared memory."""
    is_predicted: bool
    """Says whether `cost` is known. For atomic operations in shared memory it is known only for integers of
    four bytes."""


def access_counts(trace: Trace) -> list[AccessCounts]:
    """The costs of all accesses of a trace, by site, array and width, in the order of the source."""
    return counts_of(requests_of(trace.accesses), trace)


def counts_of(requests: Requests, trace: Trace) -> list[AccessCounts]:
    """Counts like `access_counts`, but only some of the trace's requests."""
    keys = np.stack([requests.site, requests.array, requests.width], 1)
    found, number = np.unique(keys, axis=0, return_inverse=True)
    counted = []
    for index, (site_number, array_number, width) in enumerate(found.tolist()):
        chosen = requests.chosen(number.reshape(-1) == index)
        site, array = trace.sites[site_number], trace.arrays[array_number]
        is_predicted = (
            array.space == "global" or site.operation != "atomic" or (width == WORD and not array.is_float)
        )
        cost, best, conflicts = (0, 0, 0) if not is_predicted else _costs(chosen, site, array, width)
        lanes = int((chosen.addresses != NOBODY).sum())
        counted.append(
            AccessCounts(site, array, width, len(chosen.site), lanes, cost, best, conflicts, is_predicted)
        )
    return sorted(counted, key=lambda each: (each.site, each.array, each.width))


def costliest(requests: Requests, site: Site, array: TracedArray, width: int) -> int:
    """The number of the request that costs the most, of requests of one site, array and width; the first of
    those that do."""
    cost, _ = _rules(site, array, width)
    return int(np.argmax(np.concatenate([cost(rows) for rows in _in_parts(requests)])))


def _costs(requests: Requests, site: Site, array: TracedArray, width: int) -> tuple[int, int, int]:
    """(cost, best, conflicts) of requests of one site, array and width."""
    cost, best = (
        sum(int(rule(rows).sum()) for rows in _in_parts(requests)) for rule in _rules(site, array, width)
    )
    return cost, best, 0 if array.space == "global" else cost - best


Rule = Callable[[Integers], Integers]


def _rules(site: Site, array: TracedArray, width: int) -> tuple[Rule, Rule]:
    """Returns the rules for the cost of rows of addresses, and for their least cost."""
    if array.space == "global" and site.operation == "atomic":
        return atomic_sectors, lambda rows: fewest_atomic_sectors(rows, width)
    if array.space == "global":
        return lambda rows: sectors(rows, width), lambda rows: fewest_sectors(rows, width)
    if site.operation == "atomic":
        return atomic_wavefronts, lambda rows: np.ones(len(rows), np.int64)
    is_load = site.operation == "read"
    return (
        lambda rows: wavefronts(rows, width, is_load),
        lambda rows: wavefronts_without_conflicts(rows, width, is_load),
    )


def _in_parts(requests: Requests) -> list[Integers]:
    rows = requests.addresses
    return [rows[first : first + _AT_A_TIME] for first in range(0, len(rows), _AT_A_TIME)]


# Each of these functions takes rows of 32 addresses and returns a number for each row.


def sectors(rows: Integers, width: int) -> Integers:
    return _distinct(_spread(rows, width, SECTOR))


def fewest_sectors(rows: Integers, width: int) -> Integers:
    ordered = np.sort(rows, axis=1)
    to_next = np.full_like(ordered, width)
    to_next[:, :-1] = np.minimum(ordered[:, 1:] - ordered[:, :-1], width)
    to_next[ordered == NOBODY] = 0
    bytes_used: Integers = to_next.sum(axis=1)
    return -(-bytes_used // SECTOR)


def atomic_sectors(rows: Integers) -> Integers:
    row, address, meeting = meetings(rows)
    total = np.zeros(len(rows), np.int64)
    if len(row):
        sector = address // SECTOR
        begins = np.flatnonzero(np.append(True, (row[1:] != row[:-1]) | (sector[1:] != sector[:-1])))
        np.add.at(total, row[begins], np.maximum.reduceat(meeting, begins))
    return total


def fewest_atomic_sectors(rows: Integers, width: int) -> Integers:
    row, _, meeting = meetings(rows)
    by_row = np.zeros((len(rows), WARP), np.int64)
    begins = np.searchsorted(row, np.arange(len(rows)))
    by_row[row, np.arange(len(row)) - begins[row]] = meeting
    fewest: Integers = -np.sort(-by_row, axis=1)[:, :: max(SECTOR // width, 1)].sum(axis=1)
    return fewest


def wavefronts(rows: Integers, width: int, is_load: bool) -> Integers:
    return _by_groups(
        rows, width, is_load, lambda groups: _most_words_of_a_bank(_spread(groups, width, WORD))
    )


def wavefronts_without_conflicts(rows: Integers, width: int, is_load: bool) -> Integers:
    return _by_groups(rows, width, is_load, lambda groups: (groups != NOBODY).any(axis=1).astype(np.int64))


def atomic_wavefronts(rows: Integers) -> Integers:
    banks = np.where(rows == NOBODY, BANKS, rows // WORD % BANKS)
    counts = np.bincount(
        (banks + np.arange(len(rows))[:, None] * (BANKS + 1)).reshape(-1), minlength=len(rows) * (BANKS + 1)
    )
    most: Integers = counts.reshape(len(rows), BANKS + 1)[:, :BANKS].max(axis=1)
    return most


def most_words_of_a_bank(rows: Integers, width: int, is_load: bool) -> int:
    """Returns the most words of one bank that any of the rows wants at a time."""
    whole = max(width // WORD, 1)
    halved = np.zeros(len(rows), np.bool_)
    if whole > 1 and is_load:
        halved = _pairs_agree(rows, 1) | _pairs_agree(rows, 2)
    most = [0]
    for which, count in ((halved, whole // 2), (~halved, whole)):
        if which.any():
            groups = rows[which].reshape(-1, WARP // count)
            most.append(int(_most_words_of_a_bank(_spread(groups, width, WORD)).max()))
    return max(most)


def _by_groups(rows: Integers, width: int, is_load: bool, rule: Callable[[Integers], Integers]) -> Integers:
    """Returns the sums of the rule's results for the groups of each row."""
    whole = max(width // WORD, 1)
    if whole == 1 or not is_load:
        total: Integers = rule(rows.reshape(-1, WARP // whole)).reshape(len(rows), whole).sum(axis=1)
        return total
    halved = _pairs_agree(rows, 1) | _pairs_agree(rows, 2)
    total = np.zeros(len(rows), np.int64)
    for which, count in ((halved, whole // 2), (~halved, whole)):
        total[which] = rule(rows[which].reshape(-1, WARP // count)).reshape(-1, count).sum(axis=1)
    return total


def _pairs_agree(rows: Integers, apart: int) -> npt.NDArray[np.bool_]:
    others = rows[:, np.arange(WARP) ^ apart]
    agree: npt.NDArray[np.bool_] = ((rows == NOBODY) | (others == NOBODY) | (rows == others)).all(axis=1)
    return agree


def _spread(rows: Integers, width: int, unit: int) -> Integers:
    """The units (sectors, words) that each row's bytes are in: more columns than lanes where an element is in
    several."""
    first, last = rows // unit, (rows + width - 1) // unit
    active = rows != NOBODY
    most = int((last - first)[active].max(initial=0)) + 1
    columns = [np.where(active & (first + k <= last), first + k, NOBODY) for k in range(most)]
    return np.concatenate(columns, axis=1)


def _is_new(ordered: Integers) -> npt.NDArray[np.bool_]:
    """Returns which items of sorted rows are the first of their kind."""
    is_new: npt.NDArray[np.bool_] = ordered != NOBODY
    is_new[:, 1:] &= ordered[:, 1:] != ordered[:, :-1]
    return is_new


def _distinct(rows: Integers) -> Integers:
    counts: Integers = _is_new(np.sort(rows, axis=1)).sum(axis=1)
    return counts


def meetings(rows: Integers) -> tuple[Integers, Integers, Integers]:
    """(row, address, lanes that meet there) of each address of each row, in order."""
    ordered = np.sort(rows, axis=1)
    row, column = np.nonzero(_is_new(ordered))
    flat = row * WARP + column
    # Nothing follows the last address in a sorted row, since the lanes that do not take part come first.
    ends = np.append(flat[1:], len(rows) * WARP)
    ends = np.minimum(ends, (row + 1) * WARP)
    return row, ordered[row, column], ends - flat


def _most_words_of_a_bank(words: Integers) -> Integers:
    ordered = np.sort(words, axis=1)
    row, column = np.nonzero(_is_new(ordered))
    counts = np.bincount(row * BANKS + ordered[row, column] % BANKS, minlength=len(words) * BANKS)
    most: Integers = counts.reshape(len(words), BANKS).max(axis=1)
    return most
