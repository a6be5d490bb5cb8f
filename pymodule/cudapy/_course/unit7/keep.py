from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import SIZES, ints, no_ints
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads
from ..mistakes import race


def _case(random: Random, size: int) -> Case:
    values = ints(random, size, low=-500, high=500)
    kept = values > 0
    place: np.ndarray = np.cumsum(kept) - kept
    return Case({"X": values, "Place": place.astype(np.int32), "Out": no_ints(int(kept.sum()))}, (size,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in SIZES)


def _reference(X: np.ndarray, Place: np.ndarray, Out: np.ndarray) -> Arguments:
    return {"Out": X[X > 0]}


EXERCISE = Exercise(
    number=26,
    unit=7,
    title="keep",
    story="""
Out is to have the elements of X that are above 0, without gaps, in the order in which they are in
X.

    X      5 -2  7  1 -9  4
    Place  0  1  1  2  3  3
    Out    5  7  1  4

Where does an element go? To the place that is the number of elements kept before it. An exclusive
scan of ones and zeros has counted them: Place is its result, and must stay as it is.
""",
    starter="""
from cudapy import idx


# keep : void (int* X, int* Place, int* Out)
def keep(X, Place, Out):
    pass  # your lines
""",
    signature="void (int* X, int* Place, int* Out)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 1000),
    timed=lambda random: _case(random, 1 << 22),
    limits=(Loads("X", 2), Loads("Place", 1)),
    hints=(
        "Which threads write? Those whose element is above 0.",
        "A counter with atomicAdd would find a free place, too, and not always the same one: threads have "
        "no order. The scan knows the place.",
        "if X[idx] > 0: Out[Place[idx]] = X[idx].",
    ),
    mistakes=(
        Mistake(
            "order-by-atomic",
            "A counter gives out places in the order in which threads come, and nobody knows that order. It "
            "may look right on a CPU.",
            lambda facts: facts.calls("atomicAdd") + facts.calls("atomicInc") > 0,
        ),
        Mistake(
            "gaps-left",
            "An element goes to its old place, and Out has no gaps.",
            lambda facts: (
                facts.trouble("bounds") is not None
                and facts.indexed("Out", 0, "idx")
                and not facts.indexed("Out", 0, "Place[idx]")
            ),
        ),
        Mistake(
            "condition-forgotten",
            "Elements that are not kept are written, too, over those that are.",
            lambda facts: race(facts) is not None or facts.trouble("bounds") is not None,
        ),
    ),
)
