from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads, Sectors


def _case(random: Random, rows: int, columns: int) -> Case:
    picture = random.integers(1, 256, (rows, columns), dtype=np.uint8)
    return Case({"In": picture, "Out": np.zeros_like(picture)}, (columns, rows))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, *shape) for shape in ((0, 0), (1, 1), (3, 50), (50, 3), (31, 33)))


def _reference(In: np.ndarray, Out: np.ndarray) -> Arguments:
    return {"Out": In[:, ::-1]}


EXERCISE = Exercise(
    number=4,
    unit=1,
    title="mirror",
    story="""
Mirror a picture: what is on its left comes to the right. In and Out have the same shape, and their
elements are bytes from 0 to 255.

An array with two axes is indexed by row and column, A[row, column], and A.shape is (rows, columns).
The launch has two axes, too: a thread has the column `idx` and the row `idy`.

    mirror(columns, rows)(In, Out)
""",
    starter="""
from cudapy import idx, idy


# mirror : void (uint8[,] In, uint8[,] Out)
def mirror(In, Out):
    pass  # your line
""",
    signature="void (uint8[,] In, uint8[,] Out)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 64, 64),
    timed=lambda random: _case(random, 2048, 2048),
    limits=(Loads("In", 1), Sectors("Out", 2.5, "write")),
    hints=(
        "A picture's first index is its row, and the row of a thread is idy.",
        "The row stays. The column 0 comes to the last one, and 1 to the one before.",
        "The last column is In.shape[1] - 1. Column idx is mirrored at In.shape[1] - 1 - idx.",
    ),
    mistakes=(
        Mistake(
            "axes-exchanged",
            "The first index is the row, which is idy; idx is the column. In a picture that is not square, "
            "the difference is an index that is outside.",
            lambda facts: any(
                facts.indexed(array, 0, "idx") and not facts.indexed(array, 0, "idy")
                for array in ("In", "Out")
            ),
        ),
        Mistake(
            "one-beyond-the-edge",
            "The last of n columns is n - 1: counting begins at 0.",
            lambda facts: facts.trouble("bounds") is not None,
        ),
        Mistake(
            "upside-down",
            "Rows have changed places, not columns.",
            lambda facts: facts.looks_like(lambda In, Out: {"Out": In[::-1]}),
        ),
    ),
)
