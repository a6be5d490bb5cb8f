"""The layout of the operands of one launch: which elements a thread takes, in as few axes as possible."""

from __future__ import annotations

import math
from typing import NamedTuple

from .strided import Span, broadcast_steps, collapse, span_of

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .._core import CudaArray
    from .texts import Mode

_MOST_ROWS = 65535  # what a GPU has of blocks along y
_LEAST_WIDTH = 32  # from which on the elements of a row get neighbouring threads, which saves a division


class OperandMemory(NamedTuple):
    """The memory of an operand, its mode, and the numbers that say where its elements are."""

    memory: CudaArray
    mode: Mode
    steps: list[int]


class Layout:
    """The axes of a launch, `extents`, and where the elements of each of its `arrays` are."""

    def __init__(self, arrays: Iterable[tuple[CudaArray, tuple[int, ...]]], shape: tuple[int, ...]) -> None:
        self.extents, strides, spans = _collapsed(arrays, shape)
        self.count = math.prod(self.extents)
        width = self.extents[-1]
        self.is_grid = len(self.extents) > 1 and width >= _LEAST_WIDTH and self.count // width <= _MOST_ROWS
        modes = [_mode(each, self.extents) for each in strides]
        self.is_strided = "strided" in modes
        if not self.is_strided:
            self.extents, self.is_grid = (self.count,), False
        self.is_wide = self.count >= 2**31 or any(span.memory.size >= 2**31 for span in spans)
        self.arrays = [
            OperandMemory(span.memory, mode, [span.start, *steps] if mode == "strided" else [])
            for span, mode, steps in zip(spans, modes, strides)
        ]

    def threads(self) -> tuple[int, ...]:
        width = self.extents[-1]
        return (width, self.count // width) if self.is_grid else (self.count,)


def _mode(steps: Sequence[int], extents: Sequence[int]) -> Mode:
    if not any(steps):
        return "one"
    linear: list[int] = []
    step = 1
    for extent in reversed(extents):
        linear.insert(0, step)
        step *= extent
    return "packed" if list(steps) == linear else "strided"


def _collapsed(
    arrays: Iterable[tuple[CudaArray, tuple[int, ...]]], shape: tuple[int, ...]
) -> tuple[tuple[int, ...], list[list[int]], list[Span]]:
    """The extents and the steps of arrays after as many axes as possible became one, and the memory that
    each takes."""
    steps, spans = [], []
    for view, own in arrays:
        span = span_of(view)
        spans.append(span)
        steps.append(broadcast_steps(view, own, span.strides, len(shape)))
    extents, steps = collapse(shape, steps)
    return extents, steps, spans
