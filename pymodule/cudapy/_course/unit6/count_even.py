from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import SIZES, ints, no_ints
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads


def _case(random: Random, size: int) -> Case:
    return Case({"X": ints(random, size), "N": no_ints(1)}, (size,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in SIZES)


def _count(values: np.ndarray) -> Arguments:
    return {"N": np.array([values.sum()], np.int32)}


def _reference(X: np.ndarray, N: np.ndarray) -> Arguments:
    return _count(X % 2 == 0)


EXERCISE = Exercise(
    number=21,
    unit=6,
    title="count_even",
    story="""
Count the even numbers of X: N has one element, which is 0 at first, and the count at the end. There
is a thread for each element of X.

All threads want to change the same place. `N[0] += 1` reads N[0], adds 1, and writes it back: two
threads that read the same old value write the same new one, and one of the two is lost. On the CPU
it may even look right, as long as threads run one after the other.

    atomicAdd(N, 0, 1)

does the three steps as one.
""",
    starter="""
from cudapy import atomicAdd, idx


# count_even : void (int* X, int* N)
def count_even(X, N):
    if X[idx] % 2 == 0:
        N[0] += 1
""",
    signature="void (int* X, int* N)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 1000),
    timed=lambda random: _case(random, 1 << 22),
    limits=(Loads("X", 1),),
    hints=(
        "`+=` reads, then writes. What if another thread reads between the two?",
        "There is no way to make the threads take turns, and no need: one atomic operation is enough.",
        "The line with += becomes atomicAdd(N, 0, 1).",
    ),
    mistakes=(
        Mistake(
            "odd-for-even",
            "This counts the odd ones.",
            lambda facts: facts.looks_like(lambda X, N: _count(X % 2 == 1)),
        ),
        Mistake(
            "condition-forgotten",
            "This counts all elements.",
            lambda facts: facts.looks_like(lambda X, N: _count(X > 0)),
        ),
    ),
)
