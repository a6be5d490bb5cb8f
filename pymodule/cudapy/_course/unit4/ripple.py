from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import groups_of, ints, joined
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Barriers, Conflicts, Loads
from ..mistakes import race

BLOCK = 64


def _case(random: Random, size: int) -> Case:
    return Case({"X": ints(random, size)}, (size,), (BLOCK,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in (0, 1, 31, 33, 64, 1000))


def _reference(X: np.ndarray) -> Arguments:
    return {"X": joined([np.cumsum(each) for each in groups_of(X, BLOCK)], X)}


def _exclusive(X: np.ndarray) -> Arguments:
    return {"X": joined([np.cumsum(each) - each for each in groups_of(X, BLOCK)], X)}


def _one_step(X: np.ndarray) -> Arguments:
    return {"X": joined([each + np.append(0, each[:-1]) for each in groups_of(X, BLOCK)], X)}


EXERCISE = Exercise(
    number=16,
    unit=4,
    title="ripple",
    story="""
Running totals, in stretches of 64: each element of X becomes the sum of all elements of its stretch
up to itself.

    1 2 3 4  becomes  1 3 6 10

One thread could walk along. 64 threads do it in six steps, like ripples that get wider: in the
first step each element adds the one before it, in the second the one two before, then four, eight,
16 and 32 before. (Hillis and Steele, 1986.)

    1 2 3 4  ->  1 3 5 7  ->  1 3 6 10

In each step, a thread reads what another one writes in the same step. It takes two barriers a step:
no more than 13 in all.
""",
    starter="""
from cudapy import idx, shared, syncthreads, threadIdx


# ripple : void (int* X)
def ripple(X):
    tile = shared(int, 64)
    t = threadIdx.x
    tile[t] = X[idx] if idx < len(X) else 0
    # your lines
    if idx < len(X):
        X[idx] = tile[t]
""",
    signature="void (int* X)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 128),
    timed=lambda random: _case(random, 1 << 22),
    limits=(Barriers(13), Loads("X", 1), Conflicts()),
    hints=(
        "A loop over the distance: by = 1, 2, 4, … below 64. Thread t adds tile[t - by] where t >= by.",
        "Read, wait, write, wait: first all read the element `by` before theirs into a variable, and only "
        "then all write.",
        "In the loop: `left = tile[t - by] if t >= by else 0`, syncthreads(), `tile[t] += left`, "
        "syncthreads(). And one barrier before the loop.",
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
            "exclusive-for-inclusive",
            "Each element is the sum of those before it, without itself.",
            lambda facts: facts.looks_like(_exclusive),
        ),
        Mistake(
            "one-step-only",
            "Each element has its neighbour added, and no more: the steps after the first are missing.",
            lambda facts: facts.looks_like(_one_step),
        ),
    ),
)
