"""The threads of a block, or of all blocks, working together: each is a generator, and one runs at a time.

A thread runs until it waits at a barrier or ends; when all have, those that wait go on together. They must
then wait at one and the same call. A thread that has ended by `return` is not waited for; one that has come
to the end of the kernel without the barrier that others wait at went another way, which is an error. At an
operation of a warp it waits for those threads of its warp that its mask names and that have not ended: they
must come to the same call with the same mask. At `grid_sync` the threads of all blocks wait, and none may
have ended.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from types import CodeType, FrameType
from typing import Any, NamedTuple

import numpy as np

from . import atomics, warps
from .array import Array
from .number import INT, Number, is_real, swap_precisions
from .recording import Layout, size_of
from .rewriting import RETURNED, PendingCall, Steps

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .number import Value
    from .order import Order
    from .program import Program
    from .structs import ElementKind
    from .warps import Give

_OWN = (
    "shared",
    "local",
    "syncthreads",
    "syncthreads_count",
    "syncthreads_and",
    "syncthreads_or",
    "grid_sync",
    "threadfence",
    "threadfence_block",
    "threadfence_system",
)
# A thread that calls one of these may wait for others.
WAITING = _OWN[2:7] + warps.NAMES
# A kernel that uses one of these runs for whole blocks.
WHOLE = _OWN[:1] + WAITING
NAMES = _OWN + tuple(atomics.FUNCTIONS) + warps.NAMES


class DivergentBarrier(Exception):
    """Threads of a block wait at different barriers, or some wait at a barrier to which others do not
    come."""


class WaitsInVain(Exception):
    """All threads wait in loops for what no thread writes."""


class WrongMask(Exception):
    """Other threads come to an operation of a warp than its mask names."""


class AtWarp(NamedTuple):
    """What a thread waits for others of its warp with: the mask, which is None for those that are here, its
    value, and the function for the result."""

    mask: int | None
    value: Value
    give: Give


class Request:
    """The thing that a thread waits for. It waits at a barrier with its vote, or for others of its warp."""

    __slots__ = ("calls", "file", "for_grid", "line", "name", "place", "vote", "warp")

    def __init__(
        self,
        name: str,
        frame: FrameType,
        vote: Any = False,
        for_grid: bool = False,
        warp: AtWarp | None = None,
        place: tuple[int, int] | None = None,
    ) -> None:
        self.name, self.vote, self.for_grid, self.warp = name, bool(vote), for_grid, warp
        self.place = place  # for the recorder
        self.file, self.line = frame.f_code.co_filename, frame.f_lineno
        calls: list[
            tuple[CodeType, int]
        ] = []  # that lead from the kernel to the place: what makes one barrier
        at: FrameType | None = frame
        while at is not None and at.f_code is not Block.resume.__code__:
            calls.append((at.f_code, at.f_lasti))
            at = at.f_back
        self.calls = tuple(calls)


def _asking(request: Request) -> Steps:
    return (yield request)


class _Thread:
    __slots__ = (
        "ended",
        "ended_by_return",
        "generator",
        "looks",
        "number",
        "precisions",
        "ready",
        "request",
        "result",
    )

    def __init__(self, number: int) -> None:
        self.number = number
        self.generator: Steps | None = None
        self.precisions: list[str] = []
        self.request: Request | None = None
        self.result: Value = None
        self.ready = True
        self.ended = False
        self.ended_by_return = False
        self.looks = 0  # the line of the loop in which it waits for what another thread writes

    @property
    def asked(self) -> Request:
        """The thing that it waits for, which there is."""
        assert self.request is not None
        return self.request


class Block:
    """One block, or several (`blocks`) that run together: `bind(i)` makes thread i of them the one that the
    kernel's names belong to, `start()` gives the generator that is the kernel. `order` gives the threads in
    the order in which they run; `around(i, go)` calls go(), which lets thread i run. `passed(i, place)` is
    told when block i of them has come past a barrier."""

    current: _Thread  # that runs

    def __init__(
        self,
        count: int,
        bind: Callable[[int], None],
        start: Callable[[], Steps],
        blocks: int = 1,
        order: Order = list,
        around: Callable[[int, Callable[[], None]], None] | None = None,
        describe: Callable[[int], str] = str,
        passed: Callable[[int, Any], None] | None = None,
    ) -> None:
        self.threads = [_Thread(i) for i in range(count * blocks)]
        self.bind, self.start, self.order, self.around, self.describe = bind, start, order, around, describe
        self.count, self.passed = count, passed
        self.blocks = [self.threads[first : first + count] for first in range(0, count * blocks, count)]
        self.dynamic = [0] * blocks  # how many arrays were sized by the launch
        # Shared memory, by the block and the place in the source that declares it.
        self.arrays: dict[tuple[int, CodeType, int], Array] = {}
        self.votes = [0] * blocks
        self.living = [count] * blocks
        self.steps = 0  # how often a thread has gone on
        self.patience = Patience()

    def run(self) -> None:
        try:
            while any(not thread.ended for thread in self.threads):
                steps = self.steps
                for thread in self.order(self.threads):
                    if not thread.ended and thread.ready:
                        thread.ready = False
                        self.current = thread
                        self.bind(thread.number)
                        outside = swap_precisions(thread.precisions)
                        try:
                            if self.around:
                                self.around(thread.number, partial(self.resume, thread))
                            else:
                                self.resume(thread)
                        finally:
                            swap_precisions(outside)
                if self._meet_warps() or self._meet():
                    self.steps += 1
                if steps == self.steps:
                    self.patience.look(self._first_to_look())
                else:
                    self.patience.begin()
        finally:
            for thread in self.threads:
                if thread.generator and not thread.ended:
                    outside = swap_precisions(thread.precisions)
                    thread.generator.close()
                    swap_precisions(outside)

    def resume(self, thread: _Thread) -> None:
        """Lets a thread run until it waits."""
        try:
            if thread.generator is None:
                thread.generator = self.start()
                thread.request = thread.generator.send(None)
            else:
                result, thread.result = thread.result, None
                thread.request = None
                thread.request = thread.generator.send(result)
            if type(thread.request) is tuple:
                thread.looks, thread.request, thread.ready = thread.request[1], None, True
            else:
                thread.looks = 0
                self.steps += 1
        except StopIteration as stop:
            thread.looks, thread.ended = 0, True
            self.steps += 1
            thread.ended_by_return = stop.value is RETURNED

    def _first_to_look(self) -> _Thread | None:
        return next((thread for thread in self.threads if thread.looks), None)

    def _meet_warps(self) -> bool:
        """Lets threads go on that wait for others of their warp, if all of these have come. Returns whether
        there were any."""
        members = [block[first : first + 32] for block in self.blocks for first in range(0, self.count, 32)]
        for active in (False, True):  # who is here is known when nobody else can go on
            met = False
            for warp in members:
                for thread in warp:
                    waits = _at_warp(thread)
                    if waits is not None and (waits.mask is None) == active:
                        met = self._met(thread, waits, warp) or met
            if met:
                return True
        return False

    def _met(self, thread: _Thread, waits: AtWarp, warp: list[_Thread]) -> bool:
        mask, calls = waits.mask, thread.asked.calls
        if mask is None:
            members = [t for t in warp if _at_warp(t) and t.asked.calls == calls]
        else:
            members = [t for t in warp if not t.ended and mask >> self.lane(t) & 1]
            if thread not in members:
                raise WrongMask(
                    f"{_place(thread)}: {self.describe(thread.number)} is not in its own mask {mask:#x}"
                )
            if any(each.ended and not each.ended_by_return for at, each in enumerate(warp) if mask >> at & 1):
                others = [t for t in warp if t.ended and not t.ended_by_return]
                raise WrongMask(
                    f"{_place(thread)}: {self.describe(thread.number)} waits at `{thread.asked.name}()` "
                    f"for {self.describe(others[0].number)}, which its mask {mask:#x} names and which has "
                    "come to the end of the kernel without it"
                )
            for each in members:
                its = _at_warp(each)
                if its is None or its.mask != mask or each.asked.calls != calls:
                    return False
        values = {self.lane(t): its.value for t in members if (its := _at_warp(t))}
        for member in members:
            member.result = waits.give(values, self.lane(member), len(warp))
        for member in members:
            member.request, member.ready = None, True
        return True

    def lane(self, thread: _Thread) -> int:
        return thread.number % self.count % 32

    def _meet(self) -> bool:
        """Lets threads go on that wait at barriers, if all have come. Returns whether there were any."""
        met, any_looks = False, False
        for number, block in enumerate(self.blocks):
            if any(t.looks for t in block):
                any_looks = True
                continue
            waiting = [t for t in block if not t.ended]
            if any(_at_warp(t) for t in waiting):
                raise WrongMask(self._who_waits(block, "for others of their warps, which do not come"))
            if len({t.asked.calls for t in waiting}) > 1:
                raise DivergentBarrier(self._who_waits(block, "at different barriers"))
            if not waiting or waiting[0].asked.for_grid:
                continue
            met = True
            for thread in waiting:
                thread.ready = True
            if any(t.ended and not t.ended_by_return for t in block):
                raise DivergentBarrier(self._who_waits(block, "at a barrier that others went past"))
            self._tell(number, waiting)
            self.votes[number] = sum(t.asked.vote for t in waiting)
            self.living[number] = len(waiting)
        if met or any_looks or all(t.ended for t in self.threads):
            return met
        if any(t.ended for t in self.threads):
            raise DivergentBarrier(self._who_waits(self.threads, "for others that have ended", "the grid"))
        for number, block in enumerate(self.blocks):  # all blocks wait for the grid
            self._tell(number, block)
        for thread in self.threads:
            thread.ready = True
        return True

    def _tell(self, number: int, waiting: list[_Thread]) -> None:
        if self.passed:
            self.passed(number, waiting[0].asked.place)

    def _who_waits(self, threads: list[_Thread], how: str, of: str = "a block") -> str:
        """Returns a message that says how many threads wait at which place."""
        places: dict[str, list[_Thread]] = {}
        for thread in sorted(threads, key=lambda each: each.ended):
            if not thread.ended:
                key = f"`{thread.asked.name}()` in line {thread.asked.line}"
            else:
                key = "the end of the kernel"
            places.setdefault(key, []).append(thread)
        first = next(thread for thread in threads if not thread.ended)
        parts = [
            f"{len(those)} {'are' if len(those) > 1 else 'is'} at {place}, "
            f"{self.describe(those[0].number)} first"
            if len(places) > 1
            else f"{len(those)} at {place}"
            for place, those in places.items()
        ]
        return f"{_place(first)}: threads of {of} wait {how}: {'; '.join(parts)}"

    def wait(
        self,
        name: str,
        vote: Value,
        frame: FrameType,
        for_grid: bool = False,
        result: Callable[[], Value] | None = None,
        place: tuple[int, int] | None = None,
    ) -> PendingCall:
        return PendingCall(self._wait(Request(name, frame, vote, for_grid, place=place), result))

    def _wait(self, request: Request, result: Callable[[], Value] | None) -> Steps:
        yield request
        return None if result is None else result()

    def wait_warp(
        self, name: str, mask: int | None, value: Value, give: Give, frame: FrameType
    ) -> PendingCall:
        return PendingCall(_asking(Request(name, frame, warp=AtWarp(mask, value, give))))


class Patience:
    """The time that threads have to go on, as a launch on the CPU has it."""

    def __init__(self) -> None:
        text = os.environ.get("CUDAPY_WAIT_LIMIT") or "10"
        self.limit = float(text)
        self.begin()

    def begin(self) -> None:
        self._since: float | None = None

    def look(self, thread: _Thread | None) -> None:
        """Raises WaitsInVain if no thread has gone on for long; `thread` is one that waits in a loop."""
        now = time.monotonic()
        if self._since is None:
            self._since = now
        if thread and self.limit and now - self._since > self.limit:
            inner: Any = thread.generator
            frame = inner.gi_frame
            while hasattr(getattr(inner, "gi_yieldfrom", None), "gi_frame"):
                inner = inner.gi_yieldfrom
                frame = inner.gi_frame
            raise WaitsInVain(frame.f_code.co_filename, thread.looks)


def _at_warp(thread: _Thread) -> AtWarp | None:
    """Returns what a thread waits for others of its warp with, if it does."""
    return None if thread.request is None else thread.request.warp


def _place(thread: _Thread) -> str:
    return f"{thread.asked.file}:{thread.asked.line}"


class Cooperation:
    """The meaning of this module's names in the functions of one program."""

    block: Block  # that runs

    def __init__(self, program: Program, kind_of: Callable[[Any], tuple[ElementKind, Any]]) -> None:
        self.program = program
        self.sizes: tuple[Any, ...] = ()  # of the shared arrays that are sized at the launch
        self.kind_of = kind_of
        for name in warps.NAMES:
            setattr(self, name, warps.function(self, name))

    def here(self) -> int:
        """The number of the running thread's block, among those that run together."""
        return self.block.current.number // self.block.count

    def wait(self, name: str, vote: Value, frame: FrameType, **options: Any) -> PendingCall:
        if not self.program.waits:  # by a way that nobody saw before the kernel ran
            raise TypeError(
                f"simulate: {name}() is called in a way that cannot be followed: call it by its own name"
            )
        if recorder := self.program.recorder:
            options["place"] = recorder.barrier_place(frame)
        return self.block.wait(name, vote, frame, **options)

    def begin_to_wait(self) -> None:
        self.block.steps += 1

    def wait_warp(self, name: str, *request: Any) -> PendingCall:
        if not self.program.waits:
            raise TypeError(
                f"simulate: {name}() is called in a way that cannot be followed: call it by its own name"
            )
        return self.block.wait_warp(name, *request)

    def names(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in NAMES}

    def shared(self, type: Any, count: Any = None) -> Array:
        frame = sys._getframe(1)
        place = (self.here(), frame.f_code, frame.f_lasti)
        if place not in self.block.arrays:
            if count is None:  # the launch's sizes come in the order of the declarations
                count = self.sizes[self.block.dynamic[self.here()]]
                self.block.dynamic[self.here()] += 1
            self.block.arrays[place] = array = self.local(type, count)
            if recorder := self.program.recorder:
                number = recorder.shared_array(is_real(array.kind))
                array.layout = Layout.of(
                    recorder, number, array.data.shape[: array.rank], size_of(array.kind)
                )
        return self.block.arrays[place]

    def local(self, type: Any, count: Any, value: Value = None) -> Array:
        # Elements that are not set are seen when a kernel uses them.
        kind, dtype = self.kind_of(type)
        shape = tuple(int(extent) for extent in (count if isinstance(count, tuple) else (count,)))
        rank = len(shape)
        shape += getattr(kind, "inner", ())  # a vector is a dimension of NumPy's
        data = np.frombuffer(bytes([0xA5]) * (math.prod(shape) * np.dtype(dtype).itemsize), dtype).copy()
        array = self.program.make_array(data.reshape(shape), kind, rank)
        if value is not None:
            for place in np.ndindex(shape[:rank]):
                array[place if rank > 1 else place[0]] = value
        return array

    def syncthreads(self) -> PendingCall:
        return self.wait("syncthreads", False, sys._getframe(1))

    def syncthreads_count(self, condition: Value) -> PendingCall:
        return self.wait(
            "syncthreads_count",
            condition,
            sys._getframe(1),
            result=lambda: Number(self.block.votes[self.here()], INT),
        )

    def syncthreads_and(self, condition: Value) -> PendingCall:
        return self.wait(
            "syncthreads_and",
            condition,
            sys._getframe(1),
            result=lambda: self.block.votes[self.here()] == self.block.living[self.here()],
        )

    def syncthreads_or(self, condition: Value) -> PendingCall:
        return self.wait(
            "syncthreads_or", condition, sys._getframe(1), result=lambda: self.block.votes[self.here()] > 0
        )

    def grid_sync(self) -> PendingCall:
        return self.wait("grid_sync", False, sys._getframe(1), for_grid=True)

    def threadfence(self) -> None:
        pass

    threadfence_block = threadfence_system = threadfence


for _name, _function in atomics.FUNCTIONS.items():
    setattr(Cooperation, _name, staticmethod(_function))
