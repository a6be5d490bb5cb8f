from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import SIZES, floats, groups_of, joined, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Conflicts, Loads

BLOCK = 128
RADIUS = 4


def _case(random: Random, size: int) -> Case:
    return Case({"In": floats(random, size), "Out": no_floats(size)}, (size,), (BLOCK,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in SIZES)


def _mean(part: np.ndarray) -> np.ndarray:
    padded = np.pad(part.astype(np.float64), RADIUS)
    total = np.zeros(len(part))
    for k in range(2 * RADIUS + 1):
        total += padded[k : k + len(part)]
    return total / (2 * RADIUS + 1)


def _reference(In: np.ndarray, Out: np.ndarray) -> Arguments:
    return {"Out": _mean(In)}


def _each_block_alone(In: np.ndarray, Out: np.ndarray) -> Arguments:
    return {"Out": joined([_mean(each) for each in groups_of(In, BLOCK)], Out)}


EXERCISE = Exercise(
    number=14,
    unit=4,
    title="window",
    story="""
Smooth a signal more strongly: each element of Out is the mean of nine elements of In, from four
places before to four places after its own. What is outside of In counts as 0.

Nine loads for each element are many, and neighbours load nearly the same nine. So let a block of
128 threads bring what it needs into shared memory, once, and compute from there. What does a block
need? Its own 128 elements, and some more.
""",
    starter="""
from cudapy import idx, shared, syncthreads, threadIdx


# window : void (float* In, float* Out)
def window(In, Out):
    tile = shared(float, 136)
    # your lines
""",
    signature="void (float* In, float* Out)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 400),
    timed=lambda random: _case(random, 1 << 22),
    limits=(Loads("In", 1.1), Conflicts()),
    hints=(
        "Draw the block's 128 elements. The first one needs four more on the left, the last one four more "
        "on the right: that is the halo, and the tile has 136 places.",
        "Thread t brings its element to tile[t + 4]. The first eight threads bring one more each: four the "
        "left halo, four the right one. What is outside of In becomes 0 in the tile.",
        "Walk together: `for k in range(t, 136, 128)`: tile[k] is In[first + k] where first = blockIdx.x * "
        "128 - 4, and 0 where that is outside. Then wait, then add tile[t] to tile[t + 8].",
    ),
    mistakes=(
        Mistake(
            "halo-forgotten",
            "Elements at the edge of a block take their neighbours in the next block for nothing. A block "
            "needs four more on each side.",
            lambda facts: facts.looks_like(_each_block_alone) or facts.trouble("unwritten") is not None,
        ),
        Mistake(
            "edge-out-of-bounds",
            "The halo of the first block begins before In, and that of the last one ends after it. There "
            "it is 0.",
            lambda facts: facts.trouble("bounds") is not None,
        ),
        Mistake(
            "no-tile",
            "Each thread loads its nine elements from global memory: nearly all of them are loaded nine "
            "times.",
            lambda facts: facts.over("loads"),
        ),
    ),
)
