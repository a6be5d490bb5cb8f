from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import SIZES, floats, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads


def _case(random: Random, size: int) -> Case:
    return Case({"Small": floats(random, (size + 1) // 2), "Big": no_floats(size)}, (size,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in SIZES)


def _reference(Small: np.ndarray, Big: np.ndarray) -> Arguments:
    return {"Big": np.repeat(Small, 2)[: len(Big)]}


def _half_of_big(Small: np.ndarray, Big: np.ndarray) -> Arguments:
    made = np.zeros_like(Big)
    made[: len(Small)] = np.repeat(Small, 2)[: len(Small)]
    return {"Big": made}


def _every_other(Small: np.ndarray, Big: np.ndarray) -> Arguments:
    made = np.zeros_like(Big)
    made[::2] = Small
    return {"Big": made}


EXERCISE = Exercise(
    number=3,
    unit=1,
    title="stretch",
    story="""
Big is to be Small at twice the size: each element comes twice, one next to the other.

    Small  1.5 2.5 3.5
    Big    1.5 1.5 2.5 2.5 3.5

Big may have an odd length, as here, and Small has half as many elements, rounded up. There is a
thread for each element of Big. So idx is a place in Big; which place in Small belongs to it?
""",
    starter="""
from cudapy import idx


# stretch : void (float* Small, float* Big)
def stretch(Small, Big):
    pass  # your line
""",
    signature="void (float* Small, float* Big)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 1000),
    timed=lambda random: _case(random, 1 << 22),
    limits=(Loads("Small", 1, of="Big"),),
    hints=(
        "Begin at the answer: thread idx writes Big[idx].",
        "Whose length limits which index? There are as many threads as Big has elements, so idx fits Big.",
        "Threads 0 and 1 read Small[0], threads 2 and 3 read Small[1]: that is idx // 2.",
    ),
    mistakes=(
        Mistake(
            "guard-on-wrong-array",
            "Threads from len(Small) on do nothing, and the second half of Big stays empty. idx is a place "
            "in Big.",
            lambda facts: facts.looks_like(_half_of_big),
        ),
        Mistake(
            "every-other-left-out",
            "Each element of Small is in Big once: the places between stay empty.",
            lambda facts: facts.looks_like(_every_other),
        ),
        Mistake(
            "index-not-halved",
            "Small is used at a place that only Big has. Which element of Small belongs to Big[idx]?",
            lambda facts: facts.trouble("bounds") is not None and facts.indexed("Small", 0, "idx"),
        ),
    ),
)
