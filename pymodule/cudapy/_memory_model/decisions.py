"""Divergent decisions: the conditions, of `if` as of loops, that divide the active lanes of a warp.

A compiler may make a short `if` predicates without a branch, so that a counter of branches shows fewer.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from .events import Records
from .requests import by_warps


def is_divergent(outcomes: Iterable[bool]) -> bool:
    """Returns whether the active lanes of a warp leave a decision both ways.

    >>> is_divergent([True, False, True]), is_divergent([False])
    (True, False)
    """
    return len(set(outcomes)) == 2


def divergent_decisions(decisions: Records) -> dict[int, int]:
    """Returns how often warps divided, by the numbers of the sites, for many decisions."""
    if not len(decisions):
        return {}
    decisions, is_first = by_warps(decisions)
    begins = np.flatnonzero(is_first)
    taken = np.add.reduceat(decisions["taken"].astype(np.int64), begins)
    lanes = np.diff(np.append(begins, len(decisions)))
    sites, counts = np.unique(decisions["site"][begins[(taken > 0) & (taken < lanes)]], return_counts=True)
    return {int(site): int(count) for site, count in zip(sites, counts)}
