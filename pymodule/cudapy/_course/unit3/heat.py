from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..data import SIZES, floats, no_floats
from ..exercise import Arguments, Case, Exercise, Mistake, Random
from ..limits import Loads, NoDoubles
from ..mistakes import race


def _case(random: Random, size: int) -> Case:
    return Case({"T": floats(random, size), "Out": no_floats(size)}, (size,))


def _cases(random: Random) -> Iterator[Case]:
    return (_case(random, size) for size in SIZES)


def _reference(T: np.ndarray, Out: np.ndarray) -> Arguments:
    made = T.astype(np.float64)
    made[1:-1] += 0.1 * (made[:-2] - 2 * made[1:-1] + made[2:]) if len(T) > 2 else 0
    return {"Out": made}


def _inner(T: np.ndarray, Out: np.ndarray) -> Arguments:
    made = _reference(T, Out)["Out"]
    made[:1] = made[-1:] = 0
    return {"Out": made}


EXERCISE = Exercise(
    number=12,
    unit=3,
    title="heat",
    story="""
Heat flows along a rod: in one step, each inner place takes a tenth of what its neighbours have more
than it, and the two ends stay as they are.

    Out[i] = T[i] + 0.1 * (T[i - 1] - 2 * T[i] + T[i + 1])

The kernel below is right, and computes with floats, one would think. But its constant comes from
NumPy and is a numpy.float64, a double. A float times a double is a double: the CUDA C++ says so,
and on many GPUs doubles are 32 or 64 times slower. Look:

    import cudapy as cp
    print(cp.compile(heat).cuda_source)

Find what makes it double, and mend it.
""",
    starter="""
import numpy

from cudapy import idx

RATE = numpy.float64(0.1)


# heat : void (float* T, float* Out)
def heat(T, Out):
    if 0 < idx < len(T) - 1:
        Out[idx] = T[idx] + RATE * (T[idx - 1] - 2 * T[idx] + T[idx + 1])
    else:
        Out[idx] = T[idx]
""",
    signature="void (float* T, float* Out)",
    reference=_reference,
    cases=_cases,
    measured=lambda random: _case(random, 1000),
    timed=lambda random: _case(random, 1 << 22),
    limits=(NoDoubles(), Loads("T", 4)),
    hints=(
        "Read the CUDA: search it for `double`. Which name of the Python line is there?",
        "A Python float without a type takes the precision of what it meets. A NumPy number has a type of "
        "its own.",
        "RATE = 0.1 will do, or numpy.float32(0.1).",
    ),
    mistakes=(
        Mistake(
            "in-place-stencil",
            "The array that is read is written, too: a thread may find its neighbour changed already, or "
            "not.",
            lambda facts: race(facts) is not None,
        ),
        Mistake(
            "edge-out-of-bounds",
            "The ends have one neighbour each, and stay as they are.",
            lambda facts: facts.trouble("bounds") is not None,
        ),
        Mistake(
            "edges-left-out",
            "The inner places are right, and nobody writes the two ends.",
            lambda facts: facts.looks_like(_inner),
        ),
        Mistake(
            "double-by-accident",
            "Something in the kernel is a double, and all that it meets becomes one.",
            lambda facts: facts.over("doubles"),
        ),
    ),
)
