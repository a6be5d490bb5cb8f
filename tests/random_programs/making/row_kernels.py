"""Random kernels of blocks that have rows: shared memory, barriers, and loops along rows and columns."""

import contextlib

import numpy as np

from making.block_kernels import BARRIER, BlockMaker
from making.data import random_array
from making.flow import Function
from making.helpers import precision_of
from making.texts import NOT, OR, PRODUCT, Array, E, Helper, cast_name, made, wanted
from in_cpython.numeric import FLOATS, NUMPY

SHAPES = [(8, 8)] * 4 + [(16, 4), (4, 16), (4, 32)] * 2 + [(32, 8), (4, 8), (8, 4), (4, 12), (16, 6)]
MOST_THREADS = 300  # which CPython runs one by one
MOST_TURNS = 64  # of a loop of sums
EDGE = 8  # how many elements the rows and columns of input have
TYPES = ("int", "float", "float", "double", "uint32", "int64")


class Tile:
    """A shared array with an element for each thread; `along` gives the text of the one at a place."""

    def __init__(self, name, t, lo, hi, shape, flat, padding):
        self.name, self.t, self.lo, self.hi = name, t, lo, hi
        self.rows, self.width, self.flat = shape[0], shape[1] + padding, flat

    def along(self, row, column):
        if self.flat:
            return f"{self.name}[{row} * {self.width} + {column}]"
        return f"{self.name}[{row}, {column}]"

    def made(self):
        size = str(self.rows * self.width) if self.flat else f"({self.rows}, {self.width})"
        return f"{self.name} = shared({self.t}, {size})"

    def array(self, columns):
        """What expressions know of it. Of a padded row they read what threads have written."""
        if self.flat:
            return Array(self.name, self.t, self.lo, self.hi, self.rows * self.width)
        known = Array(self.name, self.t, self.lo, self.hi, (self.rows, columns), dims=2)
        known.is_whole = columns == self.width
        return known


class RowMaker(BlockMaker):
    """One kernel while it is made: `v` is the thread's value, `c` its count, `s` and `u` are shared arrays.

    The threads of a block may read all elements of the shared arrays, and those of `G` that their block
    writes. A thread writes only its own element, between two barriers, where no other thread reads it.
    """

    def __init__(self, r, k):
        super().__init__(r, k)
        self.shape = self.width, self.height = r.choice(SHAPES)
        self.blocks = r.choice([(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (1, 3), (3, 3)])
        while self.blocks != (1, 1) and self.width * self.height * np.prod(self.blocks) > MOST_THREADS:
            self.blocks = r.choice([(1, 1), (2, 1), (1, 2)])
        self.columns, self.rows = (size * count for size, count in zip(self.shape, self.blocks))
        beyond = r.choice([(0, 0), (0, 0), (1, 0), (0, 3), (3, 1), (2, 2)])
        self.n, self.m = self.columns - beyond[0], self.rows - beyond[1]
        self.kernel.threads, self.kernel.block = (self.n, self.m), self.shape
        self.f.f["threads"] = self.columns
        self.f.f["types"] = [t for t in self.f.f["types"] if t not in ("half", "bfloat16")]
        self.t = self.f.some(*TYPES)
        self.lo, self.hi = self.bounds()
        self.other = self.f.some(*TYPES)
        self.names_coordinates = r.random() < 0.6
        self.tx, self.ty = ("tx", "ty") if self.names_coordinates else ("threadIdx.x", "threadIdx.y")
        self.output_is_flat = r.random() < 0.3
        self.atomic = r.choice(["atomicAdd", "atomicAdd", "atomicMax", "atomicMin", "atomicXor", "atomicOr"])
        self.counter = r.choice(["int", "int", "uint32"])
        self.give_tx = r.random() < 0.7  # whether a helper with barriers is given coordinates

    # --- beginning ---

    def matrix(self, name, t, shape):
        lo, hi = self.bounds_of(t)
        self.kernel.arguments.append(("array", name, t, random_array(self.r, t, shape, lo, hi)))
        return Array(name, t, lo, hi, shape, dims=2)

    @staticmethod
    def bounds_of(t):
        if t in FLOATS:
            return -1000.0, 1000.0
        return (0, 2**32 - 1) if t == "uint32" else (-1000, 1000)

    def parameters(self):
        r, t, other = self.r, self.t, self.other
        lo, hi = self.bounds_of(other)
        self.kernel.arguments = [
            ("array", "A", t, random_array(r, t, (16,), self.lo, self.hi)),
            ("array", "D", other, random_array(r, other, (8,), lo, hi)),
        ]
        rows, columns = self.matrix("X", t, (self.rows, EDGE)), self.matrix("Y", other, (EDGE, self.columns))
        shape = (self.m * self.n,) if self.output_is_flat else (self.m, self.n)
        outputs = [("R", t, shape), ("Q", t, shape), ("N", "int", shape), ("C", self.counter, (8,))]
        for name, kind, size in [*outputs, ("G", t, (self.rows, self.columns))]:
            self.kernel.arguments.append(("array", name, kind, np.zeros(size, NUMPY[kind])))
        scalars = [("n", self.n), ("m", self.m), ("p", r.randint(-2, 6))]
        self.kernel.arguments += [("scalar", name, "int", value) for name, value in scalars]
        self.f.precision = precision_of([t, other])
        vectors = [Array("A", t, self.lo, self.hi, 16), Array("D", other, lo, hi, 8)]
        self.f.scope.arrays = [*vectors, rows, columns]
        shown = {1: "*", 2: "[,]"}
        return ", ".join(
            f"{a[2]} {a[1]}" if a[0] == "scalar" else f"{a[2]}{shown[a[3].ndim]} {a[1]}"
            for a in self.kernel.arguments
        )

    def make_tiles(self):
        shape, r = (self.height, self.width), self.r
        padding = r.choice([0, 0, 1])
        self.tiles = [Tile("s", self.t, self.lo, self.hi, shape, r.random() < 0.3, padding)]
        if r.random() < 0.6:
            t = r.choice([self.t, self.other])
            self.tiles.append(Tile("u", t, *self.bounds_of(t), shape, r.random() < 0.3, 0))

    def helper(self):
        """A helper that has barriers, and one of only numbers."""
        self.make_tiles()
        k, t, w, s = self.k, self.t, self.w, self.tiles[0]
        tx, ty = ("tx", "ty") if self.give_tx else ("threadIdx.x", "threadIdx.y")
        kind = f"{t}*" if s.flat else f"{t}[,]"
        counts = self.f.counts
        given = (f", {counts} tx, {counts} ty", ", tx, ty") if self.give_tx else ("", "")
        into = Tile("X", t, s.lo, s.hi, (s.rows, s.width), s.flat, 0)
        w.put(0, f"# bh{k} : {t} ({kind} X, {t} x{given[0]})")
        w.put(0, f"def bh{k}(X, x{given[1]}):")
        w.put(1, *BARRIER)
        w.put(1, f"{into.along(ty, tx)} = x")
        w.put(1, *BARRIER)
        w.put(1, f"return {into.along(f'({ty} ^ 1)', f'({tx} ^ {self.r.choice([0, 1, 3])})')}")
        w.put(0, "")
        self.helper_of_numbers()

    def helper_of_numbers(self):
        t, name = self.t, f"h{self.k}_0"
        f = Function(self.r, self.w, [], dict(self.f.f, n=False, early=False))
        f.effects, f.precision = False, precision_of([t, "int"])
        f.scope.variables = {"a": (t, self.lo, self.hi), "b": ("int", -1000, 1000)}
        self.w.put(0, f"# {name} : {t} ({t} a, int b)")
        self.w.put(0, f"def {name}(a, b):")
        self.w.head(1, "if {}:", f.condition(1))
        for depth in (2, 1):
            e = f.exactly(f.fit(f.expression(t, 2), self.lo, self.hi), t)
            self.w.put(depth, f"return {e.s}", f"return {e.o}")
        self.w.put(0, "")
        parameters = [("a", t, self.lo, self.hi), ("b", "int", -1000, 1000)]
        self.f.helpers.append(Helper(name, parameters, t, self.lo, self.hi))
        self.kernel.helpers.append((name, [("a", t), ("b", "int")], t))

    def name_coordinates(self):
        if not self.names_coordinates:
            return
        if self.r.random() < 0.3:
            self.w.put(1, "tx, ty = threadIdx.x, threadIdx.y")
            return
        self.w.put(1, "tx = threadIdx.x")
        self.w.put(1, "ty = threadIdx.y")

    def coordinates(self):
        """Names that expressions read: {name: (type, least, greatest)}."""
        ends = {self.tx: self.width, self.ty: self.height, "idy": self.rows}
        ends |= {"blockIdx.x": self.blocks[0], "blockIdx.y": self.blocks[1]}
        known = {name: (self.f.counts, 0, end - 1) for name, end in ends.items()}
        sizes = {"blockDim.x": self.width, "blockDim.y": self.height, "gridDim.x": self.blocks[0]}
        name = self.r.choice(list(sizes))
        return known | {name: (self.f.counts, sizes[name], sizes[name])}

    def begin(self):
        f, w, t = self.f, self.w, self.t
        if not self.helped:
            self.make_tiles()
        for tile in self.tiles:
            w.put(1, tile.made())
        self.bins = self.r.random() < 0.4
        if self.bins:
            w.put(1, f"bins = shared({self.counter}, 8)")
        self.name_coordinates()
        scalars = {"p": ("int", -2, 6), "n": ("int", 0, 256), "m": ("int", 0, 256)}
        f.scope.variables = self.coordinates() | scalars
        f.fixed = {*f.scope.variables, "c"}
        e = self.fitted(f.expression(t, 2))
        w.put(1, f"v = {t}({e.s})", f"v = _c('{t}', {t}({e.o}))")
        w.put(1, "c = int((idx + idy * 3) % 5)", "c = _c('int', (idx + idy * 3) % 5)")
        f.scope.variables |= {"v": (t, self.lo, self.hi), "c": ("int", -(10**6), 10**6)}
        self.pads()
        for tile in self.tiles:
            self.put_own(1, tile, tile.name != "s")
        w.put(1, *BARRIER)
        f.scope.arrays += [tile.array(self.width) for tile in self.tiles]

    def pads(self):
        """What lies between the rows of a flat array is read like the rest of it."""
        for tile in self.tiles:
            if tile.flat and tile.width > self.width:
                self.w.put(1, f"if {self.tx} == 0:")
                self.w.put(2, f"{tile.along(self.ty, str(self.width))} = 0")

    # --- what is written and read ---

    def own(self, tile):
        return tile.along(self.ty, self.tx)

    @contextlib.contextmanager
    def without(self, *names):
        """Expressions that do not read these arrays; of none named, no array."""
        arrays = self.f.scope.arrays
        self.f.scope.arrays = [a for a in arrays if names and a.name not in names]
        yield
        self.f.scope.arrays = arrays

    def fitted_to(self, e, place):
        return self.f.exactly(self.f.fit(e, place.lo, place.hi), place.t)

    def put_own(self, d, tile, computes=True):
        """A thread writes its own element."""
        with self.without(tile.name):
            computes = computes or tile.t != self.t
            e = self.f.expression(tile.t, 2) if computes else E("v", self.t, self.lo, self.hi)
            e = self.fitted_to(e, tile)
        self.w.put(d, f"{self.own(tile)} = {e.s}", f"{self.own(tile)} = {e.o}")

    def between_barriers(self, d, write):
        self.w.put(d, *BARRIER)
        write()
        self.w.put(d, *BARRIER)

    def store_v(self, d):
        self.between_barriers(d, lambda: self.put_own(d, self.tiles[0], False))

    def own_condition(self):
        """A condition that each thread finds true or not for itself."""
        r, f = self.r, self.f
        if r.random() < 0.5:
            return f.condition(2)
        if r.random() < 0.5:
            return E(f"{self.ty} < {r.randint(1, self.height)}", "bool", 0, 1)
        return E(f"({self.ty} + {self.tx}) % {r.randint(2, 5)} {r.choice(['==', '!='])} 1", "bool", 0, 1)

    def own_store(self, d):
        """Some threads write their elements, some others write something else."""
        tile = self.r.choice(self.tiles)

        def write():
            with self.without(tile.name):
                self.w.head(d, "if {}:", self.own_condition())
            self.put_own(d + 1, tile)
            if self.r.random() < 0.4:
                with self.without(tile.name):
                    self.w.head(d, "elif {}:" if self.r.random() < 0.3 else "else:", self.own_condition())
                self.put_own(d + 1, tile)

        self.between_barriers(d, write)

    def augment_own(self, d):
        """`s[y, x] += e`, and what brings it back into its bounds."""
        tile = self.r.choice(self.tiles)

        def write():
            inner = d
            with self.without(tile.name):
                if self.r.random() < 0.3:
                    self.w.head(d, "if {}:", self.own_condition())
                    inner += 1
                e = wanted(self.fitted_to(self.f.expression(tile.t, 1), tile), tile.t)
            change = f"{self.own(tile)} {self.r.choice(['+=', '-='])}"
            self.w.put(inner, f"{change} {e.s}", f"{change} {e.o}")
            if tile.t != "uint32":
                self.w.put(inner, f"{self.own(tile)} = max({tile.lo!r}, min({tile.hi!r}, {self.own(tile)}))")

        self.between_barriers(d, write)

    def through_global(self, d):
        """Every thread writes to `G`, and reads what others of its block have written there."""
        w, t = self.w, self.t
        w.put(d, *BARRIER)
        if self.r.random() < 0.3:
            w.put(d, "G[idy, idx] += v")
            if t != "uint32":
                w.put(d, f"G[idy, idx] = max({self.lo!r}, min({self.hi!r}, G[idy, idx]))")
        else:
            w.put(d, "G[idy, idx] = v")
        w.put(d, *BARRIER)
        if self.r.random() < 0.5:
            row, column = f"idy - {self.ty} + {{k}}", f"idx - {self.tx} + {{k}}"
            along = [(f"G[idy, {column}]", self.width), (f"G[{row}, idx]", self.height)]
            self.sums(d, *(((text, t, self.lo, self.hi), most) for text, most in along))
            return
        step = self.r.randint(1, self.height - 1)
        other = E(
            f"G[idy - {self.ty} + ({self.ty} + {step}) % {self.height}, idx]", t, self.lo, self.hi, pure=False
        )
        e = self.fitted(self.f.joined("+", t, other, E("v", t, self.lo, self.hi)) or other)
        w.put(d, f"v = {e.s}", f"v = _c('{t}', {e.o})")

    def own_output(self, d):
        """Some threads write to an output that nobody reads."""
        place = "Q[idy * n + idx]" if self.output_is_flat else "Q[idy, idx]"
        self.w.head(d, "if idy < m and idx < n and {}:", (self.own_condition(), NOT))
        self.w.put(d + 1, f"{place} {self.r.choice(['=', '=', '+='])} v")

    def new_v(self, d):
        f, t = self.f, self.t
        e = self.fitted(f.expression(t, self.r.randint(1, 2)))
        if self.r.random() < 0.6:
            tile = self.tiles[0]
            with self.without():
                i, j = f.index(self.height, pure=True), f.index(self.width, pure=True)
            i, j = (E("0", "int", 0, 0) if x.lo < 0 else x for x in (i, j))
            element = made(tile.along("{}", "{}"), t, self.lo, self.hi, (i, PRODUCT), (j, PRODUCT))
            joined = f.joined("+" if self.r.random() < 0.7 else "-", t, element, e)
            e = self.fitted(joined) if joined else e
        self.w.put(d, f"v = {e.s}", f"v = _c('{t}', {e.o})")

    # --- loops along rows and columns ---

    def rows_and_columns(self):
        """What a loop goes along: two lists of ((text with {k}, type, least, greatest), turns)."""
        tiles = [(tile, (tile.t, tile.lo, tile.hi)) for tile in self.tiles]
        rows = [((tile.along(self.ty, "{k}"), *kind), self.width) for tile, kind in tiles]
        columns = [((tile.along("{k}", self.tx), *kind), self.height) for tile, kind in tiles]
        rows.append((("X[idy, {k}]", self.t, self.lo, self.hi), EDGE))
        columns.append((("Y[{k}, idx]", self.other, *self.bounds_of(self.other)), EDGE))
        return rows, columns

    def sum_loop(self, d):
        """A loop over a row and a column, in either order."""
        pair = [self.r.choice(each) for each in self.rows_and_columns()]
        self.r.shuffle(pair)
        self.sums(d, *pair)

    def turns(self, most):
        """The range of a loop, of at most so many turns."""
        ways = [f"range({most})"] * 5
        ways += [f"range({most - 1}, -1, -1)", f"range({self.r.randint(0, 1)}, {most}, 2)"]
        ways += [f"range(min({most}, abs(p) + 1))", f"range(p % {most + 1})"]
        ways += [f"range({self.tx} % {most + 1})"]
        ways += ["range(blockDim.x)"] * 2 if self.width == most else []
        ways += ["range(blockDim.y)"] * 2 if self.height == most else []
        return self.r.choice(ways)

    def jump(self, d, k):
        """A jump that all threads of the block make, or now and then some of them."""
        uniform = [f"{k} > p", f"({k} + p) % 3 == 0", f"blockIdx.x == 0 and {k} == 2", f"{k} == n % 4"]
        own = f"{k} > {self.ty}" if self.r.random() < 0.1 else f"{k} > {self.tx} + 2"
        self.w.put(d, f"if {self.r.choice([*uniform, own])}:")
        self.w.put(d + 1, self.r.choice(["break", "continue"]))

    def sums(self, d, one, other):
        """A loop that sums what two walks have in the same iteration, and gives `v` the sum."""
        r, w, t = self.r, self.w, self.t
        total, k = self.f.new("a"), self.f.new("k")
        most = min(one[1], other[1])
        w.put(d, f"{total} = {cast_name(t)}(0)", f"{total} = _c('{t}', 0)")
        w.put(d, f"for {k} in {self.turns(most)}:")
        if r.random() < 0.3:
            self.jump(d + 1, k)
        x, y = (E(kind[0].format(k=k), *kind[1:], pure=False) for kind, _ in (one, other))
        known = dict(self.f.scope.variables)
        self.f.scope.variables[k] = (self.f.counts, 0, most - 1)
        with self.without() if r.random() < 0.9 else contextlib.nullcontext():
            greatest = r.choice([self.add_products, self.add_products, self.add_by_data])(d + 1, total, x, y)
        self.f.scope.variables = known
        greatest *= MOST_TURNS
        if t == "uint32":
            e = E(total, t, self.lo, self.hi)
        else:
            e = self.fitted(E(total, t, -greatest, greatest))
        e = (self.f.joined("+", t, e, E("v", t, self.lo, self.hi)) or e) if r.random() < 0.4 else e
        e = self.fitted(e)
        w.put(d, f"v = {e.s}", f"v = _c('{t}', {e.o})")

    def add(self, d, total, e, op="+"):
        """`total += e`; gives the greatest that is added."""
        if self.r.random() < 0.7:
            self.w.put(d, f"{total} {op}= {e.s}", f"{total} = _c('{self.t}', {total} {op} ({e.o}))")
        else:
            reference = f"{total} = _c('{self.t}', {total} {op} ({e.o}))"
            self.w.put(d, f"{total} = {total} {op} ({e.s})", reference)
        return max(abs(e.lo), abs(e.hi))

    def as_value(self, e):
        """An element of any type as the type of `v`, within its bounds."""
        return self.fitted(self.f.exactly(e, self.t))

    def product(self, x, y):
        x, y = self.as_value(x), self.as_value(y)
        return wanted(self.f.joined("*" if self.r.random() < 0.8 else "-", self.t, x, y) or x, self.t)

    def add_products(self, d, total, x, y):
        greatest = self.add(d, total, self.product(x, y))
        if self.r.random() < 0.3:
            greatest += self.add(d, total, wanted(self.fitted(self.f.expression(self.t, 1)), self.t))
        return greatest

    def add_by_data(self, d, total, x, y):
        """The elements get names, and each thread decides for itself what it adds."""
        names = []
        for e in (x, y):
            name = self.f.new("x")
            e = self.as_value(e)
            self.w.put(d, f"{name} = {e.s}", f"{name} = _c('{self.t}', {e.o})")
            self.f.scope.variables[name] = (self.t, e.lo, e.hi)
            names.append(E(name, self.t, e.lo, e.hi))
        if self.r.random() < 0.3:
            pattern = "{} if {} else {}"
            parts = (names[0], OR), (self.f.condition(1), OR), names[1]
            return self.add(d, total, made(f"{self.t}({pattern})", self.t, self.lo, self.hi, *parts))
        by_elements = E(f"{names[0].s} > {names[1].s}", "bool", 0, 1)
        condition = self.own_condition() if self.r.random() < 0.5 else by_elements
        self.w.head(d, "if {}:", condition)
        greatest = self.add(d + 1, total, self.product(*names))
        if self.r.random() < 0.5:
            self.w.put(d, "else:")
            greatest += self.add(d + 1, total, names[1], "-")
        return greatest

    def reduction(self, d):
        """A sum of each column in shared memory."""
        if self.loops or self.height & (self.height - 1):
            return False
        w, i, t, tile = self.w, self.f.new("w"), self.t, self.tiles[0]
        w.put(d, *BARRIER)
        w.put(d, f"{i} = {self.height // 2}", f"{i} = _c('int', {self.height // 2})")
        w.put(d, f"while {i} > 0:")
        w.put(d + 1, f"if {self.ty} < {i}:")
        below = tile.along(f"({self.ty} + {i})", self.tx)
        e = self.f.joined("+", t, *(E(text, t, self.lo, self.hi) for text in (self.own(tile), below)))
        e = self.fitted(e) if t != "uint32" else e
        w.put(d + 2, f"{self.own(tile)} = {e.s}", f"{self.own(tile)} = {e.o}")
        w.put(d + 1, *BARRIER)
        w.put(d + 1, f"{i} //= 2", f"{i} = _c('int', {i} // 2)")
        e = f"{tile.along('0', self.tx)} if {self.tx} % 3 else {self.own(tile)}"
        w.put(d, f"v = {e}", f"v = _c('{t}', {e})")
        self.store_v(d)
        return True

    # --- atomic operations ---

    def operand(self):
        return wanted(self.f.fit(self.f.expression(self.counter, 1), 0, 1000), self.counter)

    def count(self, d):
        """Atomic operations on elements that nobody reads."""
        inner = d
        if self.r.random() < 0.4:
            self.w.head(d, "if {}:", self.own_condition())
            inner += 1
        self.w.head(inner, f"{self.atomic}(C, {{}}, {{}})", self.place_of_count(), self.operand())

    def place_of_count(self):
        i = self.f.index(8, pure=True)
        return E("1", "int", 1, 1) if i.lo < 0 else i

    def count_in_block(self, d):
        """Atomic operations on shared elements, which are read after a barrier."""
        if not self.bins:
            return False
        w = self.w
        place = f"{self.ty} * {self.width} + {self.tx}"
        w.put(d, *BARRIER)
        w.put(d, f"if {place} < 8:")
        w.put(d + 1, f"bins[{place}] = 0")
        w.put(d, *BARRIER)
        for _ in range(self.r.randint(1, 2)):
            w.head(d, f"{self.atomic}(bins, {{}}, {{}})", self.place_of_count(), self.operand())
        w.put(d, *BARRIER)
        got = f"int(bins[({self.ty} + {self.tx}) % 8] % 1000)"
        self.add_to_c(d, got, got)
        return True

    # --- flow ---

    def branch(self, d):
        """A branch that all threads of a block take, or none."""
        if d >= 3:
            return False
        ways = ["if p > 2:", "if n > 20 and p != 1:", "if blockIdx.x == 0:", "if p:", "if blockIdx.y < p:"]
        self.w.put(d, self.r.choice(ways))
        self.rounds(d + 1, 1)
        if self.r.random() < 0.4:
            self.w.put(d, "else:")
            self.rounds(d + 1, 1)
        return True

    def own_branch(self, d):
        self.w.head(d, "if {}:", self.own_condition())
        self.new_v(d + 1)
        if self.r.random() < 0.3:
            self.w.put(d, "else:")
            self.new_c(d + 1)

    def own_loop(self, d):
        i = self.f.new("i")
        self.w.put(d, f"for {i} in range({self.ty if self.r.random() < 0.1 else self.tx} % 3):")
        self.f.scope.variables[i] = (self.f.counts, 0, 2)
        self.f.fixed.add(i)
        with self.without():
            e = self.fitted(self.f.expression(self.t, 1))
        self.w.put(d + 1, f"v = {e.s}", f"v = _c('{self.t}', {e.o})")
        del self.f.scope.variables[i]

    def call_helper(self, d):
        if not self.helped or self.loops or d > 1:
            return False
        given = f", {self.tx}, {self.ty}" if self.give_tx else ""
        call = f"bh{self.k}(s, v{given})"
        self.w.put(d, f"v = {call}", f"v = _c('{self.t}', (yield from {call}))")
        self.store_v(d)
        return True

    def new_c(self, d):
        e = self.f.fit(self.f.expression("int", 2), 0, 1000)
        self.w.put(d, f"c = {e.s}", f"c = _c('int', {e.o})")

    def rounds(self, d, count):
        ways = [self.sum_loop] * 3 + [self.exchange] * 2
        ways += [self.own_store, self.augment_own, self.through_global, self.loop]
        ways += [self.branch, self.own_branch, self.call_helper, self.own_loop, self.reduction]
        ways += [self.new_c, self.count, self.count_in_block, self.own_output]
        ways += [self.vote_of_block] if self.r.random() < 0.05 else []
        for _ in range(count):
            if self.r.choice(ways)(d) is False:
                self.own_store(d)
        if self.w.lines[-1][0] != "    " * d:
            self.w.put(d, "c = (c + 1) % 100", "c = _c('int', (c + 1) % 100)")

    def make_rounds(self):
        self.rounds(1, self.r.randint(1, 3))
        if self.r.random() < 0.2:  # no thread waits any more
            self.w.put(1, self.r.choice(["if blockIdx.x > p:", "if blockIdx.y == p:", "if p > 3:"]))
            self.w.put(2, "return")
        self.sum_loop(1)

    def give(self):
        place = "idy * n + idx" if self.output_is_flat else "idy, idx"
        self.w.put(1, "if idx < n and idy < m:")
        self.w.put(2, f"R[{place}] = v")
        self.w.put(2, f"N[{place}] = c")


def make_rows(r, k):
    """A kernel of blocks that have rows."""
    return RowMaker(r, k).make()
