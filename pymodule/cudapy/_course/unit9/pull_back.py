from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import SIZES, floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads
from ..mistakes import race


def _case(random: Random, size: int) -> Case:
    bars = {"X_bar": floats(random, size), "Y_bar": floats(random, size)}
    return Case({"X": floats(random, size), **bars}, (size,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in SIZES)


def _parts(X: np.ndarray, Y_bar: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What each X[i] gets of Y[i], and of Y[i - 1]."""
    own, before = np.zeros(len(X)), np.zeros(len(X))
    wide = X.astype(np.float64)
    own[:-1] = 2 * wide[:-1] * wide[1:] * Y_bar[:-1]
    before[1:] = wide[:-1] ** 2 * Y_bar[:-1]
    return own, before


def _reference(X: np.ndarray, X_bar: np.ndarray, Y_bar: np.ndarray) -> Arguments:
    own, before = _parts(X, Y_bar)
    return {"X_bar": X_bar + own + before}


def _without_neighbour(X: np.ndarray, X_bar: np.ndarray, Y_bar: np.ndarray) -> Arguments:
    return {"X_bar": X_bar + _parts(X, Y_bar)[0]}


def _without_own(X: np.ndarray, X_bar: np.ndarray, Y_bar: np.ndarray) -> Arguments:
    return {"X_bar": X_bar + _parts(X, Y_bar)[1]}


def _square_once(X: np.ndarray, X_bar: np.ndarray, Y_bar: np.ndarray) -> Arguments:
    own, before = _parts(X, Y_bar)
    return {"X_bar": X_bar + own / 2 + before}


def _replaced(X: np.ndarray, X_bar: np.ndarray, Y_bar: np.ndarray) -> Arguments:
    own, before = _parts(X, Y_bar)
    return {"X_bar": own + before}


EXERCISE = Exercise(
    number=31,
    unit=9,
    title="pull_back",
    story="""
This kernel has a thread for each element of X. All but the last one store:

    Y[i] = X[i] * X[i] * X[i + 1]

A number L depends on Y, and somebody has found out how: Y_bar[i] says by how much L changes when
Y[i] changes by a little. You want to know the same of X, and write the kernel that pulls Y_bar back
through the one above: it ADDS to X_bar[i] by how much L changes with X[i]. Something else may have
added to X_bar before. X and Y_bar stay as they are.

A thread of the kernel above reads X[i] and X[i + 1]. If yours had its place, it would add to both
X_bar[i] and X_bar[i + 1], and two threads would add to one element. So turn it around: a thread has
ONE element of X, and asks which elements of Y have read it.

`cp.compile(kernel).vjp` writes such kernels. Look at its `cuda_source` when yours is right.
""",
    starter="""
from cudapy import idx


# pull_back : void (float* X, float* X_bar, float* Y_bar)
def pull_back(X, X_bar, Y_bar):
    if idx + 1 < len(X):
        X_bar[idx] += X[idx + 1] * Y_bar[idx]  # how does a square change?
    # and who else has read X[idx]?
""",
    signature="void (float* X, float* X_bar, float* Y_bar)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 1000),
    timed=lambda random: _case(random, 1 << 22),
    limits=(Loads("X", 4), Loads("Y_bar", 2)),
    hints=(
        "X[idx] is in two elements of Y: squared in Y[idx], and as the neighbour in Y[idx - 1]. The first "
        "and the last thread have only one of the two.",
        "x * x * n changes with x by 2 * x * n, and with n by x * x. Multiply each by the Y_bar of the "
        "element of Y that it is in.",
        "If idx + 1 < len(X), add 2 * X[idx] * X[idx + 1] * Y_bar[idx]. If idx > 0, add "
        "X[idx - 1] * X[idx - 1] * Y_bar[idx - 1].",
    ),
    mistakes=(
        Mistake(
            "scattered-addition",
            "A thread adds to the X_bar of its neighbour, while the neighbour adds to it, too. Let each "
            "thread add to its own element only, and ask who has read that.",
            lambda facts: race(facts) is not None,
        ),
        Mistake(
            "one-use-forgotten",
            "X[i] is in two elements of Y, and the change of L comes through both: add up both.",
            lambda facts: facts.looks_like(_without_neighbour) or facts.looks_like(_without_own),
        ),
        Mistake(
            "square-once",
            "X[i] * X[i] changes with X[i] by 2 * X[i]: each of the two factors counts.",
            lambda facts: facts.looks_like(_square_once),
        ),
        Mistake(
            "bar-replaced",
            "X_bar may hold what something else has added before. Add to it.",
            lambda facts: facts.looks_like(_replaced),
        ),
    ),
)
