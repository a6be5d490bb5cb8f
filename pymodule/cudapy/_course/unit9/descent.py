from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..facts import Facts
from ..limits import Sectors

TIMES = 16


def _case(random: Random, curves: int, steps: int) -> Case:
    T = (np.arange(1, TIMES + 1) / 8).astype(np.float32)
    true = random.uniform(0.5, 2.0, curves)
    Y = np.exp(-np.outer(T, true)) + random.uniform(-0.01, 0.01, (TIMES, curves))
    arguments = {"T": T, "Y": Y.astype(np.float32), "K": np.ones(curves, np.float32), "steps": steps}
    return Case(arguments, (curves,), name=f"{curves} curve{'' if curves == 1 else 's'}, {steps} steps")


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, *size) for size in ((33, 1), (31, 2), (1, 300), (200, 300)))


Slope = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]
"""Of what exp(-k t) is, of t, and of what was measured, to the part of each of them in the slope."""


def _slope(power: np.ndarray, t: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.asarray(2 * (power - y) * -t * power)


def _descended(T: np.ndarray, Y: np.ndarray, K: np.ndarray, steps: int, slope: Slope) -> np.ndarray:
    k, t = K.astype(np.float64), T.astype(np.float64)[:, None]
    for _ in range(steps):
        k = k - slope(np.exp(-t * k), t, Y).mean(axis=0)
    return k


def _reference(T: np.ndarray, Y: np.ndarray, K: np.ndarray, steps: int) -> Arguments:
    return {"K": _descended(T, Y, K, steps, _slope)}


def _begins_like(facts: Facts, slope: Slope) -> bool:
    """Returns whether the first step is that of another slope. Later ones may lead anywhere."""
    for each in facts.outcomes:
        if each.trouble is None and each.case.arguments["steps"] == 1:
            expected = _descended(**each.case.arguments, slope=slope)
            return not each.is_right and np.allclose(each.left["K"], expected, rtol=0, atol=1e-4)
    return False


def _keeps_slope(facts: Facts) -> bool:
    """Returns whether the first step is right and the second one has the slope of the first in it, too."""
    for each in facts.outcomes:
        if each.trouble is None and each.case.arguments["steps"] == 2:
            given = each.case.arguments
            one = _descended(given["T"], given["Y"], given["K"], 1, _slope)
            two = _descended(**given, slope=_slope)
            return not each.is_right and np.allclose(each.left["K"], two + (one - 1), rtol=0, atol=1e-4)
    return False


EXERCISE = Exercise(
    number=32,
    unit=9,
    title="descent",
    story="""
Something decays: at time t there is exp(-k t) of it. There are many curves, one for each column of
Y: Y[j, c] is what was measured of curve c at time T[j]. Find the k of each curve. K holds a first
guess, and shall hold the result.

A thread has one curve. How bad a k is says the mean of the squares of what is wrong:

    E(k) = (sum of (exp(-k T[j]) - Y[j, c]) ** 2 over all j) / len(T)

Go downhill: compute the slope of E, its derivative with respect to k, and subtract it from k. Do so
`steps` times. With this E, whole slopes are steps of a good size.

Each part of the sum goes through three functions, so that its derivative is a product of three: of
the square, of exp, and of -k T[j].
""",
    starter="""
import math

from cudapy import idx


# descent : void (float* T, float[,] Y, float* K, int steps)
def descent(T, Y, K, steps):
    k = K[idx]
    for step in range(steps):
        slope = 0.0
        for j in range(len(T)):
            power = math.exp(-k * T[j])
            # your lines
        k -= slope / len(T)
    K[idx] = k
""",
    signature="void (float* T, float[,] Y, float* K, int steps)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 128, 4),
    timed=lambda random: _case(random, 1 << 18, 300),
    limits=(Sectors("Y", 5),),
    tolerance=1e-4,
    hints=(
        "The square of an error e changes with e by 2 * e, and here e is exp(-k * T[j]) - Y[j, idx].",
        "exp(u) changes with u by exp(u), and u = -k * T[j] changes with k by -T[j]. Multiply all three.",
        "slope += 2 * (power - Y[j, idx]) * power * -T[j]",
    ),
    mistakes=(
        Mistake(
            "uphill",
            "The error grows. The slope says where E grows: go the other way, and mind the sign of what -k t "
            "changes by.",
            lambda facts: _begins_like(facts, lambda power, t, y: -_slope(power, t, y)),
        ),
        Mistake(
            "inner-derivative",
            "The derivative of exp(-k t) with respect to k is not the same as exp(-k t): what is in the "
            "exponent changes with k, too, by -t.",
            lambda facts: (
                _begins_like(facts, lambda power, t, y: 2 * (power - y) * power)
                or _begins_like(facts, lambda power, t, y: -2 * (power - y) * power)
            ),
        ),
        Mistake(
            "outer-derivative",
            "A square e ** 2 changes with e by 2 * e, and exp(u) with u by exp(u): one of the two is "
            "missing.",
            lambda facts: (
                _begins_like(facts, lambda power, t, y: _slope(power, t, y) / 2)
                or _begins_like(facts, lambda power, t, y: 2 * (power - y) * -t)
                or _begins_like(facts, lambda power, t, y: -2 * t * power)
            ),
        ),
        Mistake(
            "sum-for-mean",
            "E is the mean of the squares: divide by their number. Otherwise the steps are too long.",
            lambda facts: _begins_like(facts, lambda power, t, y: TIMES * _slope(power, t, y)),
        ),
        Mistake(
            "slope-kept",
            "The first step is right, and the second one also goes along the slope of the first: begin each "
            "sum with 0.",
            _keeps_slope,
        ),
    ),
)
