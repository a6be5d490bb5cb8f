from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import SIZES, floats, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Atomics, Conflicts, DividedWarps
from ..mistakes import race

BLOCK = 128


def _case(random: Random, size: int) -> Case:
    return Case({"X": floats(random, size), "S": no_floats(1)}, (size,), (BLOCK,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in SIZES)


def _reference(X: np.ndarray, S: np.ndarray) -> Arguments:
    return {"S": np.array([X.sum(dtype=np.float64)])}


EXERCISE = Exercise(
    number=22,
    unit=6,
    title="total",
    story="""
Add up all elements of X into S[0]. With an atomic operation for each element, all threads wait for
each other at one place of memory. So each block of 128 threads adds up its own elements first, in
shared memory, and then ONE of its threads does one atomic operation.

In a block, add up in a tree: 64 threads add one element each to another one, then 32 do, 16, 8, 4,
2 and 1. It takes seven steps, with a barrier between.

Which 64 threads? A warp whose lanes go different ways takes both ways one after the other. Keep the
busy threads together, so that whole warps are done.
""",
    starter="""
from cudapy import atomicAdd, idx, shared, syncthreads, threadIdx


# total : void (float* X, float* S)
def total(X, S):
    if idx < len(X):
        atomicAdd(S, 0, X[idx])
""",
    signature="void (float* X, float* S)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 1000),
    timed=lambda random: _case(random, 1 << 22),
    limits=(Atomics("S", 1), Conflicts(), DividedWarps(8)),
    hints=(
        "Bring X[idx] into tile[t], and 0 where idx is beyond X: then all 128 threads can take part. Wait.",
        "Keep busy threads together: with half = 64, 32, …, 1, the threads t < half add tile[t + half] to "
        "tile[t]. Wait after each step, all of you.",
        "`half = 64`, `while half > 0:` … `half //= 2`. At the end thread 0 does atomicAdd(S, 0, tile[0]).",
    ),
    mistakes=(
        Mistake(
            "all-global",
            "Each thread does an atomic operation on the same place, one after the other.",
            lambda facts: facts.over("atomics"),
        ),
        Mistake(
            "blocks-overwrite",
            "Each block writes its own sum into S[0]: only one stays.",
            lambda facts: (found := race(facts, shared=False)) is not None and not found.both_change,
        ),
        Mistake(
            "modulo-tree",
            "`t % step == 0` keeps a few lanes of each warp busy until the end, and all warps are divided. "
            "With t < half, whole warps are done.",
            lambda facts: facts.over("divided warps") and not facts.over("bank conflicts"),
        ),
        Mistake(
            "strided-tree",
            "The busy threads are together, and what they add is far apart: 2 * step words from neighbour "
            "to neighbour, in few banks.",
            lambda facts: facts.over("bank conflicts"),
        ),
    ),
)
