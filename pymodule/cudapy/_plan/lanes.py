"""The distances between the addresses of a warp's lanes, for many requests at a time."""

from __future__ import annotations

import numpy as np

from .._memory_model.events import Path
from .._memory_model.requests import NOBODY, WARP, Integers, Requests


def distance_of_neighbours(requests: Requests, width_of_block: int) -> int | None:
    """Returns how many bytes further each thread accesses than the one before it along x. It is None if this
    is not the same for all, or if no two neighbours take part."""
    addresses = requests.addresses
    both = (addresses[:, 1:] != NOBODY) & (addresses[:, :-1] != NOBODY)
    inside = requests.warp[:, None] * WARP + np.arange(1, WARP)
    return _the_one((addresses[:, 1:] - addresses[:, :-1])[both & (inside % width_of_block != 0)])


def distance_by_lanes(requests: Requests) -> int | None:
    """Returns the bytes between two lanes that take part, for each lane from one to the other. Unlike
    `distance_of_neighbours` it allows lanes between them that do not take part."""
    row, lane = np.nonzero(requests.addresses != NOBODY)
    same = row[1:] == row[:-1]
    address = requests.addresses[row, lane]
    apart, lanes = (address[1:] - address[:-1])[same], (lane[1:] - lane[:-1])[same]
    if (apart % np.maximum(lanes, 1)).any():
        return None
    return _the_one(apart // np.maximum(lanes, 1))


def _the_one(values: Integers) -> int | None:
    return int(values[0]) if len(values) and (values == values[0]).all() else None


def are_contiguous(requests: Requests, width: int) -> bool:
    """Returns whether the bytes of each request are side by side, with none between them."""
    active = requests.addresses != NOBODY
    last, first = requests.addresses.max(axis=1), first_addresses(requests)
    return bool((last - first + width == active.sum(axis=1) * width).all())


def first_addresses(requests: Requests) -> Integers:
    """Returns the smallest address of each request."""
    active = requests.addresses != NOBODY
    first: Integers = np.where(active, requests.addresses, np.iinfo(np.int64).max).min(axis=1)
    return first


def step_of_turns(requests: Requests, paths: list[Path]) -> int | None:
    """Returns how many bytes further each thread accesses in each next iteration of the innermost loop. It is
    None if this is not the same for all, or if there is no loop."""
    around: dict[Path, int] = {}
    places = [
        (around.setdefault((*path[:-1], path[-1][0]), len(around)), path[-1][1]) if path else (-1, 0)
        for path in paths
    ]
    loop, iteration = np.array(places or [(-1, 0)], np.int64)[requests.path].T
    order = np.lexsort([iteration, loop, requests.warp, requests.block])
    keys = np.stack([requests.block, requests.warp, loop], 1)[order]
    follows = (keys[1:] == keys[:-1]).all(axis=1) & (iteration[order][1:] == iteration[order][:-1] + 1)
    before, after = requests.addresses[order][:-1][follows], requests.addresses[order][1:][follows]
    return _the_one((after - before)[(before != NOBODY) & (after != NOBODY)])
