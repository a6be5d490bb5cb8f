"""Traces made by simulated launches: CPython runs the kernel, thread by thread."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from typing import Any

from .._memory_model.events import Trace
from .sampling import Extent, Part, sample


class SimulatedLaunch:
    """A launch of the kernel on these arguments, which `run` changes."""

    producer = "simulate"
    most_events = 1 << 19
    """The number of accesses and decisions that can be recorded in a few seconds."""

    def __init__(
        self,
        call: Any,
        threads: Any,
        arguments: Sequence[Any],
        named: dict[str, Any],
        block: Any,
        shared: Any,
    ) -> None:
        simulate = importlib.import_module(".._simulate.launch", __package__)  # which has no types yet
        self._simulation = simulate.Simulation(call, threads, arguments, named, block, shared)
        self._simulation.program.is_silent = True
        self._recorder = simulate.Recorder
        self._size_of = importlib.import_module(".._simulate.recording", __package__).size_of
        self.extent: Extent = _extent(self._simulation.extent)
        self.block: Extent = _extent(self._simulation.block)
        x, y, z = (-(-threads // each) for threads, each in zip(self.extent, self.block))
        self.grid: Extent = (x, y, z)
        self.function: Any = self._simulation.function
        self.kernel: str = self.function.__name__
        self.file: str = self.function.__code__.co_filename

    def arrays(self) -> Iterator[tuple[str, tuple[tuple[int, ...], int]]]:
        """The names, the extents and the sizes of elements in bytes of the arrays that are given."""
        names = self.function.__code__.co_varnames
        for name, value in zip(names, self._simulation.arguments.values):
            if type(value).__name__ == "Array":
                yield name, (tuple(map(int, value.shape)), self._size_of(value.kind))

    def run(self, most: int) -> tuple[Trace, list[Part]]:
        """The events of at most so many blocks, and which those are. Blocks that wait for the whole grid are
        traced all."""
        parts = sample(self.grid, most)
        if self._simulation.blocks_wait_for_each_other():
            parts = sample(self.grid, self.grid[0] * self.grid[1] * self.grid[2])
        recorder = self._recorder()
        only = frozenset(number for part in parts for number in part.traced)
        self._simulation.run(recorder=recorder, only=only)
        trace: Trace = recorder.trace()
        return trace, parts


def _extent(sizes: Sequence[int]) -> Extent:
    x, y, z = (*map(int, sizes), 1, 1)[:3]
    return x, y, z
