from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import SIZES, ints, no_ints
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads
from ..mistakes import race

BLOCK = 32


def _case(random: Random, size: int) -> Case:
    return Case({"X": ints(random, size), "First": no_ints(-(-size // BLOCK))}, (size,), (BLOCK,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in SIZES)


def _reference(X: np.ndarray, First: np.ndarray) -> Arguments:
    return {"First": X[::BLOCK]}


EXERCISE = Exercise(
    number=8,
    unit=2,
    title="block_first",
    story="""
Threads come in blocks, here of 32. First has an element for each block: write into it the element
of X that belongs to the block's first thread.

    X      4 8 1 ... 7 | 5 2 9 ... 3 | 6 6 ...
    First  4             5             6

A thread has two numbers: threadIdx.x, its place in the block, from 0 to 31, and idx, its place in
the whole grid. blockIdx.x is the number of its block. The last block may be smaller than the
others.
""",
    starter="""
from cudapy import blockIdx, idx, threadIdx


# block_first : void (int* X, int* First)
def block_first(X, First):
    First[blockIdx.x] = X[idx]  # who should do this?
""",
    signature="void (int* X, int* First)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 1000),
    timed=lambda random: _case(random, 1 << 22),
    limits=(Loads("X", 1, of="First"),),
    hints=(
        "One thread of each block writes. Which one, and how does it know that it is the one?",
        "Two indices, two meanings: threadIdx.x == 0 in the first thread of each block, idx == 0 in one "
        "thread of the grid.",
        "In the first thread of a block, idx is the place of its element in X.",
    ),
    mistakes=(
        Mistake(
            "local-for-global-index",
            "threadIdx.x begins at 0 in each block, so that all blocks read the same element. A place in X "
            "is idx.",
            lambda facts: facts.looks_like(
                lambda X, First: {"First": np.full_like(First, X[0] if len(X) else 0)}
            ),
        ),
        Mistake(
            "first-block-only",
            "idx is 0 in one thread of the whole grid, not in one of each block.",
            lambda facts: facts.looks_like(
                lambda X, First: {"First": np.where(np.arange(len(First)) == 0, X[::BLOCK], 0)}
            ),
        ),
        Mistake(
            "block-number-for-index",
            "Block 3 does not begin at X[3]: the blocks before it have 32 threads each.",
            lambda facts: facts.looks_like(lambda X, First: {"First": X[: len(First)]}),
        ),
        Mistake(
            "everyone-writes",
            "All threads of a block write the same place, and nobody knows whose number stays.",
            lambda facts: race(facts) is not None,
        ),
    ),
)
