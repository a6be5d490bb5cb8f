from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import SIZES, floats, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads
from ..mistakes import race


def _case(random: Random, size: int) -> Case:
    return Case({"In": floats(random, size), "Out": no_floats(size)}, (size,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in SIZES)


def _reference(In: np.ndarray, Out: np.ndarray) -> Arguments:
    at = np.arange(len(In))
    return {"Out": (In[np.maximum(at - 1, 0)] + In + In[np.minimum(at + 1, max(len(In) - 1, 0))]) / 3}


def _without_edges(In: np.ndarray, Out: np.ndarray) -> Arguments:
    made = _reference(In, Out)["Out"]
    made[:1] = made[-1:] = 0
    return {"Out": made}


EXERCISE = Exercise(
    number=7,
    unit=2,
    title="smooth",
    story="""
Smooth a signal: each element of Out is the mean of three elements of In, the one at its place and
the two next to it. At the ends, where there is no neighbour, the element itself takes its place:

    Out[0] = (In[0] + In[0] + In[1]) / 3

There is a thread for each element, and In must stay as it is. Why are there two arrays?
""",
    starter="""
from cudapy import idx


# smooth : void (float* In, float* Out)
def smooth(In, Out):
    Out[idx] = (In[idx - 1] + In[idx] + In[idx + 1]) / 3  # mend the ends
""",
    signature="void (float* In, float* Out)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 1000),
    timed=lambda random: _case(random, 1 << 22),
    limits=(Loads("In", 3),),
    hints=(
        "Who is left of 0? In[-1] is no element here: find an index for the left neighbour that is never "
        "below 0.",
        "max(idx - 1, 0) is idx - 1, and 0 in thread 0. The right end is alike.",
        "The right neighbour is In[min(idx + 1, len(In) - 1)].",
    ),
    mistakes=(
        Mistake(
            "edge-out-of-bounds",
            "The first thread has no left neighbour, the last one no right one. What should they read "
            "instead?",
            lambda facts: facts.trouble("bounds") is not None,
        ),
        Mistake(
            "in-place-stencil",
            "The array that is read is written, too: a thread may find its neighbour smoothed already, or "
            "not. Write to the other array.",
            lambda facts: race(facts) is not None,
        ),
        Mistake(
            "edges-left-out",
            "The inner elements are right, and nobody does the two ends.",
            lambda facts: facts.looks_like(_without_edges),
        ),
    ),
)
