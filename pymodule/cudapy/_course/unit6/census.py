from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import no_ints
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Atomics, Loads
from ..mistakes import race

BLOCK = 256
THREADS = 2 * BLOCK


def _case(random: Random, size: int, threads: int = THREADS) -> Case:
    values = random.integers(0, 256, size, dtype=np.uint8)
    return Case({"X": values, "H": no_ints(256)}, (threads,), (BLOCK,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in (0, 1, 31, 33, 2000))


def _reference(X: np.ndarray, H: np.ndarray) -> Arguments:
    return {"H": np.bincount(X, minlength=256)}


EXERCISE = Exercise(
    number=23,
    unit=6,
    title="census",
    story="""
A histogram: H[v] is how many elements of X have the value v, from 0 to 255. X may have any length;
there are 512 threads, in two blocks of 256.

Threads that meet the same value add to the same place, so it takes atomic operations. They are slow
in global memory, and quick in shared memory, which each block has for itself. So count at home
first: each block has 256 bins of its own in shared memory, and at the end it adds them to H, with
no more than 256 atomic operations in global memory.

Shared memory begins with no values.
""",
    starter="""
from cudapy import atomicAdd, gridsize, idx, shared, syncthreads, threadIdx


# census : void (uint8* X, int* H)
def census(X, H):
    for i in range(idx, len(X), gridsize.x):
        atomicAdd(H, X[i], 1)
""",
    signature="void (uint8* X, int* H)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 2000),
    timed=lambda random: _case(random, 1 << 22, 1 << 16),
    limits=(Atomics("H", 256), Loads("X", 1)),
    hints=(
        "Three parts, with a barrier between: clear the block's bins, count into them, add them to H.",
        "There are as many threads in a block as bins: thread t clears bin t, and adds bin t to H.",
        "bins = shared(int, 256); bins[t] = 0; wait; atomicAdd(bins, X[i], 1) in the loop; wait; "
        "atomicAdd(H, t, bins[t]).",
    ),
    mistakes=(
        Mistake(
            "bins-not-cleared",
            "Shared memory begins with no values: the first atomicAdd adds to whatever was there. Set the "
            "bins to 0, and wait.",
            lambda facts: facts.trouble("unwritten") is not None,
        ),
        Mistake(
            "blocks-overwrite",
            "Each block writes its own counts over those of the other one.",
            lambda facts: (found := race(facts, shared=False)) is not None and not found.both_change,
        ),
        Mistake(
            "first-elements-only",
            "Each thread counts one element, and X may have more than there are threads.",
            lambda facts: facts.looks_like(lambda X, H: {"H": np.bincount(X[:THREADS], minlength=256)}),
        ),
        Mistake(
            "all-global",
            "Each element is an atomic operation in global memory. Count at home first.",
            lambda facts: facts.over("atomics"),
        ),
    ),
)
