from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import floats, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Conflicts, Loads, Sectors

TILE = 32


def _case(random: Random, rows: int, columns: int) -> Case:
    arrays = {"A": floats(random, rows, columns), "B": no_floats(columns, rows)}
    return Case(arrays, (-(-columns // TILE) * TILE, -(-rows // TILE) * TILE), (TILE, TILE))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, *shape) for shape in ((0, 0), (1, 1), (31, 33), (33, 5), (40, 70)))


def _reference(A: np.ndarray, B: np.ndarray) -> Arguments:
    return {"B": A.T}


def _tiles_in_place(A: np.ndarray, B: np.ndarray) -> Arguments:
    """Each tile is turned, and stays where it was."""
    made = np.zeros_like(B)
    for r in range(0, A.shape[0], TILE):
        for c in range(0, A.shape[1], TILE):
            tile = A[r : r + TILE, c : c + TILE].T
            place = made[r : r + tile.shape[0], c : c + tile.shape[1]]
            place[:] = tile[: place.shape[0], : place.shape[1]]
    return {"B": made}


EXERCISE = Exercise(
    number=18,
    unit=5,
    title="transpose",
    story="""
Turn a table: B[c, r] = A[r, c]. In one line, either the loads run along memory or the stores do,
and the others go down a column: 32 sectors a request.

So turn it in two steps. A block of 32 by 32 threads loads a tile of A, row by row, into shared
memory; then it stores the tile into B, row by row, too. What turns is the way in which the tile is
read. The block at column blockIdx.x and row blockIdx.y of A's tiles writes the tile at row
blockIdx.x and column blockIdx.y of B's.

Shared memory has banks. Which lanes read which word of the tile?
""",
    starter="""
from cudapy import blockIdx, idx, idy, shared, syncthreads, threadIdx


# transpose : void (float[,] A, float[,] B)
def transpose(A, B):
    if idy < A.shape[0] and idx < A.shape[1]:
        B[idx, idy] = A[idy, idx]
""",
    signature="void (float[,] A, float[,] B)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 32, 50),
    timed=lambda random: _case(random, 2048, 2048),
    limits=(Loads("A", 1), Sectors("A", 5), Sectors("B", 5, "write"), Conflicts()),
    hints=(
        "Load tile[threadIdx.y, threadIdx.x] = A[idy, idx], wait, and compute the place in B anew: its row "
        "is blockIdx.x * 32 + threadIdx.y, its column blockIdx.y * 32 + threadIdx.x.",
        "What is stored there is tile[threadIdx.x, threadIdx.y]. Guard the loads by A's shape, and the "
        "stores by B's.",
        "The lanes read a column of the tile: words 0, 32, 64, … are all in one bank. One more column, "
        "shared(float, (32, 33)), moves each row by one bank.",
    ),
    mistakes=(
        Mistake(
            "tile-not-moved",
            "The inside of each tile is turned, but the tile stays where it was: tiles change places, too.",
            lambda facts: (
                facts.looks_like(_tiles_in_place)
                or (facts.trouble("bounds") is not None and facts.calls("syncthreads") > 0)
            ),
        ),
        Mistake(
            "column-of-tile",
            "The lanes of a warp read one column of the tile: 32 words, all in one bank. One more column, "
            "which nobody uses, puts them into 32 banks.",
            lambda facts: facts.over("bank conflicts"),
        ),
    ),
)
