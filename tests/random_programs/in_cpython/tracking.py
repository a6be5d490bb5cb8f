"""Shared memory that writes down who touches it, so that the reference knows the races of a program."""

import collections
import sys

from in_cpython.memory import Array

WARP = 32


class Watch:
    """The accesses of a block's threads since its last barrier, and the races that were found.

    A race is a pair of lines of the program at which threads of different warps touch one element, one of
    them writing: whatever the threads of one warp do together, these have nothing between them but a barrier
    of the block.
    """

    def __init__(self):
        self.thread = None
        self.accesses = collections.defaultdict(set)
        self.races = set()

    def note(self, name, place, writes, is_atomic):
        frame = sys._getframe(3 if is_atomic else 2)  # an atomic operation is a function of the reference
        line = frame.f_lineno
        seen = self.accesses[name, place]
        for thread, other_writes, other_atomic, other_line in seen:
            meets = (writes or other_writes) and not (is_atomic and other_atomic)
            if meets and thread // WARP != self.thread // WARP:
                self.races.add(tuple(sorted((line, other_line))))
        seen.add((self.thread, writes, is_atomic, line))

    def barrier(self):
        self.accesses.clear()


class WatchedArray(Array):
    """Shared memory whose accesses are written down."""

    def __init__(self, t, data, watch):
        super().__init__(t, data)
        self.watch = watch

    def __getitem__(self, i):
        got = super().__getitem__(i)
        self.watch.note(id(self), self._place(i), False, self.is_atomic)
        return got

    def __setitem__(self, i, x):
        super().__setitem__(i, x)
        self.watch.note(id(self), self._place(i), True, self.is_atomic)
