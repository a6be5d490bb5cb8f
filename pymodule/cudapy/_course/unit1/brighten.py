from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import SIZES, floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads
from ..mistakes import are_all_alike


def _case(random: Random, size: int) -> Case:
    return Case({"X": floats(random, size), "by": 8.0}, (size,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in SIZES)


def _reference(X: np.ndarray, by: float) -> Arguments:
    return {"X": X + np.float32(by)}


EXERCISE = Exercise(
    number=1,
    unit=1,
    title="brighten",
    story="""
A picture is an array X of floats. Make it brighter: add `by` to each of its elements.

On a GPU nobody walks through the array. The kernel below is what ONE thread does, and it is
launched with as many threads as X has elements:

    brighten(len(X))(X, 0.5)

All of them run the same code at the same time. They differ in one thing only: `idx`, the number of
the thread, is 0 in the first, 1 in the second, and so on.
""",
    starter="""
from cudapy import idx


# brighten : void (float* X, float by)
def brighten(X, by):
    pass  # your line
""",
    signature="void (float* X, float by)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 1000),
    timed=lambda random: _case(random, 1 << 22),
    limits=(Loads("X", 1),),
    hints=(
        "There is no loop to write. Ask: who am I? `idx` says it.",
        "Thread 5 has one thing to do: it adds `by` to X[5].",
        "The line is an assignment to X[idx]. `+=` will do: no other thread has the same idx.",
    ),
    mistakes=(
        Mistake(
            "everyone-does-everything",
            "There is a loop over the whole array, and each thread walks through all of it. A thread has "
            "only its own element: the threads together are the loop.",
            lambda facts: (
                are_all_alike(facts)
                or facts.looks_like(lambda X, by: {"X": X + np.float32(len(X) * by)})
                or facts.over("loads")
            ),
        ),
        Mistake(
            "old-value-forgotten",
            "Each element is `by` now: what it was before is lost.",
            lambda facts: facts.looks_like(lambda X, by: {"X": np.full_like(X, by)}),
        ),
    ),
)
