from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Conflicts, Loads, Sectors

BLOCK = 128


def _case(random: Random, rows: int, columns: int) -> Case:
    values = (
        random.integers(-1000, 1001, (rows, 1)) + random.integers(-96, 97, (rows, columns)) / 32
    ).astype(np.float32)
    return Case({"A": values, "Out": no_floats(rows, columns)}, (BLOCK * rows,), (BLOCK,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, *shape) for shape in ((1, 1), (3, 31), (2, 33), (4, 300)))


def _powers(A: np.ndarray) -> np.ndarray:
    wide = A.astype(np.float64)
    found: np.ndarray = np.exp(wide - wide.max(axis=1, keepdims=True))
    return found


def _reference(A: np.ndarray, Out: np.ndarray) -> Arguments:
    powers = _powers(A)
    return {"Out": powers / powers.sum(axis=1, keepdims=True)}


def _with_own_largest(A: np.ndarray, Out: np.ndarray) -> Arguments:
    """Each thread subtracts the largest of its own elements, not of the row."""
    wide = A.astype(np.float64)
    largest = np.zeros_like(wide)
    for t in range(min(BLOCK, A.shape[1])):
        largest[:, t::BLOCK] = wide[:, t::BLOCK].max(axis=1, keepdims=True)
    powers = np.exp(wide - largest)
    return {"Out": powers / powers.sum(axis=1, keepdims=True)}


EXERCISE = Exercise(
    number=30,
    unit=8,
    title="softmax",
    story="""
Softmax turns the numbers of a row into parts of 1: each becomes e to its power, divided by the sum
of those of its row.

    Out[r, c] = exp(A[r, c]) / (sum of exp(A[r, k]) over all k)

The numbers may be 1000, and exp(1000) is infinite. But one may subtract the same number from all of
a row without changing the result: with the largest one of the row subtracted, no power is above 1.

A block of 128 threads has a row, of any length. It takes three walks along the row: for the
largest, for the sum, for the results; and after the first two, the threads put together what they
found, in shared memory, as in `total`.
""",
    starter="""
import math

from cudapy import blockIdx, shared, syncthreads, threadIdx


# softmax : void (float[,] A, float[,] Out)
def softmax(A, Out):
    tile = shared(float, 128)
    t, r = threadIdx.x, blockIdx.x
    largest = -math.inf
    for c in range(t, A.shape[1], 128):
        largest = max(largest, A[r, c])
    # your lines
""",
    signature="void (float[,] A, float[,] Out)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 2, 300),
    timed=lambda random: _case(random, 4096, 1024),
    limits=(Loads("A", 3), Sectors("A", 5), Conflicts()),
    tolerance=1e-4,
    hints=(
        "Subtract the largest of the ROW: each thread knows the largest of its own elements, so put those "
        "together first, in a tree with max, and let all threads read the result.",
        "Then walk again, and add up exp(A[r, c] - largest). Put the sums together in the same tile; wait "
        "before you overwrite what others still read.",
        "tile[t] = largest; wait; half = 64, 32, …: if t < half: tile[t] = max(tile[t], tile[t + half]); "
        "wait. Then largest = tile[0]; wait; and the same with the sums and +.",
    ),
    mistakes=(
        Mistake(
            "overflow",
            "exp of a large number is infinite, and infinite divided by infinite is nan. Subtract the "
            "largest of the row first.",
            lambda facts: (
                facts.trouble("number") is not None
                or any(not np.isfinite(each.left["Out"]).all() for each in facts.outcomes if not each.trouble)
                or (
                    any(each.difference and not each.left["Out"].any() for each in facts.outcomes)
                    and facts.reads("math.exp", "exp")
                )
            ),
        ),
        Mistake(
            "sum-before-max",
            "A thread subtracts the largest of its own elements, before the threads have found the largest "
            "of the row: the parts of the sum do not fit together.",
            lambda facts: facts.looks_like(_with_own_largest),
        ),
        Mistake(
            "division-forgotten",
            "These are the powers; the parts of 1 are still to come.",
            lambda facts: facts.looks_like(lambda A, Out: {"Out": _powers(A)}),
        ),
    ),
)
