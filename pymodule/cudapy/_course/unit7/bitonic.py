from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import ints
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads
from ..mistakes import race


def _case(random: Random, size: int, k: int, j: int) -> Case:
    return Case({"X": ints(random, size), "k": k, "j": j}, (size,), None, f"k = {k}, j = {j}")


def _cases(random: Random) -> Iterator[Case]:
    return (
        _case(random, *each) for each in ((0, 2, 1), (2, 2, 1), (32, 8, 2), (64, 64, 32), (1024, 256, 64))
    )


def _step(X: np.ndarray, k: int, j: int, up: np.ndarray) -> np.ndarray:
    at = np.arange(len(X))
    partner = at ^ j
    low, high = np.minimum(X, X[partner]), np.maximum(X, X[partner])
    made: np.ndarray = np.where((at < partner) == up, low, high)
    return made


def _reference(X: np.ndarray, k: int, j: int) -> Arguments:
    return {"X": _step(X, k, j, np.arange(len(X)) & k == 0)}


EXERCISE = Exercise(
    number=27,
    unit=7,
    title="bitonic",
    story="""
Bitonic sort puts an array in order by comparing pairs, in an order of pairs that does not depend on
the data. It is made of steps, and each step is a launch; here is one. The length of X is a power of
2.

In the step (k, j), element i is compared with its partner, i ^ j. Afterwards the smaller of the two
is at the lower index where i & k is 0, and at the higher index where it is not.

    for k in 2, 4, 8, … len(X):
        for j in k // 2, … 4, 2, 1:
            bitonic(len(X))(X, k, j)

There is a thread for each element, and two threads for each pair.
""",
    starter="""
from cudapy import idx


# bitonic : void (int* X, int k, int j)
def bitonic(X, k, j):
    partner = idx ^ j
    # your lines
""",
    signature="void (int* X, int k, int j)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 1024, 256, 64),
    timed=lambda random: _case(random, 1 << 22, 256, 64),
    limits=(Loads("X", 2),),
    hints=(
        "Both threads of a pair know all of it. If both swap, they meet, or swap twice.",
        "Let the lower one act: the thread with partner > idx does the work of both, and the other one "
        "nothing.",
        "Where (idx & k) == 0 it swaps if X[idx] > X[partner]; where not, if X[idx] < X[partner].",
    ),
    mistakes=(
        Mistake(
            "both-partners-swap",
            "Both threads of a pair read and write both elements, or one of them what the other one reads. "
            "Let the lower one do it.",
            lambda facts: race(facts) is not None,
        ),
        Mistake(
            "direction-ignored",
            "All pairs are put in rising order. Where i & k is not 0, the larger one comes first.",
            lambda facts: facts.looks_like(lambda X, k, j: {"X": _step(X, k, j, np.ones(len(X), bool))}),
        ),
        Mistake(
            "direction-reversed",
            "Rising and falling have changed places.",
            lambda facts: facts.looks_like(lambda X, k, j: {"X": _step(X, k, j, np.arange(len(X)) & k != 0)}),
        ),
    ),
)
