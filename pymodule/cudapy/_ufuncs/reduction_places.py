"""Where the elements of a launch of a reduction lie, and what its kernel is told of that."""

from __future__ import annotations

import math

from .reduction_text import STRIP, THREADS
from .strided import broadcast_steps, collapse, span_of

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._core import CudaArray
    from .reduction import Way


class Places:
    """The elements of arrays, (view, shape) each, that are broadcast to one shape and of which some axes go.
    There are `outputs` results, each of `count` elements."""

    def __init__(
        self,
        arrays: Sequence[tuple[CudaArray, tuple[int, ...]]],
        shape: tuple[int, ...],
        axes: tuple[int, ...],
    ) -> None:
        self._spans = [span_of(view) for view, _ in arrays]
        steps = [
            broadcast_steps(view, own, strides, len(shape))
            for (view, own), (_, _, strides) in zip(arrays, self._spans)
        ]
        kept = [at for at in range(len(shape)) if at not in axes]
        (self._kept, self._kept_steps), (self._gone, self._gone_steps) = (
            collapse([shape[at] for at in these], [[each[at] for at in these] for each in steps])
            for these in (kept, axes)
        )
        self.outputs, self.count = math.prod(self._kept), math.prod(self._gone)

    def ranks(self) -> tuple[int, int]:
        """Returns how many axes the results have, and how many go."""
        return len(self._kept), len(self._gone)

    def memory(self) -> list[CudaArray]:
        """The memory of each array, from its first element to its last one."""
        return [span for span, _, _ in self._spans]

    def known_steps(self) -> list[int]:
        """The steps of each array between neighbouring results, 2 for those that only the launch knows."""
        return [step[-1] if step[-1] in (0, 1) else 2 for step in self._kept_steps]

    def numbers(self, tiles: int) -> list[int]:
        """The numbers that the kernel takes after the arrays, as Pass.numbers() names them."""
        numbers = [self.outputs, self.count, tiles]
        for (_, start, _), along, across in zip(self._spans, self._kept_steps, self._gone_steps):
            numbers += [start, *along, *across]
        return [*numbers, *self._kept, *self._gone[1:]]

    def are_neighbours(self) -> bool:
        """Returns whether neighbouring results have nearer elements than one result."""
        return self.outputs > 1 and abs(self._kept_steps[0][-1]) < abs(self._gone_steps[0][-1])

    def threads(self, way: Way, tiles: int) -> int:
        """The threads of a launch that shares the work in this way."""
        strips = self.outputs // self._kept[-1] * -(-self._kept[-1] // STRIP)
        return {"blocks": self.outputs * THREADS, "strips": strips}.get(way, self.outputs) * tiles

    def is_wide(self, threads: int) -> bool:
        """Returns whether the kernel needs integers of 64 bits to count."""
        largest = max(threads, self.outputs * self.count, *(span.size for span in self.memory()))
        return largest >= 2**31
