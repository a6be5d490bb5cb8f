from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import groups_of, ints, joined, no_ints
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Barriers, Loads
from ..mistakes import race

BLOCK = 256


def _case(random: Random, size: int) -> Case:
    return Case({"X": ints(random, size), "Sums": no_ints(-(-size // BLOCK))}, (size,), (BLOCK,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in (0, 1, 31, 33, 256, 1000))


def _reference(X: np.ndarray, Sums: np.ndarray) -> Arguments:
    parts = groups_of(X, BLOCK)
    sums = np.array([each.sum() for each in parts], np.int32)
    return {"X": joined([np.cumsum(each) - each for each in parts], X), "Sums": sums}


def _inclusive(X: np.ndarray, Sums: np.ndarray) -> Arguments:
    return {"X": joined([np.cumsum(each) for each in groups_of(X, BLOCK)], X)}


def _sums_without_last(X: np.ndarray, Sums: np.ndarray) -> Arguments:
    right = _reference(X, Sums)
    return {"X": right["X"], "Sums": np.array([each[:-1].sum() for each in groups_of(X, BLOCK)], np.int32)}


EXERCISE = Exercise(
    number=25,
    unit=7,
    title="scan",
    story="""
An exclusive scan: each element becomes the sum of all elements before it, in stretches of 256, the
size of a block. What a whole stretch adds up to goes into Sums, which has an element for each
block.

    X  3 1 4 1   becomes   0 3 4 8,   and 9 is the stretch's element of Sums

It is `ripple` of exercise 16, in blocks of 256, and then one place to the right. With the sums, a
second launch can do arrays of any length.

A block may come to 18 barriers.
""",
    starter="""
from cudapy import blockIdx, idx, shared, syncthreads, threadIdx


# scan : void (int* X, int* Sums)
def scan(X, Sums):
    tile = shared(int, 256)
    t = threadIdx.x
    tile[t] = X[idx] if idx < len(X) else 0
    # your lines
""",
    signature="void (int* X, int* Sums)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 256),
    timed=lambda random: _case(random, 1 << 22),
    limits=(Barriers(18), Loads("X", 1)),
    hints=(
        "Test with ones: the result must be 0 1 2 3 …, not 1 2 3 4.",
        "Scan as in `ripple`: eight steps with two barriers each. tile[t] is then the sum up to t, with t.",
        "The exclusive sum is tile[t - 1], and 0 for t = 0. The sum of the block is tile[255], which one "
        "thread writes.",
    ),
    mistakes=(
        Mistake(
            "read-write-same-step",
            "In one step some threads read an element that others have changed already. Read into a "
            "variable, wait, write, wait.",
            lambda facts: (
                (found := race(facts, shared=True)) is not None and "in the same line" in found.message
            ),
        ),
        Mistake(
            "inclusive-for-exclusive",
            "Each element has itself in its sum. The first one must be 0.",
            lambda facts: facts.looks_like(_inclusive),
        ),
        Mistake(
            "last-element-left-out",
            "Sums lacks the last element of each stretch: the exclusive sum of the last thread does not "
            "have its own.",
            lambda facts: facts.looks_like(_sums_without_last),
        ),
    ),
)
