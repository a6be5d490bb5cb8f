from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import floats, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Sectors


def _case(random: Random, rows: int, longest: int, shortest: int = 0) -> Case:
    lengths = random.integers(shortest, longest + 1, rows)
    start = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    count, columns = int(start[-1]), 64
    arrays = {
        "Start": start,
        "Col": random.integers(0, columns, count, dtype=np.int32),
        "Val": floats(random, count),
        "X": floats(random, columns),
        "Y": no_floats(rows),
    }
    return Case(arrays, (32 * rows,), (64,), name=f"{rows} row{'' if rows == 1 else 's'} of up to {longest}")


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, *each) for each in ((1, 1), (5, 31), (3, 33), (7, 200)))


def _rows(Start: np.ndarray, products: np.ndarray) -> np.ndarray:
    return np.array([products[a:b].sum() for a, b in zip(Start, Start[1:])])


def _reference(
    Start: np.ndarray, Col: np.ndarray, Val: np.ndarray, X: np.ndarray, Y: np.ndarray
) -> Arguments:
    return {"Y": _rows(Start, Val.astype(np.float64) * X[Col])}


def _lane_0(Start: np.ndarray, Col: np.ndarray, Val: np.ndarray, X: np.ndarray, Y: np.ndarray) -> Arguments:
    products = Val.astype(np.float64) * X[Col]
    return {"Y": np.array([products[a:b:32].sum() for a, b in zip(Start, Start[1:])])}


EXERCISE = Exercise(
    number=29,
    unit=8,
    title="spmv",
    story="""
A sparse matrix is mostly zeros, and only the others are kept, row by row: Val has them, Col says in
which column each is, and row r has those from Start[r] up to, and without, Start[r + 1]. Start has
one element more than there are rows.

Multiply it with the vector X: Y[r] is the sum of Val[k] * X[Col[k]] over the k of row r.

A thread for each row would walk along Val by itself, far from its neighbours; and a warp takes as
long as its longest row. Let a warp have a row: 32 lanes, one row. The launch has 32 threads for
each row, in blocks of 64: two rows a block.
""",
    starter="""
from cudapy import idx, shfl_down_sync


# spmv : void (int* Start, int* Col, float* Val, float* X, float* Y)
def spmv(Start, Col, Val, X, Y):
    if idx < len(Y):
        total = 0.0
        for k in range(Start[idx], Start[idx + 1]):
            total += Val[k] * X[Col[k]]
        Y[idx] = total
""",
    signature="void (int* Start, int* Col, float* Val, float* X, float* Y)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 32, 200, 100),
    timed=lambda random: _case(random, 1 << 14, 200, 100),
    limits=(Sectors("Val", 5),),
    hints=(
        "The row of a thread is idx // 32, and its lane is idx % 32.",
        "The lanes walk together: lane 0 takes the elements 0, 32, 64, … of the row, lane 1 those after.",
        "for k in range(Start[row] + lane, Start[row + 1], 32). Then add up over the warp as in "
        "`warp_total`, and lane 0 writes Y[row]. The block may have a warp too many: guard the work, not "
        "the shuffles.",
    ),
    mistakes=(
        Mistake(
            "row-end-missed",
            "A row ends before Start[row + 1]: that element is the next row's.",
            lambda facts: facts.trouble("bounds") is not None and facts.indexed("X", 0, "Col[k]"),
        ),
        Mistake(
            "column-forgotten",
            "X is read at k, which is a place in Val. The column of Val[k] is Col[k].",
            lambda facts: facts.indexed("X", 0, "k") and not facts.indexed("X", 0, "Col[k]"),
        ),
        Mistake(
            "lanes-not-added",
            "Y has what lane 0 added up; the other 31 have their parts still.",
            lambda facts: facts.looks_like(_lane_0),
        ),
        Mistake(
            "thread-per-long-row",
            "Each lane walks along a row of its own, so that the lanes of a warp are far apart in Val, and "
            "wait for the longest row.",
            lambda facts: facts.over("load sectors"),
        ),
    ),
)
