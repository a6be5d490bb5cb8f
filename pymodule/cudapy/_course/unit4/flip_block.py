from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import groups_of, ints, joined
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Conflicts, Loads
from ..mistakes import race

BLOCK = 64


def _case(random: Random, size: int) -> Case:
    return Case({"X": ints(random, size)}, (size,), (BLOCK,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in (0, 1, 31, 33, 64, 1000))


def _reference(X: np.ndarray) -> Arguments:
    return {"X": joined([each[::-1] for each in groups_of(X, BLOCK)], X)}


def _whole_array(X: np.ndarray) -> Arguments:
    return {"X": X[::-1]}


EXERCISE = Exercise(
    number=13,
    unit=4,
    title="flip_block",
    story="""
Turn each stretch of 64 elements of X around: the first of the 64 comes to the end, the last one to
the beginning. Each block has 64 threads and one stretch. The last stretch may be shorter; then its
own elements are turned around.

    1 2 3 4 | 5 6 7 8 | 9 0       becomes (with stretches of 4)
    4 3 2 1 | 8 7 6 5 | 0 9

X is read and written at once. So bring the stretch into shared memory first, which the threads of a
block have together: `tile = shared(int, 64)`. Then wait until all of it is there: `syncthreads()`.

A kernel with a barrier runs whole blocks: in the last one, some threads have an idx beyond X.
""",
    starter="""
from cudapy import blockIdx, idx, shared, syncthreads, threadIdx


# flip_block : void (int* X)
def flip_block(X):
    tile = shared(int, 64)
    here = min(64, len(X) - blockIdx.x * 64)  # the elements of this block
    # your lines
""",
    signature="void (int* X)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 500),
    timed=lambda random: _case(random, 1 << 22),
    limits=(Loads("X", 1), Conflicts()),
    hints=(
        "Three steps: each thread brings one element into the tile, all wait, each thread takes another one "
        "out.",
        "Who wrote the cell that you read? Another thread. That is why there must be a barrier between, and "
        "all threads must come to it: put it outside of every `if`.",
        "Thread t brings X[idx] to tile[t], where t = threadIdx.x, and takes tile[here - 1 - t]. Both are "
        "guarded by idx < len(X).",
    ),
    mistakes=(
        Mistake(
            "no-tile",
            "X is read and written in one go: a thread may find its partner's element changed already. "
            "Bring all of it into shared memory first.",
            lambda facts: race(facts, shared=False) is not None,
        ),
        Mistake(
            "ragged-end",
            "The last stretch is shorter than 64: in it, the last element is not at tile[63].",
            lambda facts: facts.trouble("unwritten") is not None or facts.trouble("bounds") is not None,
        ),
    ),
)
