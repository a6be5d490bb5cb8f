"""The layout of the operands of one launch: which elements a thread takes, in as few axes as possible."""

from __future__ import annotations

import math

from .strided import broadcast_steps, collapse, span_of

_MOST_ROWS = 65535  # what a GPU has of blocks along y
_LEAST_WIDTH = 32  # from which on the elements of a row get neighbouring threads, which saves a division


class Layout:
    """`extents` are the axes, and each of `arrays` is the memory of an operand, its mode ("one", "packed" or
    "strided"), and the numbers that say where its elements are."""

    def __init__(self, arrays, shape):
        self.extents, strides, spans = _collapsed(arrays, shape)
        self.count = math.prod(self.extents)
        width = self.extents[-1]
        self.is_grid = len(self.extents) > 1 and width >= _LEAST_WIDTH and self.count // width <= _MOST_ROWS
        modes = [_mode(each, self.extents) for each in strides]
        self.is_strided = "strided" in modes
        if not self.is_strided:
            self.extents, self.is_grid = (self.count,), False
        self.is_wide = self.count >= 2**31 or any(array.size >= 2**31 for array, _ in spans)
        self.arrays = [
            (array, mode, [start, *steps] if mode == "strided" else [])
            for (array, start), mode, steps in zip(spans, modes, strides)
        ]

    def threads(self):
        width = self.extents[-1]
        return (width, self.count // width) if self.is_grid else (self.count,)


def _mode(steps, extents):
    if not any(steps):
        return "one"
    linear, step = [], 1
    for extent in reversed(extents):
        linear.insert(0, step)
        step *= extent
    return "packed" if list(steps) == linear else "strided"


def _collapsed(arrays, shape):
    """The extents and the steps of arrays after as many axes as possible became one, and the memory that
    each takes, with the place of its first element."""
    steps, spans = [], []
    for view, own in arrays:
        span = span_of(view)
        spans.append(span)
        steps.append(broadcast_steps(view, own, span[2], len(shape)))
    extents, steps = collapse(shape, steps)
    return extents, steps, [(array, start) for array, start, _ in spans]
