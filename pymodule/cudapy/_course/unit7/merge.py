from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import ints, no_ints
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads
from ..mistakes import race


def _case(random: Random, one: int, other: int) -> Case:
    A, B = (np.sort(ints(random, size, high=max(size // 2, 3))) for size in (one, other))
    return Case({"A": A, "B": B, "Out": no_ints(one + other)}, (one + other,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, *sizes) for sizes in ((0, 0), (1, 0), (0, 31), (33, 1), (31, 33), (200, 300)))


def _reference(A: np.ndarray, B: np.ndarray, Out: np.ndarray) -> Arguments:
    return {"Out": np.sort(np.concatenate([A, B]))}


def _only_a(A: np.ndarray, B: np.ndarray, Out: np.ndarray) -> Arguments:
    made = np.zeros_like(Out)
    made[np.arange(len(A)) + np.searchsorted(B, A)] = A
    return {"Out": made}


def _ties(A: np.ndarray, B: np.ndarray, Out: np.ndarray) -> Arguments:
    """Both sides count alike, so that of two equal numbers the second one is written over the first."""
    for side in ("left", "right"):
        made = np.zeros_like(Out)
        made[np.arange(len(A)) + np.searchsorted(B, A, side)] = A
        made[np.arange(len(B)) + np.searchsorted(A, B, side)] = B
        if len(A) and len(B):
            break
    return {"Out": made}


EXERCISE = Exercise(
    number=28,
    unit=7,
    title="merge",
    story="""
A and B are in rising order. Bring all of their elements together in Out, in rising order.

There is a thread for each element: the first len(A) threads have those of A, the others those of B.
Where does an element go? Its own index says how many elements of its array are before it. How many
of the other array are, a binary search finds in about log2(n) loads.

Numbers may be equal, within an array and between the two. Each place of Out must have one writer.
""",
    starter="""
from cudapy import idx


# merge : void (int* A, int* B, int* Out)
def merge(A, B, Out):
    if idx < len(A):
        pass  # an element of A: A[idx]
    else:
        pass  # an element of B: B[idx - len(A)]
""",
    signature="void (int* A, int* B, int* Out)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 100, 150),
    timed=lambda random: _case(random, 1 << 20, 1 << 20),
    limits=(Loads("A", 14, of="Out", also=("B",)),),
    hints=(
        "For A[i], count the elements of B that are before it; it goes to i plus that.",
        "Equal numbers: those of A come first. So for an element of A count what is `<` it in B, and for "
        "one of B what is `<=` it in A.",
        "Binary search: low, high = 0, len(B); while low < high: middle = (low + high) // 2; if B[middle] < "
        "value: low = middle + 1, else high = middle. Then low is the count.",
    ),
    mistakes=(
        Mistake(
            "ties-collide",
            "Equal numbers of A and B go to the same place. `<` on one side, `<=` on the other.",
            lambda facts: race(facts) is not None and facts.looks_like(_ties),
        ),
        Mistake(
            "own-index-forgotten",
            "The elements before it in its own array count, too.",
            lambda facts: race(facts) is not None,
        ),
        Mistake(
            "b-left-out",
            "The elements of A are at their places, and nobody brings those of B.",
            lambda facts: facts.looks_like(_only_a),
        ),
        Mistake(
            "linear-search",
            "The other array is walked through from its beginning. It is in order: halve what is left.",
            lambda facts: facts.over("loads"),
        ),
    ),
)
