from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import floats, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Sectors


def _case(random: Random, rows: int, columns: int) -> Case:
    arrays = {"U": floats(random, rows), "V": floats(random, columns), "Out": no_floats(rows, columns)}
    most = -(-max(rows, columns) // 32) * 32
    return Case(arrays, (most, most), (32, 8))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, *shape) for shape in ((0, 0), (1, 1), (31, 31), (33, 5), (5, 33), (40, 70)))


def _reference(U: np.ndarray, V: np.ndarray, Out: np.ndarray) -> Arguments:
    return {"Out": np.outer(U, V)}


EXERCISE = Exercise(
    number=6,
    unit=2,
    title="outer",
    story="""
The outer product of two vectors is a table: Out[row, column] = U[row] * V[column].

The launch is a square that is large enough for any table of this size, 64 by 64 threads for one of
40 by 50. So some threads have no place in the table, and must do nothing.

Which of a thread's two coordinates is the row? Both ways give the right numbers. But a warp is 32
threads that are neighbours along x, and memory is laid out row by row: the bar tells them apart.
""",
    starter="""
from cudapy import idx, idy


# outer : void (float* U, float* V, float[,] Out)
def outer(U, V, Out):
    pass  # your lines
""",
    signature="void (float* U, float* V, float[,] Out)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 40, 50),
    timed=lambda random: _case(random, 2048, 2048),
    limits=(Sectors("Out", 5, "write"),),
    hints=(
        "Guard first: is this thread's row below len(U), and its column below len(V)?",
        "Let x run along memory: the neighbour at idx + 1 should write the neighbour in memory.",
        "Out[r, c + 1] lies after Out[r, c]. So the column is idx, and the row is idy.",
    ),
    mistakes=(
        Mistake(
            "row-and-column-swapped",
            "The numbers are right, and the threads of a warp write into one column: 32 rows, 32 sectors. "
            "Let idx be the column.",
            lambda facts: facts.over("store sectors"),
        ),
        Mistake(
            "vectors-exchanged",
            "The row picks from U, and the column from V: in a square table the difference is a transposed "
            "one.",
            lambda facts: facts.indexed("U", 0, "idx") and facts.indexed("Out", 1, "idx"),
        ),
        Mistake(
            "guard-forgotten",
            "There are more threads than places in the table, and one of those beyond it does not stop.",
            lambda facts: facts.trouble("bounds") is not None,
        ),
    ),
)
