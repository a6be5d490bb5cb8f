"""Random kernels whose blocks wait for each other: `grid_sync()` in flow that all threads of the grid
share."""

import numpy as np

from making.block_kernels import BlockMaker
from in_cpython.numeric import NUMPY
from making.texts import E

GRID = ("grid_sync()", "(yield ('grid_sync',))")


class GridMaker(BlockMaker):
    """A kernel of whole blocks with an array `G`, of which each thread writes an element, and all read any
    after a `grid_sync()`."""

    def __init__(self, r, k):
        super().__init__(r, k)
        self.size = r.choice([32, 32, 64])
        self.threads = self.n = self.size * r.choice([2, 3])
        self.kernel.threads, self.kernel.block, self.kernel.is_grid = (self.threads,), self.size, True
        self.f.f["threads"] = self.threads

    def parameters(self):
        signature = super().parameters()
        self.kernel.arguments.append(("array", "G", self.t, np.zeros(self.threads, NUMPY[self.t])))
        return f"{signature}, {self.t}* G"

    def grid_round(self, d):
        """Every thread writes its value, and takes one of another thread, which may be of another block."""
        self.w.put(d, *GRID)
        self.w.put(d, "G[idx] = v")
        self.w.put(d, *GRID)
        step = self.r.choice([1, 7, self.size, self.size + 1, self.threads - 1])
        other = E(f"G[(idx + {step}) % {self.threads}]", self.t, self.lo, self.hi)
        mine = E("v", self.t, self.lo, self.hi)
        joined = (
            self.f.joined(self.r.choice(["+", "-"]), self.t, other, mine) if self.r.random() < 0.6 else None
        )
        e = self.fitted(joined or other)
        self.w.put(d, f"v = {e.s}", f"v = _c('{self.t}', {e.o})")
        self.store_v(d)

    def grid_loop(self, d):
        i = self.f.new("g")
        self.w.put(d, f"for {i} in range({self.r.choice(['2', 'p % 3', 'min(p, 2)'])}):")
        self.f.scope.variables[i] = (self.f.counts, 0, 2)
        self.f.fixed.add(i)
        if self.r.random() < 0.3:
            self.w.put(d + 1, f"if {i} + p == {self.r.randint(1, 3)}:")
            self.w.put(d + 2, self.r.choice(["break", "continue"]))
        self.grid_round(d + 1)
        del self.f.scope.variables[i]

    def grid_branch(self, d):
        self.w.put(d, self.r.choice(["if p > 2:", "if n > 100 and p != 1:", "if p:"]))
        self.grid_round(d + 1)

    def make_rounds(self):
        for _ in range(self.r.randint(1, 3)):
            self.r.choice([self.grid_round, self.grid_loop, self.grid_branch])(1)
            self.rounds(1, self.r.randint(1, 2))


def make_grid(r, k):
    """A kernel whose blocks wait for each other."""
    return GridMaker(r, k).make()
