from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import SIZES, floats, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Atomics, NoShared

BLOCK = 64


def _case(random: Random, size: int) -> Case:
    return Case({"X": floats(random, size), "S": no_floats(1)}, (size,), (BLOCK,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in SIZES)


def _sum(X: np.ndarray, times: float = 1) -> Arguments:
    return {"S": np.array([X.sum(dtype=np.float64) * times])}


def _reference(X: np.ndarray, S: np.ndarray) -> Arguments:
    return _sum(X)


def _first_lanes(X: np.ndarray, S: np.ndarray) -> Arguments:
    return _sum(X[::32])


EXERCISE = Exercise(
    number=24,
    unit=6,
    title="warp_total",
    story="""
Add up all elements of X into S[0] once more, without shared memory. The 32 lanes of a warp can hand
each other values directly:

    shfl_down_sync(0xffffffff, value, 16)

gives lane i what lane i + 16 has in `value`. Add that, and lane 0 to 15 have the sums of two. Then
with 8, 4, 2 and 1: lane 0 has the sum of all 32, and does one atomic operation for its warp.

The mask 0xffffffff says that all 32 lanes take part. It is a promise.
""",
    starter="""
from cudapy import atomicAdd, idx, shfl_down_sync, threadIdx


# warp_total : void (float* X, float* S)
def warp_total(X, S):
    if idx < len(X):
        value = X[idx]
        # your lines
        atomicAdd(S, 0, value)
""",
    signature="void (float* X, float* S)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 1000),
    timed=lambda random: _case(random, 1 << 22),
    limits=(NoShared(), Atomics("S", 1, a="warp")),
    hints=(
        "The last warp has lanes without an element. They must come to each shuffle all the same.",
        "Everyone shuffles, some bring 0: value = X[idx] if idx < len(X) else 0.0, and no `if` around the "
        "shuffles.",
        "by = 16; while by > 0: value += shfl_down_sync(0xffffffff, value, by); by //= 2. Then the lanes "
        "with threadIdx.x % 32 == 0 do the atomicAdd.",
    ),
    mistakes=(
        Mistake(
            "lanes-left-out",
            "The mask names all 32 lanes, and in the last warp some do not come. Let everyone shuffle; "
            "those without an element bring 0.",
            lambda facts: facts.trouble("barrier") is not None,
        ),
        Mistake(
            "everyone-adds",
            "All lanes add their part of the sum to S, not only lane 0.",
            lambda facts: any(
                each.difference and each.difference.got > each.difference.expected for each in facts.outcomes
            ),
        ),
        Mistake(
            "first-lanes-only",
            "Lane 0 adds its own element: what the other lanes have did not come to it.",
            lambda facts: facts.looks_like(_first_lanes),
        ),
        Mistake(
            "all-global",
            "Each lane does an atomic operation, one after the other.",
            lambda facts: facts.over("atomics"),
        ),
    ),
)
