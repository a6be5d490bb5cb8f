from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import floats, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Conflicts, Loads, Sectors
from ..mistakes import race

TILE = 16
INNER = 33


def _case(random: Random, rows: int, inner: int, columns: int) -> Case:
    arrays = {
        "A": floats(random, rows, inner),
        "B": floats(random, inner, columns),
        "C": no_floats(rows, columns),
    }
    threads = (-(-columns // TILE) * TILE, -(-rows // TILE) * TILE)
    return Case(arrays, threads, (TILE, TILE), f"{inner} products each")


def _cases(random: Random) -> Iterator[Case]:
    return (
        _case(random, *shape)
        for shape in ((1, 1, 1), (16, 16, 16), (16, 32, 16), (31, 5, 3), (17, INNER, 65))
    )


def _reference(A: np.ndarray, B: np.ndarray, C: np.ndarray) -> Arguments:
    return {"C": A.astype(np.float64) @ B}


EXERCISE = Exercise(
    number=20,
    unit=5,
    title="matmul_tiled",
    story="""
Multiply two matrices again, C = A @ B. In `matmul`, each element of C takes 2 * K loads, K being
the length of the sum, and neighbours load the same again and again.

A block of 16 by 16 threads computes a tile of C. It walks along K in steps of 16: all threads bring
one element of A and one of B into two tiles in shared memory, wait, and each adds up 16 products
from there. So an element of C takes K / 8 loads, and some more at the edges.

No length needs to be a multiple of 16: the check has 17 x 33 times 33 x 65. What should a thread
bring that is outside of A or of B, so that the sum stays right?
""",
    starter="""
from cudapy import idx, idy, shared, syncthreads, threadIdx


# matmul_tiled : void (float[,] A, float[,] B, float[,] C)
def matmul_tiled(A, B, C):
    a = shared(float, (16, 16))
    b = shared(float, (16, 16))
    x, y = threadIdx.x, threadIdx.y
    total = 0.0
    for first in range(0, A.shape[1], 16):
        pass  # your lines
    if idy < C.shape[0] and idx < C.shape[1]:
        C[idy, idx] = total
""",
    signature="void (float[,] A, float[,] B, float[,] C)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 17, INNER, 16),
    timed=lambda random: _case(random, 512, 512, 512),
    limits=(Loads("A", INNER / 8 + 4, of="C", also=("B",)), Sectors("B", 5), Conflicts()),
    hints=(
        "In an iteration, thread (x, y) brings A[idy, first + x] to a[y, x], and B[first + y, "
        "idx] to b[y, x].",
        "Fill with 0 what is outside: 0 times anything adds nothing.",
        "Wait twice: after bringing, so that the tiles are full, and after adding, before the next iteration "
        "overwrites what others still read.",
    ),
    mistakes=(
        Mistake(
            "one-barrier-loop",
            "There is one barrier in an iteration, and it takes two: some threads bring the next tile while "
            "others still read this one.",
            lambda facts: race(facts, shared=True) is not None and facts.calls("syncthreads") == 1,
        ),
        Mistake(
            "ragged-tile",
            "The last tiles stick out of A and of B. What is outside must be 0 in the tile.",
            lambda facts: (
                facts.trouble("unwritten") is not None
                or facts.trouble("bounds") is not None
                or (
                    facts.wrong is not None
                    and facts.wrong.trouble is None
                    and facts.calls("syncthreads") > 0
                    and facts.outcomes[1].is_right
                )
            ),
        ),
        Mistake(
            "no-tile",
            "Each thread loads whole rows and columns from global memory.",
            lambda facts: facts.over("loads"),
        ),
    ),
)
