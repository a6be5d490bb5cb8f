"""Random kernels whose threads work by themselves: parameters, data, bodies and outputs."""

import numpy as np

from making.data import random_array
from making.extras import add_extra
from making.flow import Function
from making.helpers import helper, precision_of, tick
from in_cpython.numeric import FLOATS, NUMPY
from making.structs import add_struct
from making.texts import ALL, Array, E, Writer

APPROXIMATE = ["sin", "cos", "exp", "tanh", "atan", "log1p_abs", "sinh", "cbrt", "erf", "asinh", "expm1"]
SINGLE = [t for t in ALL if t != "double"]
SMALL = [SINGLE + ["half"] * 4, SINGLE + ["bfloat16"] * 4]
SMALL += [types + ["half", "bfloat16"] * 3 for types in (SINGLE, ALL)]
WHOLE = [t for t in ALL if t not in FLOATS]
FLOATING = {"float": 2e-5, "double": 1e-12}


class Kernel:
    """A kernel: both texts, its arguments, and how it is launched.

    An argument is (kind, name, type, value), where kind is `scalar`, `array`, `lists` or `structs`. `approx`
    has the tolerance of arrays that are not equal bit for bit.
    """

    def __init__(self, name):
        self.name, self.arguments = name, []
        self.threads, self.block, self.helpers, self.structs, self.is_block = None, None, [], {}, False
        self.is_grid = False  # whether its blocks wait for each other
        self.strided = False  # whether its threads go over the elements in strides of the grid
        self.shared = None  # how many elements of dynamic shared memory it is launched with
        self.index = "int"  # the type of coordinates, lengths and the variables of loops
        self.approx = {}


class Maker:
    """One kernel while it is made."""

    def __init__(self, r, k):
        self.r, self.k, self.w, self.kernel = r, k, Writer(), Kernel(f"k{k}")
        extents = r.choice([1] * 8 + [2, 2, 3])
        self.kernel.threads = {1: (r.choice([1, 3, 5, 8]),), 2: (3, 2), 3: (2, 3, 2)}[extents]
        self.n = int(np.prod(self.kernel.threads))
        self.tid = {1: "idx", 2: "idy * 3 + idx", 3: "(idz * 3 + idy) * 2 + idx"}[extents]
        self.place = f"({self.tid})" if extents > 1 else self.tid
        self.features = {
            "types": r.choice([ALL, ALL, SINGLE, SINGLE, WHOLE, r.choice(SMALL)]),
            "specials": r.random() < 0.15,
            "threads": self.n,
            "n": True,
            "effects": r.random() < 0.5,
            "early": r.random() < 0.3,
        }
        self.index = "int64" if "int64" in self.features["types"] and r.random() < 0.06 else "int"
        self.kernel.index = self.features["index"] = self.index
        self.parameters = []  # (text in the signature, name)
        self.arrays = []
        self.helpers = []
        self.ending = []  # what is written before the results are

    def type(self):
        return self.r.choice(self.features["types"])

    # --- what is before the kernel ---

    def constants(self):
        r, k = self.r, self.k
        if r.random() < 0.3:
            values = tuple(r.randint(-9, 99) for _ in range(r.choice([2, 3, 4, 8])))
            if r.random() < 0.4:
                values = tuple(abs(v) % 10 for v in values)
            self.features["captured"] = (f"K{k}", values)
            self.w.put(0, f"K{k} = {values!r}")
            self.w.put(0, "")
        if r.random() < 0.3:
            values = [0, 1, 3, 7, 100, 255, -1, -5, 2.5, -0.5, 0.1, 1000, 65536, 1e-3]
            self.features["constant"] = r.random() < 0.5
            self.features["named"] = [(f"C{k}_{i}", r.choice(values)) for i in range(3)]
            for name, v in self.features["named"]:
                self.w.put(0, f"{name} = {v!r}")
            self.w.put(0, "")

    def functions(self):
        for i in range(self.r.randint(0, 3)):
            h, spec = helper(self.r, self.w, self.k, i, self.features, list(self.helpers))
            self.helpers.append(h)
            self.kernel.helpers.append(spec)
        if self.features["effects"]:
            h, spec = tick(self.w, self.k)
            self.helpers.append(h)
            self.kernel.helpers.append(spec)

    # --- parameters ---

    def argument(self, kind, shown, name, t, value):
        self.parameters.append((f"{shown} {name}", name))
        self.kernel.arguments.append((kind, name, t, value))

    def array(self, name, t, shape, lo, hi, **options):
        special = self.features["specials"] and t in FLOATS and not options.get("write")
        data = random_array(self.r, t, shape, lo, hi, special)
        self.argument("array", t + ("*" if len(shape) == 1 else f"[{',' * (len(shape) - 1)}]"), name, t, data)
        if special:
            lo, hi = -float("inf"), float("inf")
        self.arrays.append(Array(name, t, lo, hi, **options))

    def read_arrays(self):
        r = self.r
        for i in range(r.randint(1, 3)):
            t, length = self.type(), r.choice([8, 8, 9, 16])
            self.array(f"A{i}", t, (length,), *self.f.bounds(t), length=length)
        rows = next((h.parameters[0] for h in self.helpers if h.kind == "over2"), None)
        if rows or r.random() < 0.4:
            t = rows[1] if rows else self.type()
            shape = (r.choice([2, 3, 4]), r.choice([4, 5]))
            self.array("M", t, shape, *(rows[2:] if rows else self.f.bounds(t)), length=shape, dims=2)
        if r.random() < 0.15:
            t, shape = self.type(), (2, r.choice([2, 3]), r.choice([2, 4]))
            self.array("V", t, shape, *self.f.bounds(t), length=shape, dims=3, iterable=False)

    def own_arrays(self):
        """Arrays of which each thread has a part of its own."""
        r, n = self.r, self.n
        if self.features["effects"] or r.random() < 0.4:
            self.array("S", "int", (n, 8), 0, 1000, length=8, dims=2, own=f"{self.tid}, %s", write=True)
        if r.random() < 0.6:
            t = self.type()
            self.array(
                "Q", t, (n * 4,), *self.f.bounds(t), length=4, own=self.place + " * 4 + %s", write=True
            )
        if r.random() < 0.5:
            t = self.type()
            self.array("P", t, (n,), *self.f.bounds(t), length=n, own=self.tid, write=True)

    def jagged(self):
        """An array of arrays; gives what begins the body with a row of it."""
        if self.r.random() >= 0.25:
            return lambda: None
        t = self.type()
        lo, hi = self.f.bounds(t)
        rows = [random_array(self.r, t, (self.r.randint(4, 8),), lo, hi) for _ in range(self.n)]
        self.argument("lists", f"{t}**", "J", t, rows)

        def begin():
            own = self.r.random() < 0.5
            i = E(self.tid, self.index, 0, 0) if own else self.f.index(self.n, pure=True)
            self.w.head(1, "j = J[{}]", i if i.lo >= 0 else E("0", "int", 0, 0))
            self.f.scope.arrays = self.f.scope.arrays + [Array("j", t, lo, hi, 4, own)]
            self.w.put(1, "jn = len(j)", f"jn = _c('{self.index}', len(j))")
            self.f.scope.variables["jn"] = (self.index, 4, 8)

        return begin

    def scalars(self):
        for i in range(self.r.randint(0, 3)):
            t = self.type()
            lo, hi = self.f.bounds(t)
            self.argument("scalar", t, f"p{i}", t, random_array(self.r, t, 1, lo, hi)[0].item())
            self.f.scope.variables[f"p{i}"] = (t, lo, hi)

    def outputs(self):
        """Where the variables go at the end: integers, floats, and results of mathematics."""
        types = self.features["types"]
        self.out = {"RI": "int64"}
        if "float" in types:
            self.out["RF"] = "double" if "double" in types else "float"
        for name, t in self.out.items():
            self.argument("array", f"{t}*", name, t, np.zeros(self.n * 8, NUMPY[t]))
        self.approximate = [t for t in FLOATING if t in types] if self.r.random() < 0.25 else []
        for t in self.approximate:
            name = f"A{t[0].upper()}"
            self.kernel.approx[name] = FLOATING[t]
            self.argument("array", f"{t}*", name, t, np.zeros(self.n, NUMPY[t]))

    # --- the end of the body ---

    def count(self):
        """Atomic operations of all threads on the same elements."""
        e = self.f.fit(self.f.expression("int", 3), -(10**6), 10**6)
        again = e.pure and self.r.random() < 0.5
        i = self.f.index(3 if again else 4)  # sums and the greatest of one element would depend on the order
        i = E("1", "int", 1, 1) if i.lo < 0 else i
        self.w.head(1, "atomicAdd(C, {}, {})", i, e)
        self.w.put(1, f"atomicMax(C, 3, {e.lo})" if again else "atomicAdd(C, 2, 1)")

    def mathematics(self, depth=1):
        for t in self.approximate:
            e = self.f.fit(self.f.expression(t, 2), -3.0, 3.0)
            g = self.r.choice(APPROXIMATE)
            call = "math.log1p(abs({}))" if g == "log1p_abs" else f"math.{g}({{}})"
            self.w.head(depth, f"A{t[0].upper()}[{self.tid}] = {call}", e)

    def give_variables(self, depth=1):
        variables = list(self.f.scope.variables.items())
        self.r.shuffle(variables)
        counts = dict.fromkeys(self.out, 0)
        if not variables:  # so that every coordinate is read
            self.w.put(depth, f"RI[{self.place} * 8] = 1")
        for v, (t, lo, hi) in variables:
            value = f"int64({v})" if t == "uint64" else v
            to = "RF" if t in FLOATS else "RI"
            if to not in self.out:  # a double in a kernel of integers
                if not -1e6 <= lo <= hi <= 1e6:
                    continue
                to, value = "RI", f"int64({v} * 4096.0)"
            if counts[to] < 8:
                self.w.put(depth, f"{to}[{self.place} * 8 + {counts[to]}] = {value}")
                counts[to] += 1

    # --- all of it ---

    def make(self):
        kernel, w, r = self.kernel, self.w, self.r
        self.constants()
        self.functions()
        self.f = f = Function(r, w, self.helpers, self.features)
        self.read_arrays()
        begin = [self.jagged()]
        self.own_arrays()
        if r.random() < 0.2:
            begin.insert(0, add_struct(self))
        if r.random() < 0.3:
            begin.append(add_extra(self))
        self.scalars()
        counters = r.random() < 0.2
        if counters:
            self.argument("array", "int64*", "C", "int64", np.zeros(4, np.int64))
        self.outputs()
        w.put(0, f"# {kernel.name} : void ({', '.join(p for p, _ in self.parameters)})")
        w.put(0, f"def {kernel.name}({', '.join(p for _, p in self.parameters)}):")
        f.precision = precision_of(
            [a[2] for a in kernel.arguments] + [t for s in kernel.structs.values() for t in s.values()]
        )
        f.scope.arrays = self.arrays
        for first in begin:
            first()
        if self.features["effects"]:
            w.put(1, f"state = S[{self.tid}]")
            f.scope.arrays = f.scope.arrays + [Array("state", "int", 0, 1000, 8, True)]
        f.budget = r.choice([4, 8, 14, 22])
        while f.budget > 0:
            f.statement(1)
        if counters:
            self.count()
        for last in self.ending:
            last()
        self.mathematics()
        self.give_variables()
        kernel.text, kernel.reference = w.text(0), w.text(1)
        return kernel


def make(r, k):
    """A kernel whose threads work by themselves."""
    return Maker(r, k).make()
