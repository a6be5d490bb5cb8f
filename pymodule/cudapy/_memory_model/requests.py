"""The requests of a traced run: what the lanes of one warp access at one site, on one path.

A request needs a lane that takes part; a warp none of whose lanes comes to an access makes none. The number
of times that a lane came to a site would not do in place of the path, because lanes may leave out iterations
of a loop.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .events import Records

WARP = 32
NOBODY = -1  # in place of an offset, of a lane that does not take part
_ARRAY_BITS = 44  # each array has addresses of its own
_IN_ARRAY = (1 << _ARRAY_BITS) - 1

Integers = npt.NDArray[np.int64]


class Requests(NamedTuple):
    """Requests by their numbers. Where a name stands for several arrays, `array` is that of the first
    lane."""

    block: Integers
    warp: Integers
    site: Integers
    path: Integers
    array: Integers
    width: Integers
    addresses: Integers
    """The address that each lane accesses, or NOBODY, in an array of shape (requests, 32). Traced arrays have
    different addresses; `offsets` are those in the array."""

    def chosen(self, which: npt.NDArray[np.bool_]) -> Requests:
        return Requests(*(each[which] for each in self))

    def offsets_of(self, number: int) -> list[int]:
        """`offsets` of one request."""
        return [NOBODY if at == NOBODY else at & _IN_ARRAY for at in self.addresses[number].tolist()]

    @property
    def offsets(self) -> Integers:
        """Returns the addresses in bytes from the beginning of each lane's array."""
        inside: Integers = np.where(self.addresses == NOBODY, NOBODY, self.addresses & _IN_ARRAY)
        return inside


def requests_of(accesses: Records) -> Requests:
    """The requests that the accesses of a trace make."""
    accesses, is_first = by_warps(accesses, "lane")
    # A lane that comes to one site on one path more than once makes a request each time.
    again = np.zeros(len(accesses), np.int64)
    repeated = ~is_first[1:] & (accesses["lane"][1:] == accesses["lane"][:-1])
    for at in np.flatnonzero(repeated) + 1:
        again[at] = again[at - 1] + 1
    number = np.cumsum(is_first) - 1
    if again.any():
        number = np.unique(np.stack([number, again], 1), axis=0, return_inverse=True)[1].reshape(-1)
    count = int(number.max(initial=-1)) + 1
    first = np.zeros(count, np.int64)
    first[number[::-1]] = np.arange(len(accesses))[::-1]  # the last one to be stored stays: the first of each
    addresses = np.full((count, WARP), NOBODY, np.int64)
    addresses[number, accesses["lane"]] = accesses["offset"] + (
        accesses["array"].astype(np.int64) << _ARRAY_BITS
    )
    heads = accesses[first]
    named = (heads[name].astype(np.int64) for name in ("block", "warp", "site", "path", "array", "width"))
    return Requests._make([*named, addresses])


_KEYS = ("block", "warp", "site", "path")


def by_warps(records: Records, *further: str) -> tuple[Records, npt.NDArray[np.bool_]]:
    """Accesses or decisions in the order of blocks, warps, sites, paths and `further`; which are the first of
    a warp's at one site on one path."""
    names = (*_KEYS, *further)
    if not _are_ordered(records, names):
        records = records[np.lexsort([records[name] for name in reversed(names)])]
    is_first = np.ones(len(records), bool)
    is_first[1:] = np.logical_or.reduce([records[name][1:] != records[name][:-1] for name in _KEYS])
    return records, is_first


def _are_ordered(records: Records, names: tuple[str, ...]) -> bool:
    """Returns whether the records are in the order of these fields. Large traces mostly are."""
    left = np.ones(max(len(records) - 1, 0), bool)  # neighbours that the fields so far do not tell apart
    for name in names:
        values = np.ascontiguousarray(records[name])
        if (left & (values[1:] < values[:-1])).any():
            return False
        left &= values[1:] == values[:-1]
    return True
