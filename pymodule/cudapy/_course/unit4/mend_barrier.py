from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import floats, groups_of, joined
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Barriers, Loads

BLOCK = 64


def _case(random: Random, size: int, part: int) -> Case:
    return Case({"X": floats(random, size), "n": part}, (size,), (BLOCK,), f"n = {part}")


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, *each) for each in ((0, 0), (1, 1), (31, 31), (128, 128), (128, 33), (1000, 1000)))


def _reference(X: np.ndarray, n: int) -> Arguments:
    parts = [each + np.append(np.float32(0), each[:-1]) for each in groups_of(X[:n], BLOCK)]
    return {"X": np.concatenate([joined(parts, X[:0]), X[n:]])}


EXERCISE = Exercise(
    number=15,
    unit=4,
    title="mend_barrier",
    story="""
The kernel below adds to each of the first n elements of X the element before it, in blocks of 64;
the first one of a block has none before it. It works when n is 64 or 128. With n = 33 it hangs a
GPU, or does worse: some threads of a block wait at `syncthreads()` for threads that never come.

Mend it. A barrier is for all threads of a block, those without work, too.
""",
    starter="""
from cudapy import idx, shared, syncthreads, threadIdx


# mend_barrier : void (float* X, int n)
def mend_barrier(X, n):
    tile = shared(float, 64)
    t = threadIdx.x
    if idx < n:
        tile[t] = X[idx]
        syncthreads()
        if t > 0:
            X[idx] = tile[t] + tile[t - 1]
""",
    signature="void (float* X, int n)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 500, 500),
    timed=lambda random: _case(random, 1 << 22, 1 << 22),
    limits=(Barriers(1), Loads("X", 1)),
    hints=(
        "Which threads reach `syncthreads()`? Those with idx < n. All threads of the block must.",
        "Guard the work, not the barrier: close the `if` before it, and open it again after it.",
        "if idx < n: bring the element; then the barrier, outside; then if idx < n and t > 0: add.",
    ),
    mistakes=(
        Mistake(
            "guard-dropped",
            "Now all threads reach the barrier, and those without an element work on elements that are "
            "none of theirs.",
            lambda facts: (
                facts.trouble("bounds") is not None
                or facts.looks_like(lambda X, n: {"X": _reference(X, len(X))["X"]})
            ),
        ),
    ),
)
