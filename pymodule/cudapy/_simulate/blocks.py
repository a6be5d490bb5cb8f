"""The threads of a block, or of all blocks, working together: each is a thread of Python, and one runs at a time.

A thread runs until it waits at a barrier or ends; when all have, those that wait go on together. They must then wait at one
and the same call. A thread that has ended by `return` is not waited for; one that has come to the end of the kernel without the
barrier that others wait at went another way, which is an error. At an operation of a warp it waits for those threads of its
warp that its mask names and that have not ended: they must come to the same call with the same mask. At `grid_sync` the threads
of all blocks wait, and none may have ended.
"""

import ast
import functools
import inspect
import linecache
import math
import re
import sys
import textwrap
import threading

import numpy as np

from . import atomics
from . import warps

NAMES = ("shared", "local", "syncthreads", "syncthreads_count", "syncthreads_and", "syncthreads_or", "grid_sync",
         "threadfence", "threadfence_block", "threadfence_system")
# A kernel that uses one of these runs for whole blocks.
WHOLE = NAMES[:1] + NAMES[2:7] + warps.NAMES
NAMES += tuple(atomics.FUNCTIONS) + warps.NAMES


class DivergentBarrier(Exception):
    """Threads of a block wait at different barriers, or some wait where others do not."""


class WrongMask(Exception):
    """Other threads come to an operation of a warp than its mask names."""


class _Stopped(BaseException):
    """Ends a thread of a block that is given up."""


def _where(frame, root):
    """The calls that lead from the kernel to a frame's caller: what makes one barrier."""
    calls = []
    while frame is not None and frame.f_code is not root:
        calls.append((frame.f_code, frame.f_lasti))
        frame = frame.f_back
    return tuple(calls)


@functools.lru_cache(None)
def _has_return(code):
    definition = ast.parse(textwrap.dedent(inspect.getsource(code)))
    return any(isinstance(node, ast.Return) for node in ast.walk(definition))


class _Thread:
    def __init__(self, number):
        self.number = number
        self.turn = threading.Semaphore(0)
        self.waits_at = None  # the place of the barrier
        self.vote = False
        self.for_grid = False  # whether the barrier is for all blocks
        self.warp = None  # at an operation of a warp: the mask, the value, and what it gives
        self.result = None
        self.ready = True
        self.ended = False
        self.ended_by_return = False
        self.error = None
        self.runner = None


class Block:
    """One block, or several (`blocks`) that run together: `bind(i)` makes thread i of them the one that the kernel's names
    belong to, `body()` is the kernel."""

    def __init__(self, count, bind, body, kernel, blocks=1):
        self.threads = [_Thread(i) for i in range(count * blocks)]
        self.bind, self.body, self.kernel = bind, body, kernel
        self.count = count
        self.blocks = [self.threads[first : first + count] for first in range(0, count * blocks, count)]
        self.dynamic = [0] * blocks  # how many arrays were sized by the launch
        self.arrays = {}  # shared memory, by the block and the place in the source that declares it
        self.current = None
        self.votes = [0] * blocks
        self.living = [count] * blocks
        self.back = threading.Semaphore(0)
        self.given_up = False

    def run(self):
        for thread in self.threads:
            thread.runner = threading.Thread(target=self._live, args=(thread,), daemon=True)
            thread.runner.start()
        try:
            while any(not t.ended for t in self.threads):
                for thread in self.threads:
                    if not thread.ended and thread.ready:
                        thread.ready = False
                        self._resume(thread)
                        if thread.error:
                            raise thread.error
                if not self._meet_warps():
                    self._meet()
        finally:
            self.given_up = True
            for thread in self.threads:
                if not thread.ended:
                    thread.turn.release()
                thread.runner.join()

    def _resume(self, thread):
        self.current = thread
        thread.turn.release()
        self.back.acquire()

    def _live(self, thread):
        thread.turn.acquire()
        try:
            if not self.given_up:
                self.bind(thread.number)
                if _has_return(self.kernel):  # watching is slow
                    sys.settrace(lambda frame, event, argument: self._watch(thread, frame))
                self.body()
        except _Stopped:
            pass
        except BaseException as error:  # handed to the thread that runs the block
            thread.error = error
        thread.ended = True
        if not self.given_up:
            self.back.release()

    def _watch(self, thread, frame):
        """Sees how the kernel's own call ends."""
        if frame.f_code is not self.kernel:
            return None
        frame.f_trace_lines = False

        def at(frame, event, argument):
            if event == "return":
                line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
                thread.ended_by_return = re.search(r"(^|:)\s*return\b", line) is not None
            return at

        return at

    def _meet_warps(self):
        """Lets those go on who wait for their warp and have all come; whether there were any."""
        warps = [block[first : first + 32] for block in self.blocks for first in range(0, self.count, 32)]
        for active in (False, True):  # who is here is known when nobody else can go on
            met = False
            for warp in warps:
                for thread in warp:
                    if thread.warp and (thread.warp[0] is None) == active:
                        met = self._met(thread, warp, active) or met
            if met:
                return True
        return False

    def _met(self, thread, warp, active):
        mask, _, give = thread.warp
        if active:
            members = [t for t in warp if t.warp and t.waits_at == thread.waits_at]
        else:
            members = [t for t in warp if not t.ended and mask >> self.lane(t) & 1]
            if thread not in members:
                raise WrongMask(f"thread {thread.number} is not in its own mask {mask:#x}")
            if any(not t.warp or t.warp[0] != mask or t.waits_at != thread.waits_at for t in members):
                return False
        values = {self.lane(t): t.warp[1] for t in members}
        for member in members:
            member.result = give(values, self.lane(member), len(warp))
        for member in members:
            member.warp, member.ready = None, True
        return True

    def lane(self, thread):
        return thread.number % self.count % 32

    def _meet(self):
        met = False
        for number, block in enumerate(self.blocks):
            waiting = [t for t in block if not t.ended]
            if any(t.warp for t in waiting):
                raise WrongMask(f"{sum(1 for t in waiting if t.warp)} threads wait for others of their warps that never come")
            if len({t.waits_at for t in waiting}) > 1:
                raise DivergentBarrier(f"{len(waiting)} threads wait at different barriers")
            if not waiting or waiting[0].for_grid:
                continue
            met = True
            for thread in waiting:
                thread.ready = True
            if any(t.ended and not t.ended_by_return for t in block):
                raise DivergentBarrier(f"{len(waiting)} threads wait at a barrier that others went past")
            self.votes[number] = sum(t.vote for t in waiting)
            self.living[number] = len(waiting)
        if met or all(t.ended for t in self.threads):
            return
        if any(t.ended for t in self.threads):
            raise DivergentBarrier("threads wait for the grid, of which others have ended")
        for thread in self.threads:  # all blocks wait for the grid
            thread.ready = True

    def wait(self, vote, frame, for_grid=False):
        thread = self.current
        thread.vote = bool(vote)
        thread.for_grid = for_grid
        thread.waits_at = _where(frame, self.body.__code__)
        self.back.release()
        thread.turn.acquire()
        if self.given_up:
            raise _Stopped
        self.bind(thread.number)  # others have run meanwhile

    def wait_warp(self, mask, value, give, frame):
        thread = self.current
        thread.warp = (mask, value, give)
        thread.waits_at = _where(frame, self.body.__code__)
        self.back.release()
        thread.turn.acquire()
        if self.given_up:
            raise _Stopped
        self.bind(thread.number)
        return thread.result


class Cooperation:
    """What the names of this module mean in the functions of one program."""

    def __init__(self, array, kind_of, int_number):
        self.block = None
        self.sizes = ()  # of the shared arrays that are sized at the launch
        self.array, self.kind_of, self.int_number = array, kind_of, int_number
        for name in warps.NAMES:
            setattr(self, name, warps.function(self, name))

    def here(self):
        """The number of the running thread's block, among those that run together."""
        return self.block.current.number // self.block.count

    def names(self):
        return {name: getattr(self, name) for name in NAMES}

    def shared(self, type, count=None):
        frame = sys._getframe(1)
        place = (self.here(), frame.f_code, frame.f_lasti)
        if place not in self.block.arrays:
            if count is None:  # the launch's sizes come in the order of the declarations
                count = self.sizes[self.block.dynamic[self.here()]]
                self.block.dynamic[self.here()] += 1
            self.block.arrays[place] = self.local(type, count)
        return self.block.arrays[place]

    def local(self, type, count):
        # Elements that are not set are seen when a kernel uses them.
        kind, dtype = self.kind_of(type)
        shape = tuple(int(extent) for extent in (count if isinstance(count, tuple) else (count,)))
        rank = len(shape)
        shape += getattr(kind, "inner", ())  # a vector is a dimension of NumPy's
        data = np.frombuffer(bytes([0xA5]) * (math.prod(shape) * np.dtype(dtype).itemsize), dtype).copy()
        return self.array(data.reshape(shape), kind, rank)

    def syncthreads(self):
        self.block.wait(False, sys._getframe(1))

    def syncthreads_count(self, condition):
        self.block.wait(condition, sys._getframe(1))
        return self.int_number(self.block.votes[self.here()])

    def syncthreads_and(self, condition):
        self.block.wait(condition, sys._getframe(1))
        return self.block.votes[self.here()] == self.block.living[self.here()]

    def syncthreads_or(self, condition):
        self.block.wait(condition, sys._getframe(1))
        return self.block.votes[self.here()] > 0

    def grid_sync(self):
        self.block.wait(False, sys._getframe(1), for_grid=True)

    def threadfence(self):
        pass

    threadfence_block = threadfence_system = threadfence


for _name, _function in atomics.FUNCTIONS.items():
    setattr(Cooperation, _name, staticmethod(_function))
