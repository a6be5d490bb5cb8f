from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads, Sectors
from ..mistakes import are_all_alike, race


def _case(random: Random, size: int, threads: int = 100) -> Case:
    return Case({"X": floats(random, size)}, (threads,), (32,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in (0, 1, 31, 33, 1000))


def _reference(X: np.ndarray) -> Arguments:
    return {"X": X / 2}


EXERCISE = Exercise(
    number=5,
    unit=2,
    title="halve",
    story="""
Halve each element of X. This time there are 100 threads, however long X is: 1 element, or 2000.
When X is long, each thread has many elements to do; when it is short, some threads have none.

    halve(100)(X)

`gridsize.x` is the number of threads of the whole launch. It may be more than 100, because blocks
are never cut. There are two ways to share the elements out: each thread a stretch of its own, or
all of them walking together. The bar decides which one is right on a GPU: 32 neighbouring threads
are a warp, which loads 32-byte sectors of memory together.
""",
    starter="""
from cudapy import gridsize, idx


# halve : void (float* X)
def halve(X):
    X[idx] /= 2  # the first elements; and the others?
""",
    signature="void (float* X)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 2000),
    timed=lambda random: _case(random, 1 << 22, 1 << 16),
    limits=(Loads("X", 1), Sectors("X", 4.2), Sectors("X", 4.2, "write")),
    hints=(
        "A loop `for i in range(...)` in each thread: where does it begin, where does it end, what is its "
        "step?",
        "Step by the grid: after X[idx], the next element of this thread is X[idx + gridsize.x].",
        "`for i in range(idx, len(X), gridsize.x)` needs no other guard: a thread with nothing to do has an "
        "empty range.",
    ),
    mistakes=(
        Mistake(
            "everyone-does-everything",
            "Each thread walks through all of X. Where should thread 5 begin, and how far is it to its next "
            "element?",
            lambda facts: (
                are_all_alike(facts) or (race(facts) is not None and not facts.reads("idx", "threadIdx.x"))
            ),
        ),
        Mistake(
            "block-for-grid",
            "threadIdx.x and blockDim.x are of one block: each block does the whole array. idx and "
            "gridsize.x are of the grid.",
            lambda facts: race(facts) is not None and facts.reads("threadIdx.x"),
        ),
        Mistake(
            "first-elements-only",
            "A thread does one element and stops. A short array ends before the threads do, and a long one "
            "has elements left over.",
            lambda facts: (
                facts.trouble("bounds") is not None
                or facts.looks_like(lambda X: {"X": np.concatenate([X[:128] / 2, X[128:]])})
                or facts.looks_like(lambda X: {"X": np.concatenate([X[:100] / 2, X[100:]])})
            ),
        ),
        Mistake(
            "one-chunk-each",
            "Each thread has a stretch of its own, so that the 32 threads of a warp are far apart at each "
            "step and each fetches a sector for itself. Let them walk together.",
            lambda facts: facts.over("load sectors") or facts.over("store sectors"),
        ),
    ),
)
