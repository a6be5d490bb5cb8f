"""`trace_of`: a launch, traced on the CPU."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

from .._memory_model.events import Trace
from .compiled import CompiledLaunch as Producer
from .copies import begin_of, copies_of
from .sampling import Extent, Part

_MOST_BLOCKS = 64
_FEW_BLOCKS = 8  # which are traced all, whatever they do


class ArrayLayout(NamedTuple):
    """An array that a launch is given."""

    shape: tuple[int, ...]
    size: int
    """The bytes of an element."""
    begin: int = 0
    """The offset of its first element, in bytes. It is more than 0 if the array is a part of an
    allocation."""


@dataclass(frozen=True)
class Traced:
    """The trace of a launch, and the blocks that were traced."""

    trace: Trace
    kernel: str
    """The kernel's name."""
    file: str
    """The file that the kernel is in, as `Site.file` has it."""
    extent: Extent
    """The threads that were asked for, along x, y and z."""
    grid: Extent
    block: Extent
    parts: tuple[Part, ...]
    """The blocks that were traced, by their kinds. If all were traced, there is one part with all of them."""
    arrays: Mapping[str, ArrayLayout]
    """The arrays that the launch was given, but for those of several lengths (`T**`), by their parameters'
    names."""
    producer: str
    """The way in which the kernel was run: "compiled" (for the CPU), or "simulate" (CPython)."""

    @property
    def blocks(self) -> int:
        """The blocks of the launch."""
        return prod(self.grid)

    @property
    def traced_blocks(self) -> tuple[int, ...]:
        """The numbers of the blocks that were traced, with x running fastest, in order."""
        return tuple(sorted(number for part in self.parts for number in part.traced))

    @property
    def is_sample(self) -> bool:
        """Returns whether blocks were left out."""
        return len(self.traced_blocks) < self.blocks

    @property
    def coverage(self) -> str:
        """Returns in words which blocks were traced."""
        many, count = self.blocks, len(self.traced_blocks)
        if self.is_sample:
            which = f"{count} of {many} blocks {'were' if count > 1 else 'was'}"
            return f"{which} traced on the CPU; counts are scaled"
        if many == 0:
            return "there was no block to trace"
        return f"{'all blocks were' if many > 1 else 'its block was'} traced on the CPU"


def trace_of(
    call: Any,
    n: Any,
    arguments: Sequence[Any],
    *,
    block: Any = None,
    shared: Any = None,
    named: Mapping[str, Any] | None = None,
    blocks: int | None = None,
) -> Traced:
    """Traces what `call(n, block=block, shared=shared)(*arguments, **named)` would do with memory. The launch
    runs on copies of the arguments, so that the caller's stay as they are.

    blocks: the most blocks that are traced; without it 64, and fewer where each does so much that telling it
        would take long. Of more blocks some are traced, see `sampling.py`. Blocks that wait for each other
        are traced all.

    Raises what a checked launch raises but for races, and ValueError for `blocks` below 1.
    """
    if blocks is not None and (
        isinstance(blocks, bool) or not hasattr(blocks, "__index__") or blocks.__index__() < 1
    ):
        raise ValueError(f"trace: blocks must be a number of at least 1, got {blocks!r}")
    named = dict(named or {})

    def launch_on_copies() -> Producer:
        copies = copies_of([*arguments, *named.values()])
        given, by_name = copies[: len(arguments)], dict(zip(named, copies[len(arguments) :]))
        return Producer(call, n, given, by_name, block, shared)

    launch = launch_on_copies()
    most = _MOST_BLOCKS if blocks is None else blocks.__index__()
    if blocks is None and prod(launch.grid) > _FEW_BLOCKS:
        # The events of one block tell how many blocks can be recorded. It runs on copies of its own.
        one, _ = launch_on_copies().run(1)
        most = min(most, max(launch.most_events // max(len(one.accesses) + len(one.decisions), 1), 1))
    trace, parts = launch.run(most)
    given = {**dict(zip(_parameters(call), arguments)), **named}
    begins = {name: begin_of(argument) for name, argument in given.items()}
    _put_where_they_begin(trace, begins)
    return Traced(
        trace=trace,
        kernel=launch.kernel,
        file=launch.file,
        extent=launch.extent,
        grid=launch.grid,
        block=launch.block,
        parts=tuple(parts),
        arrays={name: ArrayLayout(*layout, begins.get(name, 0)) for name, layout in launch.arrays()},
        producer=launch.producer,
    )


def _parameters(call: Any) -> list[str]:
    """The names of a kernel's parameters."""
    generic = getattr(getattr(call, "instance", None), "__self__", None)
    return [name for name, *_ in (generic._parameters if generic else call.parameters)]


def _put_where_they_begin(trace: Trace, begins: Mapping[str, int]) -> None:
    """Makes the offsets of a trace count from the beginnings of allocations."""
    for number, array in enumerate(trace.arrays):
        if array.space == "global" and (begin := begins.get(array.name)):
            trace.accesses["offset"][trace.accesses["array"] == number] += begin
