"""What `call.explain(n)` gives."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Any, ClassVar

from .access_patterns import AccessPattern, advice_of, doubles_in_words, table_of
from .renamed import RenamedAttributes


def _extent(counts: Iterable[int]) -> str:
    """ "256", "16 x 16": without extents of 1 at the end."""
    counts = list(counts)
    while len(counts) > 1 and counts[-1] == 1:
        counts.pop()
    return " x ".join(map(str, counts))


def are_threads(values: Sequence[Any]) -> bool:
    """Whether what is in `call.explain(...)` are only numbers of threads, without a launch's arguments."""
    if len(values) == 1:
        return True
    return all(hasattr(each, "__index__") and not hasattr(each, "__len__") for each in values)


@dataclass(eq=False, repr=False, kw_only=True)
class LaunchPlan(RenamedAttributes):
    """How a launch runs: its blocks, what the kernel needs, how much of the device that fills, and how its
    threads access the arrays. `call.explain(n)` gives it; printed it is a table.

    threads, block, grid: along x, y and z.
    block_was_chosen: False when the caller gave the block.
    is_tuned: whether the block, and on a GPU the variant, are those that `call.tune` found best.
    device, device_name: "cuda:0" and "NVIDIA H200", "cpu" and "host CPU".
    access_patterns: for each access of an array in the source, which elements the threads of a warp touch:
        objects with `line`, `text` ('A[idy, k]'), `operation`, `warp` ('the same element'), `next_iteration`
        ('the next element', of the loop around it) and more, see `help(plan.access_patterns[0])`. They are
        found only from the source. CUDA C++ has none.
    advice: what to do about accesses at which a warp fetches more than it uses, as sentences, and `doubles`.
    doubles: in kernels of cudapy.cuda, where float32 is computed in double for a literal, an integer or an
        argument, and what to do about it.

    tape: bytes that each thread has on the tape of a derivative, as earlier launches needed; None for a
        kernel without a tape, and before its first launch.
    all_tapes: the bytes of the tape, which a launch holds while it runs. Where that is less than `tape` for
        each thread, the launch is made for a part of the threads at a time.

    On a GPU (None on the CPU):
    is_coarsened: whether the launch lets a CUDA thread do the work of several neighbouring threads, or load
        several elements at a time, when its arguments are as `coarsening_needs` says. `grid` and `block`
        count CUDA threads then.
    coarsening: the threads along x, y and z whose work one CUDA thread does.
    coarsening_needs: what has to hold of the arguments: ('X begins at a multiple of 16 bytes',).
    coarsening_otherwise: the same as `coarsening`, for arguments of which that does not hold;
        None where the kernel has no other factors.
    coarsening_reason: what that gains, or why it is not done: "its threads work together in blocks or
        warps"; "" with optimize=False.
    block_reason: why a chosen block is about as high as it is wide: "some array is accessed along y where
        others are accessed along x"; "" where it is not.
    registers: of a thread.
    static_shared, dynamic_shared: bytes of shared memory of a block, of constant size and sized at the
        launch.
    local: bytes of local memory of a thread: local arrays, and registers that did not fit.
    stack: bytes of stack that each thread of the GPU gets for the launch, where the kernel's functions call
        themselves or its local memory is large; else 0. The GPU sets them aside for all threads that it can
        run at the same time, until the program has waited for the launch.
    all_stacks: the bytes of these stacks together.
    most_threads: of a block, as its registers allow.
    active_blocks: that a multiprocessor runs at a time, as the driver says.
    warps_per_block, most_warps: most_warps is what a multiprocessor can hold.
    multiprocessors: of the device.
    limited_by: what keeps a multiprocessor from holding more blocks: "threads", "blocks", "registers",
        "shared memory".
    occupancy: the part of most_warps that active_blocks fill, from 0 to 1.
    waves: how many times the device is filled by the grid.

    On the CPU (None on a GPU):
    cores: that may take part.

    >>> @cp.kernel("void (int* A)")
    ... def blocks(A):
    ...     A[idx] = blockIdx.x
    >>> plan = blocks.explain(1000, block=128)
    >>> plan.kernel, plan.threads, plan.grid, plan.block, plan.block_was_chosen
    ('blocks', (1000, 1, 1), (8, 1, 1), (128, 1, 1), False)
    >>> plan.occupancy is None if plan.device == "cpu" else 0 < plan.occupancy <= 1
    True
    >>> isinstance(plan, cp.LaunchPlan)
    True
    >>> @cp.kernel("void (float* X, float* Y)")
    ... def every4(X, Y):
    ...     Y[idx] = X[4 * idx]
    >>> plan = every4.explain(1000)
    >>> [(each.text, each.operation, each.warp) for each in plan.access_patterns]
    [('X[4 * idx]', 'read', 'every 4th element, 16 bytes apart'), ('Y[idx]', 'write', 'neighbours')]
    >>> len(plan.advice)
    1
    """

    _new_names: ClassVar[dict[str, str]] = {
        "walks": "access_patterns",
        "is_grouped": "is_coarsened",
        "group": "coarsening",
        "group_needs": "coarsening_needs",
        "group_otherwise": "coarsening_otherwise",
        "group_reason": "coarsening_reason",
    }

    kernel: str
    device: str
    device_name: str
    threads: tuple[int, int, int]
    block: tuple[int, int, int]
    grid: tuple[int, int, int]
    block_was_chosen: bool
    is_tuned: bool
    registers: int | None = None
    static_shared: int | None = None
    dynamic_shared: int | None = None
    local: int | None = None
    stack: int | None = None
    all_stacks: int | None = None
    most_threads: int | None = None
    active_blocks: int | None = None
    warps_per_block: int | None = None
    most_warps: int | None = None
    multiprocessors: int | None = None
    limited_by: tuple[str, ...] | None = None
    cores: int | None = None
    tape: int | None = None
    all_tapes: int | None = None
    is_coarsened: bool | None = None
    coarsening: tuple[int, int, int] | None = None
    coarsening_needs: tuple[str, ...] | None = None
    coarsening_otherwise: tuple[int, int, int] | None = None
    coarsening_reason: str | None = None
    block_reason: str | None = None
    access_patterns: tuple[AccessPattern, ...]
    row: InitVar[
        tuple[int, int]
    ]  # the axis along which threads of a warp are neighbours, and how many are in a row
    file: InitVar[str | None]
    found_doubles: InitVar[Iterable[tuple[str, int, str, str]]]
    doubles: tuple[str, ...] = field(init=False)
    advice: tuple[str, ...] = field(init=False)

    def __post_init__(
        self, row: tuple[int, int], file: str | None, found_doubles: Iterable[tuple[str, int, str, str]]
    ) -> None:
        self._row, self._file = row, file
        self.doubles = doubles_in_words(found_doubles, file)
        self.advice = (*advice_of(self.access_patterns, row, file), *self.doubles)

    @property
    def occupancy(self) -> float | None:
        """The part of most_warps that active_blocks fill, from 0 to 1; None on the CPU."""
        if self.active_blocks is None or self.warps_per_block is None or self.most_warps is None:
            return None
        return self.active_blocks * self.warps_per_block / self.most_warps

    @property
    def waves(self) -> float | None:
        """How many times the device is filled by the grid; None on the CPU.

        >>> @cp.kernel("void (int* A)")
        ... def blocks(A):
        ...     A[idx] = blockIdx.x
        >>> plan = blocks.explain(1000, block=128)
        >>> plan.waves is None if plan.device == "cpu" else plan.waves > 0
        True
        """
        if not self.active_blocks or self.multiprocessors is None:
            return None
        x, y, z = self.grid
        return x * y * z / (self.active_blocks * self.multiprocessors)

    def __repr__(self) -> str:
        printed = [self._launch_in_words]
        if self.access_patterns:
            printed += table_of(self.access_patterns, self._row, self._file)
        if self.advice:
            printed.append("  advice")
            for each in self.advice:
                printed += textwrap.wrap(each, 110, initial_indent="    ", subsequent_indent="      ")
        return "\n".join(printed)

    @property
    def _block_in_words(self) -> str:
        if self.is_tuned:
            return "found best by tune"
        if self.block_was_chosen:
            return "chosen"
        return (
            "as given"
            if not self.is_coarsened or self.coarsening == (1, 1, 1)
            else "which do the work of those given"
        )

    @property
    def _stacks_in_words(self) -> list[str]:
        if not self.stack or self.local is None or self.all_stacks is None:
            return []
        less = (
            "CUDAPY_GPU_STACK=BYTES asks for another stack"
            if self.stack > self.local
            else "a smaller local array takes less"
        )
        return [
            f"  stack          {self.stack} bytes for each thread that the GPU can run, "
            f"{self.all_stacks / 2**30:.2f} GiB in all, until the program has waited for the launch; {less}"
        ]

    @property
    def _tape_in_words(self) -> list[str]:
        if not self.tape or self.all_tapes is None:
            return []
        all_threads = math.prod(self.threads)
        portions = -(-self.tape * all_threads // self.all_tapes)
        parts = f", in {portions} launches for a part of the threads each" if portions > 1 else ""
        return [f"  tape           {self.tape} bytes a thread, {self.all_tapes} in all{parts}"]

    @property
    def _launch_in_words(self) -> str:
        x, y, z = self.grid
        blocks = x * y * z
        lines = [
            f"{self.kernel} on {_extent(self.threads)} threads of {self.device} ({self.device_name})",
            f"  grid           {_extent(self.grid)} block{'' if blocks == 1 else 's'} of "
            f"{_extent(self.block)} threads, " + self._block_in_words,
        ]
        if self.cores is not None:
            lines.append(f"  cores          {self.cores}, which share the blocks out")
        else:
            lines += self._gpu_in_words()
        lines += self._tape_in_words
        return "\n".join(lines)

    def _gpu_in_words(self) -> Iterator[str]:
        assert self.static_shared is not None and self.dynamic_shared is not None
        assert self.active_blocks is not None and self.warps_per_block is not None
        assert self.limited_by is not None
        if self.block_reason:
            yield f"  high blocks    {self.block_reason}"
        shared = f"{self.static_shared + self.dynamic_shared} bytes a block"
        if self.dynamic_shared:
            shared += f", {self.dynamic_shared} of them sized at the launch"
        warps = self.active_blocks * self.warps_per_block
        if self.is_coarsened:
            assert self.coarsening is not None and self.coarsening_needs is not None
            x, y, z = self.coarsening
            does = (
                f"the work of {x * y * z} threads"
                if x * y * z > 1
                else "the work of one, several elements at a time"
            )
            needs = " and ".join(self.coarsening_needs) or "there are so many"
            otherwise = (
                f", else of {math.prod(self.coarsening_otherwise)}" if self.coarsening_otherwise else ""
            )
            yield f"  variant        a CUDA thread does {does}, if {needs}{otherwise}"
            yield f"  gain           {self.coarsening_reason}"
        elif self.coarsening_reason:
            yield f"  variant        each thread is a CUDA thread, since {self.coarsening_reason}"
        yield f"  registers      {self.registers} a thread"
        yield f"  shared memory  {shared}"
        yield f"  local memory   {self.local} bytes a thread"
        yield from self._stacks_in_words
        yield (
            f"  occupancy      {self.occupancy:.0%}: {self.active_blocks} "
            f"block{'' if self.active_blocks == 1 else 's'}, {warps} of {self.most_warps} warps on each of "
            f"{self.multiprocessors} multiprocessors; the limit is {' and '.join(self.limited_by)}"
        )
        if self.waves is not None:
            yield f"  waves          {self.waves:.2f}"
