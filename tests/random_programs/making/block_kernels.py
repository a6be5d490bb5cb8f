"""Random kernels of whole blocks: shared memory, barriers, votes and shuffles, in flow that all threads
share."""

import numpy as np

from making.data import random_array
from making.flow import Function
from making.helpers import precision_of
from making.whole_kernels import SINGLE, SMALL, WHOLE, Kernel
from in_cpython.numeric import FLOATS, NUMPY, SMALL_FLOATS
from making.texts import ALL, Array, E, Writer, made, wanted

FULL = "0xffffffff"
BARRIER = ("syncthreads()", "(yield ('syncthreads',))")


class BlockMaker:
    """One kernel while it is made: `v` is the thread's value, `s` the shared array, `c` a number of each
    thread."""

    def __init__(self, r, k):
        self.r, self.k, self.w, self.kernel = r, k, Writer(), Kernel(f"k{k}")
        self.size = r.choice([32, 64, 128, 64])
        self.threads = self.size * r.choice([1, 2])
        self.n = self.threads - r.choice([0, 0, 3, 17])
        kernel = self.kernel
        kernel.threads, kernel.block, kernel.is_block = (self.threads,), self.size, True
        features = {
            "types": r.choice([ALL, ALL, SINGLE, SINGLE, WHOLE, WHOLE, r.choice(SMALL)]),
            "specials": False,
            "threads": self.threads,
            "n": True,
            "index": "int64" if r.random() < 0.1 else "int",
        }
        kernel.index = features["index"]
        self.f = Function(r, self.w, [], features | {"effects": False, "early": False})
        self.f.effects = False
        self.t = self.f.some("int", "int", "float", "uint32", "int64", "double", *SMALL_FLOATS)
        self.lo, self.hi = self.bounds()
        self.loops = 0
        self.helped = r.random() < 0.3

    def bounds(self):
        if self.t in FLOATS:
            return -1000.0, 1000.0
        return (0, 2**32 - 1) if self.t == "uint32" else (-1000, 1000)

    def fitted(self, e):
        return self.f.exactly(self.f.fit(e, self.lo, self.hi), self.t)

    # --- beginning and end ---

    def parameters(self):
        r, t = self.r, self.t
        other = self.f.some("int", "float", "uint8", "int64", "double", *SMALL_FLOATS)
        bounds = self.f.bounds(other)
        self.kernel.arguments = [
            ("array", "A", t, random_array(r, t, (16,), self.lo, self.hi)),
            ("array", "D", other, random_array(r, other, (8,), *bounds)),
            ("array", "R", t, np.zeros(self.n, NUMPY[t])),
            ("array", "N", "int", np.zeros(self.n, np.int32)),
            ("scalar", "n", "int", self.n),
            ("scalar", "p", "int", r.randint(-2, 6)),
        ]
        self.f.precision = precision_of([t, other])
        self.f.scope.arrays = [Array("A", t, self.lo, self.hi, 16), Array("D", other, *bounds, 8)]
        return f"{t}* A, {other}* D, {t}* R, int* N, int n, int p"

    def helper(self):
        """A helper that has barriers."""
        k, t, w = self.k, self.t, self.w
        w.put(0, f"# bh{k} : {t} ({t}* X, {t} x)")
        w.put(0, f"def bh{k}(X, x):")
        w.put(1, *BARRIER)
        w.put(1, "X[threadIdx.x] = x")
        w.put(1, *BARRIER)
        w.put(1, f"return X[threadIdx.x ^ {self.r.choice([1, 3, 16])}]")
        w.put(0, "")

    def begin(self):
        f, w, t = self.f, self.w, self.t
        if self.r.random() < 0.3:
            self.kernel.shared = self.size
        w.put(1, f"s = shared({t})" if self.kernel.shared else f"s = shared({t}, {self.size})")
        w.put(1, "t = threadIdx.x")
        f.scope.variables = {"t": (f.counts, 0, self.size - 1), "p": ("int", -2, 6), "n": ("int", 0, 256)}
        f.fixed = {"t", "p", "n", "c"}
        e = self.fitted(f.expression(t, 3))
        w.put(1, f"v = {t}({e.s})", f"v = _c('{t}', {t}({e.o}))")
        w.put(1, "c = int(idx % 5)", "c = _c('int', idx % 5)")
        f.scope.variables |= {"v": (t, self.lo, self.hi), "c": ("int", -(10**6), 10**6)}
        w.put(1, "s[t] = v")
        w.put(1, *BARRIER)
        f.scope.arrays.append(Array("s", t, self.lo, self.hi, self.size))

    def make(self):
        w, kernel, k = self.w, self.kernel, self.k
        signature = self.parameters()
        if self.helped:
            self.helper()
        w.put(0, f"# {kernel.name} : void ({signature})")
        names = ", ".join(name for _, name, *_ in kernel.arguments)
        w.put(0, f"def {kernel.name}({names}):")
        self.begin()
        self.make_rounds()
        self.give()
        kernel.text, kernel.reference = w.text(0), w.text(1) + "\n    if False:\n        yield"
        return kernel

    def make_rounds(self):
        self.rounds(1, self.r.randint(2, 6))

    def give(self):
        self.w.put(1, "if idx < n:")
        self.w.put(2, "R[idx] = v")
        self.w.put(2, "N[idx] = c")

    # --- what a round may be ---

    def store_v(self, d):
        self.w.put(d, *BARRIER)
        self.w.put(d, "s[t] = v")
        self.w.put(d, *BARRIER)

    def new_v(self, d):
        f, t = self.f, self.t
        e = self.fitted(f.expression(t, self.r.randint(2, 4)))
        if self.r.random() < 0.6:
            i = f.index(self.size, pure=True)
            i = E("t", "int", 0, 0) if i.lo < 0 else i
            joined = f.joined(
                "+" if self.r.random() < 0.7 else "-", t, made("s[{}]", t, self.lo, self.hi, i), e
            )
            e = self.fitted(joined) if joined else e
        self.w.put(d, f"v = {e.s}", f"v = _c('{t}', {e.o})")

    def add_to_c(self, d, s, o):
        self.w.put(d, f"c = (c + {s}) % 1000", f"c = _c('int', (c + {o}) % 1000)")

    def exchange(self, d):
        self.new_v(d)
        self.store_v(d)

    def loop(self, d):
        """A loop of as many rounds for all threads."""
        if self.loops:
            return False
        self.loops += 1
        i = self.f.new("i")
        self.w.put(d, f"for {i} in range({self.r.choice(['3', 'p', 'p % 4 + 1', 'min(p, 3)'])}):")
        self.f.scope.variables[i] = (self.f.counts, 0, 6)
        self.f.fixed.add(i)
        if self.r.random() < 0.4:
            self.w.put(d + 1, f"if {i} == p - {self.r.randint(0, 3)}:")
            self.w.put(d + 2, self.r.choice(["break", "continue"]))
        self.rounds(d + 1, self.r.randint(1, 2))
        del self.f.scope.variables[i]
        self.loops -= 1
        return True

    def reduction(self, d):
        """A sum of the block in shared memory."""
        if self.loops:
            return False
        w, i, t = self.w, self.f.new("w"), self.t
        w.put(d, *BARRIER)
        w.put(d, f"{i} = {self.size // 2}", f"{i} = _c('int', {self.size // 2})")
        w.put(d, f"while {i} > 0:")
        w.put(d + 1, f"if t < {i}:")
        sides = E("s[t]", t, self.lo, self.hi), E(f"s[t + {i}]", t, self.lo, self.hi)
        e = self.f.joined("+", t, *sides)
        e = e if t == "uint32" else self.f.fit(e, self.lo, self.hi)
        w.put(d + 2, f"s[t] = {e.s}", f"s[t] = {e.o}")
        w.put(d + 1, *BARRIER)
        w.put(d + 1, f"{i} //= 2", f"{i} = _c('int', {i} // 2)")
        w.put(d, "v = s[0] if t % 3 else s[t]", f"v = _c('{t}', s[0] if t % 3 else s[t])")
        self.store_v(d)
        return True

    def shuffle(self, d):
        r = self.r
        g = r.choice(["shfl_xor_sync", "shfl_sync", "shfl_up_sync", "shfl_down_sync"])
        any_lane = ["0", "7", "(t + 1) % 32", "t % 4", "31 - t % 32", "p & 31"]
        lane = r.choice(any_lane if g == "shfl_sync" else ["1", "5", "16", "31", "p & 7"])
        width = r.choice(["", "", ", 8", ", 16"]) if g != "shfl_xor_sync" else ""
        if width and g != "shfl_sync":
            lane = r.choice(["1", "3", "7"])
        x = wanted(self.fitted(self.f.expression(self.t, 2)), self.t)
        asked = f"(yield ('{g}', {FULL}, {x.o}, {lane}{width}))"
        self.w.put(d, f"v = {g}({FULL}, {x.s}, {lane}{width})", f"v = _c('{self.t}', {asked})")

    def vote(self, d):
        g = self.r.choice(["any_sync", "all_sync", "ballot_sync"])
        e = self.f.boolean(2)
        if e is None:
            return False
        asked = f"(yield ('{g}', {FULL}, {e.o}))"
        if g == "ballot_sync":
            self.add_to_c(d, f"popc(ballot_sync({FULL}, {e.s}))", f"popc({asked})")
            return True
        b = self.f.new("b")
        self.w.put(d, f"{b} = {g}({FULL}, {e.s})", f"{b} = {asked}")
        self.add_to_c(d, f"(3 if {b} else 1)", f"(3 if {b} else 1)")
        return True

    def reduce_warp(self, d):
        e = wanted(self.f.fit(self.f.expression("int", 2), 0, 1000), "int")
        g = f"reduce_{self.r.choice(['add', 'min', 'max', 'and', 'or', 'xor'])}_sync"
        self.add_to_c(d, f"{g}({FULL}, {e.s})", f"(yield ('{g}', {FULL}, {e.o}))")

    def vote_of_block(self, d):
        g = self.r.choice(["syncthreads_count", "syncthreads_and", "syncthreads_or"])
        e = self.f.boolean(2)
        if e is None:
            return False
        b = self.f.new("b")
        self.w.put(d, f"{b} = {g}({e.s})", f"{b} = (yield ('{g}', {e.o}))")
        if self.r.random() < 0.5 and d < 3:
            self.w.put(
                d, f"if {b}:" if g != "syncthreads_count" else f"if {b} > {self.r.randint(0, self.size)}:"
            )
            self.rounds(d + 1, 1)
        self.add_to_c(d, f"int({b})", f"int({b})")
        return True

    def branch(self, d):
        """A branch that all threads of a block take, or none."""
        if d >= 3:
            return False
        self.w.put(d, self.r.choice(["if p > 2:", "if n > 60 and p != 1:", "if blockIdx.x == 0:", "if p:"]))
        self.rounds(d + 1, self.r.randint(1, 2))
        if self.r.random() < 0.5:
            self.w.put(d, "else:")
            self.rounds(d + 1, 1)
        return True

    def own_branch(self, d):
        self.w.head(d, "if {}:", self.f.condition(2))
        self.new_v(d + 1)

    def call_helper(self, d):
        if not self.helped or self.loops or d > 1:
            return False
        self.w.put(d, f"v = bh{self.k}(s, v)", f"v = _c('{self.t}', (yield from bh{self.k}(s, v)))")
        self.store_v(d)
        return True

    def new_c(self, d):
        e = self.f.fit(self.f.expression("int", 3), 0, 1000)
        self.w.put(d, f"c = {e.s}", f"c = _c('int', {e.o})")

    def own_loop(self, d):
        i = self.f.new("i")
        self.w.put(d, f"for {i} in range(t % 3):")
        self.f.scope.variables[i] = (self.f.counts, 0, 2)
        self.f.fixed.add(i)
        self.new_v(d + 1)
        del self.f.scope.variables[i]

    def rounds(self, d, count):
        ways = [self.exchange] * 3 + [self.loop, self.reduction, self.shuffle, self.vote, self.reduce_warp]
        ways += [
            self.vote_of_block,
            self.branch,
            self.own_branch,
            self.call_helper,
            self.new_c,
            self.own_loop,
        ]
        for _ in range(count):
            if self.r.choice(ways)(d) is False:
                self.own_loop(d)
        if self.w.lines[-1][0] != "    " * d:
            self.w.put(d, "c = (c + 1) % 100", "c = _c('int', (c + 1) % 100)")


def make_block(r, k):
    """A kernel of whole blocks."""
    return BlockMaker(r, k).make()
