from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import floats, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Sectors


def _case(random: Random, rows: int, inner: int, columns: int) -> Case:
    arrays = {
        "A": floats(random, rows, inner),
        "B": floats(random, inner, columns),
        "C": no_floats(rows, columns),
    }
    most = -(-max(rows, columns, 1) // 32) * 32
    return Case(arrays, (most, most), (32, 8), f"{inner} products each")


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, *shape) for shape in ((1, 1, 1), (31, 31, 31), (33, 5, 3), (3, 40, 33)))


def _reference(A: np.ndarray, B: np.ndarray, C: np.ndarray) -> Arguments:
    return {"C": A.astype(np.float64) @ B}


EXERCISE = Exercise(
    number=19,
    unit=5,
    title="matmul",
    story="""
Multiply two matrices: C[row, column] is the sum of A[row, k] * B[k, column] over all k. One thread
computes one element of C, with a loop over k.

The launch is a square that is large enough for C, as in exercise 6. As there, two ways give the
right numbers, and one of them is many times slower. Look at the line of the loop: which index
differs between the lanes of a warp?
""",
    starter="""
from cudapy import idx, idy


# matmul : void (float[,] A, float[,] B, float[,] C)
def matmul(A, B, C):
    pass  # your lines
""",
    signature="void (float[,] A, float[,] B, float[,] C)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 32, 24, 32),
    timed=lambda random: _case(random, 512, 512, 512),
    limits=(Sectors("B", 5), Sectors("C", 5, "write")),
    hints=(
        "Guard first, then `total = 0.0`, then the loop `for k in range(A.shape[1])`, then one store.",
        "Which index differs between lanes? With column = idx, the lanes read B[k, 0], B[k, 1], …: side by "
        "side. A[row, k] is the same for all of them.",
        "if idy < C.shape[0] and idx < C.shape[1]: add A[idy, k] * B[k, idx] to the total, and store it in "
        "C[idy, idx].",
    ),
    mistakes=(
        Mistake(
            "guard-forgotten",
            "There are more threads than elements of C, or k runs over another length than the one that A's "
            "rows and B's columns have.",
            lambda facts: facts.trouble("bounds") is not None,
        ),
        Mistake(
            "b-turned",
            "B is read along its rows: that multiplies by B turned around. k is B's first index.",
            lambda facts: facts.indexed("B", 1, "k") and facts.wrong is not None,
        ),
        Mistake(
            "last-product-only",
            "The total is replaced at each k, and not added to.",
            lambda facts: facts.looks_like(lambda A, B, C: {"C": np.outer(A[:, -1], B[-1])}),
        ),
        Mistake(
            "column-walk",
            "idx is the row here, so that the lanes of a warp are in 32 rows of A and C, and each walks on "
            "its own. Let idx be the column.",
            lambda facts: facts.over("load sectors") or facts.over("store sectors"),
        ),
    ),
)
