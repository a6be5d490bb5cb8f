from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import SIZES, floats, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads


def _case(random: Random, size: int) -> Case:
    arrays = {"A": floats(random, size), "B": floats(random, size), "t": 0.25, "Out": no_floats(size)}
    return Case(arrays, (size,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in SIZES)


def _reference(A: np.ndarray, B: np.ndarray, t: float, Out: np.ndarray) -> Arguments:
    return {"Out": (1 - t) * A + t * B}


EXERCISE = Exercise(
    number=2,
    unit=1,
    title="blend",
    story="""
One picture fades into another. With t = 0 the result is A, with t = 1 it is B, and between it is a
part of both:

    Out = (1 - t) * A + t * B

A, B and Out have the same length, and there is a thread for each element. A and B must stay as they
are. A kernel returns nothing: it writes its answer into an array that it was given.
""",
    starter="""
from cudapy import idx


# blend : void (float* A, float* B, float t, float* Out)
def blend(A, B, t, Out):
    pass  # your line
""",
    signature="void (float* A, float* B, float t, float* Out)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 1000),
    timed=lambda random: _case(random, 1 << 22),
    limits=(Loads("A", 1), Loads("B", 1)),
    hints=(
        "Which of the three arrays is the answer? That one is on the left of the `=`.",
        "Thread idx reads A[idx] and B[idx], and writes one element.",
        "The formula of the story is the line, with [idx] after each array.",
    ),
    mistakes=(
        Mistake(
            "ends-exchanged",
            "A and B have changed places: with t = 0 this gives B.",
            lambda facts: facts.looks_like(lambda A, B, t, Out: {"Out": t * A + (1 - t) * B}),
        ),
    ),
)
