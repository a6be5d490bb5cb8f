"""The exercises of the course, in their order."""

from __future__ import annotations

import functools
import importlib

from .exercise import Exercise

# The module of each exercise, in which its EXERCISE is.
_MODULES = (
    "unit1.brighten", "unit1.blend", "unit1.stretch", "unit1.mirror",
    "unit2.halve", "unit2.outer", "unit2.smooth", "unit2.block_first",
    "unit3.predict", "unit3.copy_rows", "unit3.energy", "unit3.heat",
    "unit4.flip_block", "unit4.window", "unit4.mend_barrier", "unit4.ripple",
    "unit5.predict_banks", "unit5.transpose", "unit5.matmul", "unit5.matmul_tiled",
    "unit6.count_even", "unit6.total", "unit6.census", "unit6.warp_total",
    "unit7.scan", "unit7.keep", "unit7.bitonic", "unit7.merge",
    "unit8.spmv", "unit8.softmax",
    "unit9.pull_back", "unit9.descent",
)  # fmt: skip
COUNT = len(_MODULES)


@functools.cache
def exercise(number: int) -> Exercise:
    """The exercise of a number from 1 on."""
    found: Exercise = importlib.import_module(f".{_MODULES[number - 1]}", __package__).EXERCISE
    return found


def exercises() -> list[Exercise]:
    return [exercise(number) for number in range(1, COUNT + 1)]


def find(text: str) -> Exercise | None:
    """Returns the exercise that is called "18", "transpose", "18_transpose" or "18_transpose.py"; None if
    there is none."""
    number, _, title = text.removesuffix(".py").partition("_")
    if number.isdecimal() and len(number) <= 3:
        at = int(number)
        if not 1 <= at <= COUNT or (title and _title(at) != title):
            return None
        return exercise(at)
    for at in range(1, COUNT + 1):
        if _title(at) == text.removesuffix(".py"):
            return exercise(at)
    return None


def _title(number: int) -> str:
    return _MODULES[number - 1].partition(".")[2]
