"""Random data for launches. Most floats are multiples of 1/64 of small size, whose sums are exact."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .exercise import Random

SIZES = (0, 1, 31, 33, 1000)


def floats(random: Random, *shape: int) -> npt.NDArray[np.float32]:
    """From 1/64 to 4, so that none is 0."""
    return (random.integers(1, 257, shape) / 64).astype(np.float32)


def ints(random: Random, *shape: int, low: int = 1, high: int = 1000) -> npt.NDArray[np.int32]:
    return random.integers(low, high, shape, dtype=np.int32)


def no_floats(*shape: int) -> npt.NDArray[np.float32]:
    return np.zeros(shape, np.float32)


def no_ints(*shape: int) -> npt.NDArray[np.int32]:
    return np.zeros(shape, np.int32)


def groups_of(values: npt.NDArray[Any], size: int) -> list[npt.NDArray[Any]]:
    """The parts of an array that the blocks of a launch have."""
    return [values[first : first + size] for first in range(0, len(values), size)]


def joined(parts: list[npt.NDArray[Any]], like: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """`groups_of`, undone."""
    return np.concatenate(parts).astype(like.dtype) if parts else like.copy()
