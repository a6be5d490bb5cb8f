from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import floats, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads, Sectors
from ..mistakes import are_all_alike, race


def _case(random: Random, rows: int, columns: int, threads: int = 256) -> Case:
    return Case({"A": floats(random, rows, columns), "B": no_floats(rows, columns)}, (threads,), (64,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, *shape) for shape in ((0, 0), (1, 1), (31, 33), (5, 200), (200, 5)))


def _reference(A: np.ndarray, B: np.ndarray) -> Arguments:
    return {"B": A}


EXERCISE = Exercise(
    number=10,
    unit=3,
    title="copy_rows",
    story="""
The kernel below copies a table, and it is right. It gives each thread a row, as one would share out
work among people. It is also many times slower than it has to be.

Look at what happens at one moment: all lanes of a warp are at c = 0, and each is in a row of its
own. Mend it: keep the launch, 256 threads for a table of any size, and let the threads of a warp
load what lies side by side.
""",
    starter="""
from cudapy import gridsize, idx


# copy_rows : void (float[,] A, float[,] B)
def copy_rows(A, B):
    for r in range(idx, A.shape[0], gridsize.x):
        for c in range(A.shape[1]):
            B[r, c] = A[r, c]
""",
    signature="void (float[,] A, float[,] B)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 40, 30),
    timed=lambda random: _case(random, 1 << 16, 64, 1 << 16),
    limits=(Loads("A", 1), Sectors("A", 5), Sectors("B", 5, "write")),
    hints=(
        "What do lanes 0 and 1 read at once? A[0, 0] and A[1, 0]: a whole row apart.",
        "Number the elements as they lie in memory, row by row: element i is in row i // A.shape[1]. Let "
        "thread idx take the elements idx, idx + gridsize.x, and so on.",
        "`for i in range(idx, A.size, gridsize.x)`, r = i // A.shape[1], c = i % A.shape[1].",
    ),
    mistakes=(
        Mistake(
            "axes-exchanged",
            "A row has A.shape[1] elements; A.shape[0] is how many rows there are.",
            lambda facts: facts.trouble("bounds") is not None,
        ),
        Mistake(
            "everyone-does-everything",
            "All threads copy all of it: which part is this thread's?",
            lambda facts: are_all_alike(facts) or race(facts) is not None,
        ),
        Mistake(
            "thread-per-row",
            "Each thread walks along a row of its own, so that at each moment the lanes of a warp are in 32 "
            "rows, and take 32 sectors.",
            lambda facts: facts.over("load sectors") or facts.over("store sectors"),
        ),
    ),
)
