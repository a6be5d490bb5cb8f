"""The threads of a launch that access memory, and the places where they do, for the picture of the grid."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
import numpy.typing as npt

from .._memory_model.events import Records
from .._memory_model.requests import WARP
from .._tracing import Traced

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class ActiveThreads:
    """The threads of each traced block that access memory, by the block's number. They are masks of the shape
    of a block, with z, y and x."""

    traced: Traced
    masks: dict[int, Mask]

    @property
    def idle(self) -> int:
        """Threads of the whole launch that access no memory; of a sample scaled, as counts are."""
        return round(
            sum(part.weight * self.idle_of(block) for part in self.traced.parts for block in part.traced)
        )

    @property
    def threads(self) -> int:
        return self.traced.blocks * prod(self.traced.block)

    def idle_of(self, block: int) -> int:
        return int((~self.masks[block]).sum())


def working(traced: Traced) -> ActiveThreads:
    x, y, z = traced.block
    blocks = np.array(traced.traced_blocks, np.int64)
    accesses = traced.trace.accesses
    masks: Mask = np.zeros((len(blocks), z * y * x), np.bool_)
    threads = accesses["warp"].astype(np.int64) * WARP + accesses["lane"]
    masks[np.searchsorted(blocks, accesses["block"]), threads] = True
    return ActiveThreads(traced, dict(zip(blocks.tolist(), masks.reshape(-1, z, y, x))))


@dataclass(frozen=True)
class Over:
    """The array that a launch is shown over."""

    name: str
    shape: tuple[int, ...]
    size: int
    accesses: Records
    is_as_threads: bool
    """Says whether there is a place at which thread (x, y) accesses the element [y, x]."""
    is_transposed: bool
    """Says whether there is a place at which thread (x, y) accesses the element [x, y]."""

    def stretch(self, block: int) -> tuple[int, int] | None:
        """Returns the first and the last element that a block accesses, counted along memory; None if it
        accesses none."""
        offsets = self.accesses["offset"][self.accesses["block"] == block]
        return (int(offsets.min()) // self.size, int(offsets.max()) // self.size) if len(offsets) else None


def array_of(traced: Traced) -> Over | None:
    """The array that is shown below the blocks: the first that is written to, or else the first that is
    read."""
    trace = traced.trace
    for operations in (("write", "atomic"), ("read",)):
        for name, layout in traced.arrays.items():
            numbers = [
                number
                for number, array in enumerate(trace.arrays)
                if (array.name, array.space) == (name, "global")
            ]
            sites = [number for number, site in enumerate(trace.sites) if site.operation in operations]
            own = trace.accesses[np.isin(trace.accesses["array"], numbers)]
            if not np.isin(own["site"], sites).any() or not prod(layout.shape):
                continue
            own = own.copy()
            own["offset"] -= layout.begin
            as_threads, transposed = _places(traced, own, layout.shape, layout.size)
            return Over(name, layout.shape, layout.size, own, as_threads, transposed)
    return None


def _places(traced: Traced, accesses: Records, shape: tuple[int, ...], size: int) -> tuple[bool, bool]:
    if len(shape) != 2:
        return False, False
    gx, gy, _ = traced.grid
    bx, by, _ = traced.block
    block, inside = (
        accesses["block"].astype(np.int64),
        accesses["warp"].astype(np.int64) * WARP + accesses["lane"],
    )
    x, y = block % gx * bx + inside % bx, block // gx % gy * by + inside // bx % by
    element = accesses["offset"] // size
    as_threads = transposed = False
    for site in np.unique(accesses["site"]):
        own = accesses["site"] == site
        as_threads |= bool((element[own] == y[own] * shape[1] + x[own]).all())
        transposed |= bool((element[own] == x[own] * shape[1] + y[own]).all())
    return as_threads, transposed


def rectangles(mask: Mask) -> list[tuple[int, int, int, int]]:
    """(x, y, width, height) of rectangles that cover what is true in a mask of rows."""
    found: list[tuple[int, int, int, int]] = []
    open_runs: dict[tuple[int, int], int] = {}
    for y, row in enumerate([*mask, np.zeros(mask.shape[1], np.bool_)]):
        edges = np.flatnonzero(np.diff(np.concatenate([[False], row, [False]]).astype(np.int8)))
        runs = {(int(begin), int(end)) for begin, end in zip(edges[::2], edges[1::2])}
        for run in [run for run in open_runs if run not in runs]:
            first = open_runs.pop(run)
            found.append((run[0], first, run[1] - run[0], y - first))
        for run in runs:
            open_runs.setdefault(run, y)
    return sorted(found, key=lambda each: (each[1], each[0]))
