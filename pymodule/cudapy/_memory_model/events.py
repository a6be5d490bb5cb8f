"""The events of a traced run of a kernel: one for each access of each thread, one for each decision, and one
for each barrier that a block has come past.

A `Trace` holds the events as NumPy records, which name sites, arrays and paths by their numbers in its lists.

An access is (block, warp, lane, site, path, array, offset, width): blocks are numbered with x running
fastest, and so are the threads of a block, of which 32 make a warp; `offset` is in bytes from the beginning
of the array's allocation. A decision is (block, warp, lane, site, path, taken). A barrier is (block, site,
path).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

ACCESS = np.dtype(
    [
        ("block", "i4"),
        ("warp", "i4"),
        ("lane", "i1"),
        ("site", "i4"),
        ("path", "i4"),
        ("array", "i4"),
        ("offset", "i8"),
        ("width", "i2"),
    ]
)
DECISION = np.dtype(
    [("block", "i4"), ("warp", "i4"), ("lane", "i1"), ("site", "i4"), ("path", "i4"), ("taken", "?")]
)
BARRIER = np.dtype([("block", "i4"), ("site", "i4"), ("path", "i4")])

Records = npt.NDArray[Any]


class Site(NamedTuple):
    """A place in the source that accesses memory, decides, waits for the block, or calls a function. Lines
    count from 1, columns from 0, as Python's do."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    operation: Literal["read", "write", "atomic", "decision", "barrier", "call"]
    field: str = ""  # of a struct: each of its fields is an access of its own


class TracedArray(NamedTuple):
    """An array, by the name that a parameter or a declaration gives it."""

    name: str
    space: Literal["global", "shared"]
    is_float: bool = False


Path = tuple[Any, ...]
"""The way by which a thread came to a site: a pair (site, iteration) for each call on the way there and for
each loop around it, outermost first. The iteration of a call is 0."""


@dataclass
class Trace:
    sites: list[Site] = field(default_factory=list)
    arrays: list[TracedArray] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    accesses: Records = field(default_factory=lambda: np.zeros(0, ACCESS))
    decisions: Records = field(default_factory=lambda: np.zeros(0, DECISION))
    barriers: Records = field(default_factory=lambda: np.zeros(0, BARRIER))
