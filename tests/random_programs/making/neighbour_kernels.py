"""Random kernels whose threads read what lies around their place: stencils, differences and blurs, of one
axis or two."""

import numpy as np

from making.data import random_array
from making.flow import Function
from making.helpers import precision_of
from making.texts import ALL, NOT, Array, E, Writer
from making.whole_kernels import SINGLE, SMALL, WHOLE, Kernel
from in_cpython.numeric import FLOATS, NUMPY

WIDTHS = [8] * 3 + [12, 16, 16, 20, 24, 32, 7, 10, 13, 1]  # most are multiples of the words of groups
HEIGHTS = [1, 2, 3, 4, 4, 5, 6, 8]
MOST_THREADS = 160  # which CPython runs one by one
REACH = [0, 0, 1, 1, 1, 1, 2, 3, 4, 5, 9]  # how far a kernel reads to one side
TYPES = ("int", "float", "float", "float", "double", "int64", "uint32")  # of what it computes


class NeighbourMaker:
    """One kernel while it is made: `v` is the thread's value, `X` and `Y` are what it reads around its
    place."""

    def __init__(self, r, k):
        self.r, self.k, self.w, self.kernel = r, k, Writer(), Kernel(f"k{k}")
        self.has_rows = r.random() < 0.7
        self.n = r.choice(WIDTHS)
        self.m = r.choice([each for each in HEIGHTS if each * self.n <= MOST_THREADS]) if self.has_rows else 1
        features = {
            "types": r.choice([ALL, ALL, SINGLE, SINGLE, WHOLE, r.choice(SMALL)]),
            "specials": False,
            "threads": self.n * self.m,
            "n": True,
            "index": "int64" if r.random() < 0.1 else "int",
        }
        self.kernel.index = features["index"]
        self.f = Function(r, self.w, [], features | {"effects": False, "early": False})
        self.f.effects = False
        self.t = self.f.some(*TYPES)
        self.lo, self.hi = self.bounds_of(self.t)
        self.other = self.t if r.random() < 0.5 else self.f.some("uint8", "int8", "int16", "uint16", *TYPES)
        self.left, self.right = (r.choice([each for each in REACH if each < self.n]) for _ in range(2))
        self.above, self.below = (r.choice([each for each in REACH if each < self.m]) for _ in range(2))
        beyond = r.random() < 0.3
        self.more = (r.randint(0, 3), r.randint(0, 2) if self.has_rows else 0) if beyond else (0, 0)
        self.aside = r.choice(
            [0] * 5 + [1, 4]
        )  # by how much the place that is written is aside of the thread's
        self.kernel.threads = (self.n + self.more[0], self.m + self.more[1])[: 2 if self.has_rows else 1]
        # How the arrays have their rows: one after the other, as columns, or as they are.
        self.is_flat = self.has_rows and r.random() < 0.2
        self.is_turned = self.has_rows and not self.is_flat and r.random() < 0.15
        self.names = []  # of rows: (name, array, how far they are from the thread's)

    @staticmethod
    def bounds_of(t):
        if t in FLOATS:
            return -1000.0, 1000.0
        return {"uint8": (0, 255), "int8": (-128, 127), "uint16": (0, 1000), "uint32": (0, 2**32 - 1)}.get(
            t, (-1000, 1000)
        )

    def fitted(self, e):
        return self.f.exactly(self.f.fit(e, self.lo, self.hi), self.t)

    # --- what it is given ---

    def parameters(self):
        r, kernel = self.r, self.kernel
        given, shape = [("X", self.t), ("Y", self.other)], self.shape_of(self.n)
        kernel.arguments = [
            ("array", name, t, random_array(r, t, shape, *self.bounds_of(t))) for name, t in given
        ]
        lo, hi = self.f.bounds(self.other)
        kernel.arguments.append(("array", "A", self.other, random_array(r, self.other, (8,), lo, hi)))
        for name in "RQ":
            kernel.arguments.append(
                ("array", name, self.t, np.zeros(self.shape_of(self.n + self.aside), NUMPY[self.t]))
            )
        kernel.arguments += [
            ("scalar", name, "int", value)
            for name, value in (("n", self.n), ("m", self.m), ("p", r.randint(-2, 6)))
        ]
        self.f.precision = precision_of([self.t, self.other])
        self.f.scope.arrays = [Array("A", self.other, lo, hi, 8)]
        self.f.scope.variables = {"p": ("int", -2, 6), "n": ("int", 0, 256), "m": ("int", 0, 256)}
        self.f.fixed = {"p", "n", "m"}
        shown = {1: "*", 2: "[,]"}
        return ", ".join(
            f"{a[2]} {a[1]}" if a[0] == "scalar" else f"{a[2]}{shown[a[3].ndim]} {a[1]}"
            for a in kernel.arguments
        )

    # --- its places ---

    def shape_of(self, width):
        if self.is_flat:
            return (self.m * width,)
        if self.is_turned:
            return (width, self.m)
        return (self.m, width) if self.has_rows else (width,)

    def moved(self, axis, by):
        return f"{axis} {'+' if by > 0 else '-'} {abs(by)}" if by else axis

    def index(self, column, row, width="n"):
        """An index of the arrays, given the texts of its column and row."""
        if self.is_flat:
            row = row if row == "idy" else f"({row})"
            return f"{row} * {width} + {column}"
        if self.is_turned:
            return f"{column}, {row}"
        return f"{row}, {column}" if self.has_rows else column

    def place(self, dx, dy=0):
        return self.index(self.moved("idx", dx), self.moved("idy", dy))

    def own(self):
        """The place that the thread writes."""
        return self.index(self.moved("idx", self.aside), "idy", f"(n + {self.aside})" if self.aside else "n")

    def around(self, name=None):
        """An element around the thread's place."""
        r = self.r
        name = name or r.choice("XXY")
        t = self.t if name == "X" else self.other
        dx, dy = r.randint(-self.left, self.right), r.randint(-self.above, self.below)
        named = [each for each, array, by in self.names if array == name]
        if named and r.random() < 0.5:
            return E(f"{r.choice(named)}[{self.moved('idx', dx)}]", t, *self.bounds_of(t))
        return E(f"{name}[{self.place(dx, dy)}]", t, *self.bounds_of(t))

    def inside(self):
        """The condition that all that is around the place is in the arrays, written in one of several
        ways."""
        r = self.r
        width, height = ["n"], ["m"]
        if self.is_turned:
            width, height = ["n", "X.shape[0]"], ["m", "X.shape[1]"]
        elif self.has_rows and not self.is_flat:
            width, height = ["n", "X.shape[1]", "Y.shape[1]"], ["m", "X.shape[0]"]
        elif not self.has_rows:
            width = ["n", "len(X)", "X.shape[0]"]
        width, height = r.choice(width), r.choice(height)
        along = [("idx", self.left, self.right, width, self.more[0])]
        along += [("idy", self.above, self.below, height, self.more[1])] if self.has_rows else []
        clauses = []
        for axis, before, behind, size, more in along:
            upper = f"{axis} < {size} - {behind}" if behind else f"{axis} < {size}"
            if not behind and not more and r.random() < 0.7:
                upper = None
            if before and upper and r.random() < 0.6:
                clauses.append(f"{before - 1} < {upper}" if r.random() < 0.5 else f"{before} <= {upper}")
                continue
            clauses += [f"{axis} >= {before}"] if before else []
            clauses += [upper] if upper else []
        r.shuffle(clauses)
        return clauses

    # --- its body ---

    def value(self):
        """A value of several elements around the place."""
        r, f, t = self.r, self.f, self.t
        e = f.exactly(self.around(), t) if r.random() < 0.8 else self.fitted(f.expression(t, 2))
        for _ in range(r.randint(1, 5)):
            e = (
                f.joined(
                    r.choice(["+", "+", "+", "-", "*"]),
                    t,
                    self.fitted(e),
                    self.fitted(f.exactly(self.around(), t)),
                )
                or e
            )
            if r.random() < 0.2:
                e = f.joined(r.choice(["+", "-"]), t, self.fitted(e), self.fitted(f.expression(t, 1))) or e
        return self.fitted(e)

    def own_condition(self):
        r = self.r
        if r.random() < 0.4:
            return E(
                f"{r.choice(['idx', 'idy'] if self.has_rows else ['idx'])} {r.choice(['<', '>='])} "
                f"{r.randint(1, 6)}",
                "bool",
                0,
                1,
            )
        if r.random() < 0.5:
            return E(f"p > {r.randint(-2, 6)}", "bool", 0, 1)
        return E(f"{self.around('X').s} {r.choice(['<', '>'])} {self.around('X').s}", "bool", 0, 1)

    def assign(self, d, e):
        self.w.put(d, f"v = {e.s}", f"v = _c('{self.t}', {e.o})")

    def new_v(self, d):
        self.assign(d, self.value())

    def change_v(self, d):
        e = self.f.joined(self.r.choice(["+", "-"]), self.t, E("v", self.t, self.lo, self.hi), self.value())
        self.assign(d, self.fitted(e) if e else self.value())

    def branch(self, d):
        self.w.head(d, "if {}:", (self.own_condition(), NOT))
        self.r.choice([self.new_v, self.change_v, self.store])(d + 1)
        if self.r.random() < 0.4:
            self.w.put(d, "else:")
            self.r.choice([self.new_v, self.change_v, self.store])(d + 1)

    def choose(self, d):
        a, b = (self.fitted(self.f.exactly(self.around(), self.t)) for _ in range(2))
        pattern = f"{self.t}({{}} if {{}} else {{}})"
        condition = self.own_condition()
        s, o = (pattern.format(*parts) for parts in ((a.s, condition.s, b.s), (a.o, condition.o, b.o)))
        self.w.put(d, f"v = {s}", f"v = _c('{self.t}', {o})")

    def along(self, d):
        """A sum of what lies around the place along one axis, in a loop."""
        r, i = self.r, self.f.new("i")
        by_rows = self.has_rows and r.random() < 0.4
        before, behind = (self.above, self.below) if by_rows else (self.left, self.right)
        self.w.put(d, f"for {i} in range({r.randint(1, before + behind + 1)}):")
        axis = "idy" if by_rows else "idx"
        moving = f"{axis} - {before} + {i}" if before else f"{axis} + {i}"
        index = self.index("idx", moving) if by_rows else self.index(moving, "idy")
        name, t = r.choice([("X", self.t), ("Y", self.other)])
        e = self.fitted(self.f.exactly(E(f"{name}[{index}]", t, *self.bounds_of(t)), self.t))
        e = self.f.joined(r.choice(["+", "-"]), self.t, E("v", self.t, self.lo, self.hi), e) or e
        self.assign(d + 1, self.fitted(e))

    def name_rows(self, d):
        """Gives names to rows around the thread's. Some of them nobody reads, for which they begin with
        `_`."""
        if self.is_flat or self.is_turned or not self.has_rows or self.r.random() < 0.75:
            return
        for k in range(self.r.randint(1, 3)):
            array, by = self.r.choice("XXY"), self.r.randint(-self.above, self.below)
            self.w.put(d, f"_row{k} = {array}[{self.moved('idy', by)}{self.r.choice(['', ', :'])}]")
            self.names.append((f"_row{k}", array, by))

    def store(self, d):
        self.w.put(d, f"{self.r.choice('RQ')}[{self.own()}] = v")

    def read_back(self, d):
        name = self.r.choice("RQ")
        e = E(f"{name}[{self.own()}]", self.t, self.lo, self.hi, pure=False)
        e = self.f.joined("+", self.t, e, self.value()) or e
        self.assign(d, self.fitted(e))

    def body(self, d):
        ways = [
            self.new_v,
            self.change_v,
            self.change_v,
            self.store,
            self.store,
            self.branch,
            self.choose,
            self.read_back,
            self.along,
        ]
        self.name_rows(d)
        self.new_v(d)
        self.f.scope.variables["v"] = (self.t, self.lo, self.hi)
        for _ in range(self.r.randint(0, 4)):
            self.r.choice(ways)(d)
        self.w.put(d, f"R[{self.own()}] = v")

    def at_edges(self, d):
        """What the threads do that have not all around them."""
        if self.more != (0, 0):
            self.w.put(d, "pass")
            return
        self.w.put(d, f"R[{self.own()}] = {self.r.choice([f'X[{self.place(0)}]', '7'])}")

    def make(self):
        w, kernel, r = self.w, self.kernel, self.r
        w.put(0, f"# {kernel.name} : void ({self.parameters()})")
        w.put(0, f"def {kernel.name}({', '.join(name for _, name, *_ in kernel.arguments)}):")
        clauses = self.inside()
        way = r.random()
        if not clauses:
            self.body(1)
        elif way < 0.2:
            w.put(1, f"if not ({' and '.join(clauses)}):")
            if r.random() < 0.5:
                self.at_edges(2)
            w.put(2, "return")
            self.body(1)
        elif way < 0.35 and len(clauses) > 1:
            w.put(1, f"if {clauses[0]}:")
            w.put(2, f"if {' and '.join(clauses[1:])}:")
            self.body(3)
        else:
            w.put(1, f"if {' and '.join(clauses)}:")
            self.body(2)
            if r.random() < 0.4:
                w.put(1, "else:")
                self.at_edges(2)
        kernel.text, kernel.reference = w.text(0), w.text(1)
        return kernel


def make_neighbours(r, k):
    """A kernel whose threads read around their place."""
    return NeighbourMaker(r, k).make()
