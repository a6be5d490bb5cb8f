"""Random expressions of a type, with bounds of their values, so that what is computed stays inside the
contract."""

import math

from in_cpython.numeric import FLOATS, INTS, SMALL_FLOATS, fits, join, limits, promoted
from making.texts import (
    AND,
    ATOM,
    BIT_AND,
    BIT_OR,
    CHOICE,
    COMPARISON,
    E,
    LEVEL,
    NOT,
    OR,
    POWER,
    PRODUCT,
    SUM,
    Scope,
    UNARY,
    cast_name,
    highest_power,
    is_narrow,
    is_signed,
    literal,
    made,
    pow2,
    typed,
)

# What meets an operand of a type in that type.
NARROWER = {
    "int": ["int8", "int16", "uint8", "uint16", "bool"],
    "int64": ["int", "int8", "uint32", "int16"],
    "uint64": ["uint32"],
    "float": ["int", "int8", "uint32", "bool", "uint16", "half", "bfloat16"],
    "double": ["float", "int", "int64", "uint32", "half", "bfloat16"],
}
HUGE = 1e30  # floats below it may be added and multiplied
LARGE_HALF = 3e4
SLACK = {"half": 2e-3, "bfloat16": 1e-2}  # by how much of itself a result may be beyond its bounds


class Expressions:
    """What makes the expressions of one function."""

    def __init__(self, r, w, helpers, features):
        self.r, self.w, self.helpers, self.f = r, w, helpers, features
        self.counts = features.get(
            "index", "int"
        )  # the type of coordinates, lengths and the variables of loops
        self.scope = Scope()
        self.count = 0
        self.reserved = set()  # of the names that C++ keeps for itself, those that stand for something
        self.loops = 0  # how many loops are open
        self.fixed = set()  # variables that are not assigned: counters
        self.nesting = 0  # of indices in indices
        self.effects = True
        self.budget = 40
        self.returned = None
        self.objects = []  # names of structs that a helper may be given
        self.readable = []  # fields of values, which are only read
        self.draws = False  # whether there is a generator of random numbers
        self.structs = []  # (text of a field, type, least, greatest)
        self.precision = None  # of floats without a width that meet none

    def chance(self, p):
        return self.r.random() < p

    def pick(self, options):
        return self.r.choice(options)

    def some(self, *types):
        """One of the types that this program has."""
        return self.pick([t for t in types if t in self.f["types"]] or ["int"])

    # --- literals ---

    def literal(self, t, small=False):
        """A weak literal that keeps the type t next to an operand of type t."""
        r = self.r
        if t == "bool":
            v = r.random() < 0.5
            return E(str(v), "bool", int(v), int(v))
        named = [(n, v) for n, v in self.f.get("named", ()) if self.may_be(v, t)]
        if named and self.chance(0.3):
            n, v = self.pick(named)
            return E(n, t, v, v, weak=True)
        if t in FLOATS:
            v = self.pick(
                [0.5, 1.5, 2.0, 0.1, 3.25, -0.75, 10.0, 1e-3, 7.0, r.uniform(-9, 9), 0.0, 1.0, -1.0, 1e2]
            )
            return literal(r.randint(-9, 9) if self.chance(0.15) else v, t)
        hi = limits(t)[1]
        large = [r.randint(-9, 100), 1, 2, 127, 255, 256, 1000, 65535, 100000, -1, -7]
        v = r.randint(0, 9) if small or self.chance(0.6) else self.pick(large)
        if not fits(t, v):
            v = r.randint(0, min(hi, 20))
        if v >= 10 and self.chance(0.2):
            return E(self.pick([hex, bin, oct])(v), t, v, v, weak=True)
        return literal(v, t)

    @staticmethod
    def may_be(v, t):
        if t in FLOATS:  # what a half has no room for meets it in a float
            return t != "half" or abs(v) <= LARGE_HALF
        return not isinstance(v, float) and fits(t, v)

    def literal_of(self, t):
        e = self.literal(t)
        return e if t == "bool" else typed(e, t)

    def of_table(self, t):
        """An element of a captured table, which is like a literal: or none, where one does not fit the
        type."""
        if not self.f.get("captured"):
            return None
        name, values = self.f["captured"]
        if not all(self.may_be(v, t) for v in values) or t == "bool":
            return None
        i = self.index(len(values), pure=True)
        return made(f"{name}[{{}}]", t, min(values), max(values), i, weak=True)

    def next_to(self, t, small=False):
        """What takes the type t from the operand next to it: a literal, or an element of a table."""
        e = self.of_table(t) if not small and self.nesting < 2 and self.chance(0.2) else None
        return e or self.literal(t, small)

    # --- bounds ---

    def fit(self, e, lo, hi):
        """e brought into [lo, hi], of the type in which it is computed with."""
        if e.within(lo, hi):
            return e
        return self.fit_float(e, lo, hi) if e.t in FLOATS else self.shown(e, lo, hi)

    def fit_float(self, e, lo, hi):
        way = self.r.randrange(3)
        m = math.floor(min(abs(lo), abs(hi), 1e6) * 0.9 * 4) / 4  # both may be infinite
        if way == 0 and not self.f["specials"]:
            return made(f"{{}} % {m!r}", e.t, 0.0, m, (e, PRODUCT), prec=PRODUCT)
        names, (first, second) = (("min", "max"), (m, -m)) if way == 1 else (("max", "min"), (-m, m))
        return made(f"{names[1]}({second!r}, {names[0]}({first!r}, {{}}))", e.t, -m, m, e)

    def shown(self, e, lo, hi):
        """An integer brought into [lo, hi] by an operation that shows it."""
        t = promoted(e.t)
        way = self.r.randrange(4)
        lo, hi = max(lo, limits(t)[0]), min(hi, limits(t)[1])
        if way == 0 and hi >= 1 and lo <= 0:
            m = self.r.randint(max(1, hi // 2), hi + 1) if hi + 1 <= limits(t)[1] else hi
            return made(f"{{}} % {max(m, 1)}", t, 0, max(m, 1) - 1, (e, PRODUCT), prec=PRODUCT)
        if way == 1 and hi >= 1 and lo <= 0:
            m = (1 << int(hi + 1).bit_length() - 1) - 1
            return made(f"{{}} & {m}", t, 0, m, (e, BIT_AND), prec=BIT_AND)
        if way == 2 and lo < 0 < hi and is_signed(t):
            m = self.r.randint(max(1, -lo // 2), -lo)
            return made(f"{{}} % -{m}", t, 1 - m, 0, (e, PRODUCT), prec=PRODUCT)
        if self.chance(0.5):
            return made(f"min(max({{}}, {lo}), {hi})", t, lo, hi, e)
        return made(f"max(min({hi}, {{}}), {lo})", t, lo, hi, e)

    def fit_for_cast(self, e, lo, hi):
        if e.within(lo, hi):
            return e
        lo, hi = (lo if lo else 0.0), float(hi)
        return made(f"max({lo!r}, min({hi!r}, {{}}))", e.t, lo, hi, e)

    def converted(self, e, t):
        """`t(e)`."""
        if t == "bool":
            return made("bool({})", t, 0, 1, e)
        if t == "half":
            e = self.fit(e, *((-1000.0, 1000.0) if e.t in FLOATS else (-1000, 1000)))
        cast = {"reference": f"{cast_name(t, None if e.weak else e.t)}({{}})"}
        computed = self.computed_type(t) if self.chance(0.1) else None
        pattern = f"{computed}({{}})" if computed else cast["reference"]
        if t in FLOATS:
            return made(pattern, t, *self.loosened(t, float(e.lo), float(e.hi)), e, **cast)
        lo, hi = limits(t)
        if e.t in FLOATS:
            bound = min(1e6, hi)
            e = self.fit_for_cast(e, max(lo + 0.0, -bound), bound)
            return made(pattern, t, max(lo, math.floor(e.lo)), min(hi, math.ceil(e.hi)), e, **cast)
        return made(pattern, t, *((e.lo, e.hi) if e.within(lo, hi) else (lo, hi)), e, **cast)

    def computed_type(self, t):
        """A text that is the type t, of an array whose elements have it; None where there is none. It reads
        no element."""
        able = [a for a in self.scope.arrays if a.t == t and not a.is_local and a.is_list()]
        if not able:
            return None
        return f"{self.pick(able).name}.dtype.type"

    def exactly(self, e, t):
        """e as a value of type t, and no wider."""
        return self.converted(e, t) if e.t != t else e

    @staticmethod
    def loosened(t, lo, hi):
        """Bounds of what is rounded to the floating type t."""
        slack = SLACK.get(t, 1e-3) * max(abs(lo), abs(hi), 1)
        return lo - slack, hi + slack

    def span(self, op, t, a, b):
        """Bounds of `a op b`."""
        if op == "+":
            return a.lo + b.lo, a.hi + b.hi
        if op == "-":
            return a.lo - b.hi, a.hi - b.lo
        if op == "*":
            products = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
            return min(products), max(products)
        m = max(abs(a.lo), abs(a.hi))
        if op == "/":
            return -1e38, 1e38
        if op == "//" and t in FLOATS:
            return -2 * m - 1, 2 * m + 1
        if op == "//":
            return (0, m) if a.lo >= 0 and b.lo >= 0 else (-m, m)
        if op == "%":
            n = max(abs(b.lo), abs(b.hi))
            return (0 if b.lo >= 0 else -n), (n if b.hi >= 0 else 0)
        if op == "<<":
            return min(a.lo << b.hi, a.lo), max(a.hi << b.hi, a.hi)
        if op == ">>":
            return min(a.lo >> b.lo, a.lo >> b.hi), max(a.hi >> b.lo, a.hi >> b.hi)
        if op == "&" and min(a.lo, b.lo) < 0 <= max(a.lo, b.lo):
            return 0, a.hi if a.lo >= 0 else b.hi
        n = pow2(max(abs(a.lo), abs(a.hi), abs(b.lo), abs(b.hi)))
        return (-n - 1 if min(a.lo, b.lo) < 0 else 0), n

    # --- leaves ---

    def leaf(self, t):
        options = []
        if self.f.get("constant") and self.chance(0.5):
            return self.literal_of(t)
        for name, (vt, lo, hi) in self.scope.variables.items():
            if vt == t:
                options += [lambda name=name, lo=lo, hi=hi: E(name, t, lo, hi)] * 2
        options += [lambda a=a: self.element(a) for a in self.scope.arrays if a.t == t]
        options += [
            lambda s=s, lo=lo, hi=hi: E(s, t, lo, hi)
            for s, ft, lo, hi in self.structs + self.readable
            if ft == t
        ]
        if t == self.counts and self.f.get("n"):
            options.append(lambda: E("idx", t, 0, self.f["threads"] - 1))
            if self.scope.arrays:
                options.append(lambda: self.length(self.pick(self.scope.arrays)))
        if self.nesting > 1:
            names = [n for n, v in self.scope.variables.items() if v[0] == t]
            if names:
                n = self.pick(names)
                return E(n, *self.scope.variables[n])
        if self.nesting > 4:  # only indices in indices of arrays
            return self.literal_of(t)
        if options and self.chance(0.9):
            return self.pick(options)()
        others = [(n, v) for n, v in self.scope.variables.items() if v[0] != t]
        if self.chance(0.5) or not others:
            return self.literal_of(t)
        name, (vt, lo, hi) = self.pick(others)
        return self.converted(E(name, vt, lo, hi), t)

    def length(self, a):
        """`len(a)`."""
        least = a.length[0] if isinstance(a.length, tuple) else a.length
        return E(f"len({a.name})", self.counts, 0, max(64, least))

    def index(self, length, pure=False, array=None):
        """An index in [0, length)."""
        way = self.r.randrange(8)
        if way == 0 and length > 1:
            v = self.r.randint(0, length - 1)
            return E(str(v), "int", v, v)
        if way == 1:
            v = -self.r.randint(1, length) if array is not None and array.is_whole else 0
            return E(str(v), "int", v, v)
        inside = [
            n for n, (t, lo, hi) in self.scope.variables.items() if t in INTS and lo >= 0 and hi < length
        ]
        if inside and way < 5:
            n = self.pick(inside)
            return E(n, *self.scope.variables[n])
        save, self.effects = self.effects, self.effects and not pure
        self.nesting += 1
        deep = 0 if self.nesting > 1 else self.r.randrange(3) if not pure else 1
        e = self.expression(self.some(*["int"] * 5, "int16", "uint8", "int64", "uint32"), deep)
        self.nesting -= 1
        self.effects = save
        if e.lo >= 0 and e.hi < length:
            return e
        t = promoted(e.t)
        if length & (length - 1) == 0 and self.chance(0.5):
            return made(f"{{}} & {length - 1}", t, 0, length - 1, (e, BIT_AND), prec=BIT_AND)
        return made(f"{{}} % {length}", t, 0, length - 1, (e, PRODUCT), prec=PRODUCT)

    def element(self, a, pure=False):
        """An element of a: of the thread's own part if it is written somewhere."""
        if a.dims == 3:
            i, j, k = (self.index(n, True) for n in a.length)
            pattern = (
                "[{}, {}, {}]"
                if self.chance(0.6)
                else self.pick(["[{}][{}, {}]", "[{}, {}][{}]", "[{}][{}][{}]"])
            )
            return made(a.name + pattern, a.t, a.lo, a.hi, i, j, k)
        if a.dims == 2 and a.own is None:
            i, j = self.index(a.length[0], pure, a), self.index(a.length[1], pure, a)
            return made(a.name + ("[{}][{}]" if self.chance(0.3) else "[{}, {}]"), a.t, a.lo, a.hi, i, j)
        if a.own is None:
            return made(f"{a.name}[{{}}]", a.t, a.lo, a.hi, self.index(a.length, pure, a))
        if "%" not in a.own:
            return E(f"{a.name}[{a.own}]", a.t, a.lo, a.hi)
        # its own row, or a stretch of a.length elements
        i = self.index(a.length, pure, a if a.dims == 2 else None)
        pattern = a.own.replace("%s", "{}")
        return made(f"{a.name}[{pattern}]", a.t, a.lo, a.hi, (i, PRODUCT if a.dims == 1 else CHOICE))

    # --- operators ---

    def condition(self, depth=2):
        if self.r.randrange(12) == 0 and depth > 0:
            return self.expression(self.some("int", "float", "uint8"), depth - 1)
        return self.expression("bool", depth)

    def expression(self, t, depth):
        """An expression of type t, with a type of its own."""
        if depth <= 0 or self.chance(0.12):
            return self.leaf(t)
        if t == "bool":
            return self.boolean(depth) or self.leaf(t)
        options = [self.choice] * 2 + [self.junction, self.cast]
        if not is_narrow(t):
            options += [self.binary] * 9 + [self.unary] * 2 + [self.extreme]
            options += [self.built_in]
        if self.helpers:
            options += [self.call] * 2
        if self.effects and (self.f["effects"] or self.draws):
            options += [self.effect] * 2
        for _ in range(6):
            e = self.pick(options)(t, depth)
            if e is not None:
                return e
        return self.leaf(t)

    def operands(self, t, depth):
        """Two operands that meet in t, at least one of them with a type of its own."""
        way = self.r.randrange(11)
        if way < 5:
            return self.expression(t, depth - 1), self.expression(t, depth - 1)
        if way < 7:
            return self.expression(t, depth - 1), self.next_to(t)
        if way < 8:
            return self.next_to(t), self.expression(t, depth - 1)
        if way == 8 and t in ("float", "double"):
            pair = self.expression(t, depth - 1), self.widthless(t, depth - 1)
            return pair if self.chance(0.5) else pair[::-1]
        if t == "float" and set(SMALL_FLOATS) <= set(self.f["types"]) and self.chance(0.3):
            kinds = self.pick([SMALL_FLOATS, SMALL_FLOATS[::-1]])  # which meet in a float
            return tuple(self.expression(s, depth - 1) for s in kinds)
        small = [n for n in NARROWER.get(t, ()) if n in self.f["types"]]
        if not small or is_narrow(t):
            return self.expression(t, depth - 1), self.expression(t, depth - 1)
        if t == "int" and self.chance(0.3):  # both are narrower, and computed with as ints
            return self.expression(self.pick(small), depth - 1), self.expression(self.pick(small), depth - 1)
        a, b = self.expression(t, depth - 1), self.expression(self.pick(small), depth - 1)
        return (a, b) if self.chance(0.5) else (b, a)

    def binary(self, t, depth):
        if t in FLOATS:
            op = self.pick(["+", "-", "*", "*", "/", "+", "-"] + ["//", "%"])
            a, b = self.operands(t, depth)
            if op in ("/", "//", "%"):
                a, b = self.dividend(t, a, depth), self.divisor(t, b, depth)
                if op == "//":
                    a = self.fit(a, -1000.0, 1000.0)
            return self.joined(op, t, a, b)
        op = self.pick(["+", "-", "*", "+", "-", "//", "%", "&", "|", "^", "<<", ">>", "**"])
        if op == "**":
            return self.power(t, depth)
        if op in ("<<", ">>"):
            return self.shift(op, t, depth)
        a, b = self.operands(t, depth)
        if op in ("//", "%"):
            a, b = self.dividend(t, a, depth), self.divisor(t, b, depth)
        return self.joined(op, t, a, b)

    def dividend(self, t, a, depth):
        return self.expression(t, depth - 1) if a.weak or a.t != t else a

    def divisor(self, t, b, depth):
        return b if b.weak and b.lo == b.hi and b.lo != 0 else self.nonzero(t, depth - 1)

    def power(self, t, depth):
        a = self.expression(t, depth - 1)
        k = self.r.randint(0, 4)
        if is_signed(t) and k > 1:
            base = highest_power(t, k)
            a = self.fit(a, -base + 1, base - 1)
        m = max(abs(a.lo), abs(a.hi)) ** k
        lo, hi = (-m if a.lo < 0 else 0, m) if k else (1, 1)
        if not is_signed(t) and hi > limits(t)[1]:
            lo, hi = limits(t)
        return made(f"{{}} ** {k}", t, lo, hi, (a, ATOM), prec=POWER)

    def shift(self, op, t, depth):
        a = self.expression(t, depth - 1)
        if self.chance(0.5):
            return self.joined(op, t, a, literal(self.r.randint(0, 6 if op == "<<" else INTS[t][0] - 1), t))
        b = self.expression(t, depth - 2)
        return self.joined(op, t, a, made("{} & 7", t, 0, 7, (b, BIT_AND), prec=BIT_AND))

    def nonzero(self, t, depth):
        if self.chance(0.4):
            v = self.pick([0.5, 2.0, 3.0, 0.3, 7.25] if t in FLOATS else [1, 2, 3, 7, 10])
            return literal(v * (self.pick([1, 1, -1]) if t in FLOATS or is_signed(t) else 1), t)
        e = self.expression(t, depth)
        if t in FLOATS:
            return made("abs({}) + 0.5", t, 0.5, 1e38, e, prec=SUM)
        if self.chance(0.5):
            return made("({} & 7) + 1", t, 1, 8, (e, BIT_AND), prec=SUM)
        return made("{} | 1", t, *self.span("|", t, e, E("1", t, 1, 1)), (e, BIT_OR), prec=BIT_OR)

    def joined(self, op, t, a, b):
        """`a op b`, its operands brought into bounds where the result would not fit; or none."""
        if a.weak and b.weak:
            return None
        if (a.weak and b.t != t or b.weak and a.t != t) and join(a.t, b.t) != t:
            return None
        fitted = self.joined_floats(op, t, a, b) if t in FLOATS else self.joined_ints(op, t, a, b)
        if fitted is None:
            return None
        a, b, lo, hi = fitted
        if op in "&|^" and a.t == b.t == "bool":  # of which the result would be a bool
            a = typed(a, t)
        level = LEVEL[op]
        return made(f"{{}} {op} {{}}", t, lo, hi, (a, level), (b, level + 1), prec=level)

    def joined_floats(self, op, t, a, b):
        lo, hi = self.span(op, t, a, b)
        huge, m = (LARGE_HALF, 100.0) if t == "half" else (HUGE, 1000.0)
        if t == "half" and op == "/":
            a = self.fit(a, -1000.0, 1000.0)
        if not (-huge < lo and hi < huge) and op != "/":
            a, b = (self.fit(e, -m, m) if e.t in FLOATS and not e.weak else e for e in (a, b))
            lo, hi = self.span(op, t, a, b)
        return a, b, *self.loosened(t, lo, hi)

    def joined_ints(self, op, t, a, b):
        low, high = limits(t)
        lo, hi = self.span(op, t, a, b)
        if low <= lo and hi <= high:
            return a, b, lo, hi
        if not is_signed(t):
            return a, b, low, high
        half = {"+": high // 2, "-": high // 2, "*": math.isqrt(high), "<<": high >> 7}.get(op, high - 1)

        def halved(e):
            if e.weak:
                return e if e.within(-half, half) else literal(3, t)
            return self.fit(e, max(-half, limits(e.t)[0]), min(half, limits(e.t)[1]))

        a = halved(a)
        b = halved(b) if op != "<<" else b if b.hi <= 7 else literal(3, t)
        lo, hi = self.span(op, t, a, b)
        return (a, b, lo, hi) if low <= lo and hi <= high else None

    def unary(self, t, depth):
        op = self.pick("-+-" if t in FLOATS else "-~+-")
        small = [n for n in NARROWER["int"] if n in self.f["types"]]
        e = self.expression(self.pick(small) if t == "int" and small and self.chance(0.2) else t, depth - 1)
        if is_signed(t) and e.lo == limits(t)[0] and op == "-":
            e = self.fit(e, -limits(t)[1], limits(t)[1])
        lo, hi = {"-": (-e.hi, -e.lo), "~": (-e.hi - 1, -e.lo - 1), "+": (e.lo, e.hi)}[op]
        if t in INTS and not is_signed(t) and lo < 0:
            lo, hi = limits(t)
        return made(f"{op}{{}}", t, lo, hi, (e, UNARY), prec=UNARY)

    def either(self, t, depth):
        """Two values of which one has type t, the other t or a narrower one or a literal."""
        a, b = self.operands(t, depth)
        if t == "int" and not (a.weak or b.weak) and "int" not in (a.t, b.t):
            a = self.converted(a, "int")
        return (typed(a, t), b) if a.weak and b.weak else (a, b)

    def choice(self, t, depth):
        a, b = self.either(t, depth)
        c = self.condition(depth - 1)
        parts = (a, OR), (c, OR), (b, CHOICE)
        pattern = "{} if {} else {}"
        lo, hi = min(a.lo, b.lo), max(a.hi, b.hi)
        return made(pattern, t, lo, hi, *parts, prec=CHOICE, reference=f"_c('{t}', {pattern})")

    def junction(self, t, depth):
        op, level = self.pick([("and", AND), ("or", OR)])
        a, b = self.either(t, depth)
        if a.weak:
            a, b = b, a
        pattern = f"{{}} {op} {{}}"
        lo, hi = min(a.lo, b.lo), max(a.hi, b.hi)
        return made(
            pattern, t, lo, hi, (a, level), (b, level + 1), prec=level, reference=f"_c('{t}', {pattern})"
        )

    def extreme(self, t, depth):
        es = list(self.either(t, depth))
        if self.chance(0.3):
            es.append(self.expression(t, depth - 1))
        f = self.pick([min, max])
        bounds = (min, max) if t in FLOATS else (f, f)
        lo, hi = bounds[0](e.lo for e in es), bounds[1](e.hi for e in es)
        return made(f"{f.__name__}({', '.join(['{}'] * len(es))})", t, lo, hi, *es)

    def cast(self, t, depth):
        return self.converted(self.expression(self.pick(self.f["types"]), depth - 1), t)

    # --- floats without a width ---

    def widthless(self, t, depth):
        """What is computed of integers and literals, and takes the precision t from what it meets."""
        way = self.r.randrange(8)
        a = self.fit(self.expression(self.some("int", "int", "uint8", "int16"), depth - 1), -(10**6), 10**6)
        if way < 3:
            b = self.nonzero("int", depth - 1)
            bound = float(max(abs(a.lo), abs(a.hi)))
            return made("{} / {}", t, -bound, bound, (a, PRODUCT), (b, UNARY), prec=PRODUCT, weak=True)
        if way == 3:
            return made("math.sqrt(abs({}))", t, 0.0, 1001.0, a, weak=True)
        if way == 4 and depth > 0:
            c = self.condition(depth - 1)
            b = self.pick([0.5, -1.5, 3.0])
            parts = (self.widthless(t, depth - 1), OR), (c, OR)
            return made(f"{{}} if {{}} else {b!r}", t, -2e9, 2e9, *parts, prec=CHOICE, weak=True)
        c = literal(self.pick([0.1, 2.5, -1.5, 0.75, 1e-2, 3.0]), t)
        op = self.pick("+-*")
        parts = [(a, c), (c, a)][self.r.randrange(2)]
        if depth > 0 and self.chance(0.3):
            parts = self.widthless(t, depth - 1), parts[self.r.randrange(2)]
        lo, hi = self.span(op, t, *parts)
        level = LEVEL[op]
        slack = 1e-3 * max(abs(lo), abs(hi), 1)
        places = (parts[0], level), (parts[1], level + 1)
        return made(f"{{}} {op} {{}}", t, lo - slack, hi + slack, *places, prec=level, weak=True)

    def alone(self, depth):
        """A float without a width that meets none: it has the function's precision."""
        e = self.widthless(self.precision, depth)
        return E(e.s, e.t, e.lo, e.hi, e.prec, f"_c('{self.precision}', {e.o})", pure=e.pure)

    def may_be_alone(self, t):
        return t == self.precision and t in self.f["types"]

    # --- truth ---

    def comparison(self, depth):
        n = self.pick([2, 2, 2, 3, 3, 4])
        family = self.pick(
            [
                ["int"] * 4 + ["int64", "uint32", "int8", "float", "uint16", "double"],
                ["float", "double", "int"],
                ["half", "bfloat16", "float", "int8"],
                ["uint64", "uint32", "uint64"],
            ]
        )
        es = [self.expression(self.some(*family), depth - 1) for _ in range(n)]
        if any(e.t == "uint64" for e in es) and any(is_signed(e.t) for e in es):
            return None
        k = self.r.randrange(n)
        if self.chance(0.3) and all(x.t != "uint64" for x in es):
            beside = {es[i].t for i in (k - 1, k + 1) if 0 <= i < n}
            es[k] = self.next_to(beside.pop()) if len(beside) == 1 and "bool" not in beside else es[k]
        elif n == 2 and self.chance(0.15):
            es = self.comparison_without_width(es, k, depth)
        if any(es[i].weak and es[i + 1].weak for i in range(n - 1)):
            return None
        pattern = "{}" + "".join(
            f" {self.pick(['<', '<=', '>', '>=', '==', '!='])} {{}}" for _ in range(n - 1)
        )
        return made(pattern, "bool", 0, 1, *((e, BIT_OR) for e in es), prec=COMPARISON)

    def comparison_without_width(self, es, k, depth):
        other = es[1 - k].t
        if other in ("float", "double"):
            es[k] = self.widthless(other, depth - 1)
        elif self.precision in self.f["types"] and other in ("int", "int8", "uint16"):
            es[k] = self.alone(depth - 1)
        return es

    def test_of_float(self, depth):
        """A built-in function that gives a bool."""
        tests = ["isnan", "isinf", "isfinite"] + ["signbit"] * (not self.f["specials"])  # a NaN has any sign
        name, t = self.pick(tests), self.some("float", "double")
        if t not in FLOATS:  # the program has none
            return self.comparison(depth)
        e = typed(self.exactly(self.expression(t, depth - 1), t), t)
        # A zero of no certain sign, as that of fmin(0.0, -0.0), becomes 0.25.
        pattern = f"math.{name}({{}} + 0.25)" if name == "signbit" else f"math.{name}({{}})"
        return made(pattern, "bool", 0, 1, (e, SUM))

    def boolean(self, depth):
        way = self.r.randrange(10)
        if way < 6:
            return self.comparison(depth)
        if way == 6:
            e = self.expression(self.some("bool", "int", "float"), depth - 1)
            return made("not {}", "bool", 0, 1, (e, NOT), prec=NOT)
        if way == 7 and self.chance(0.3):
            return self.test_of_float(depth)
        if way == 7 and self.chance(0.5):
            t, u = self.some("int", "int8", "uint32", "bool"), self.some("int", "int64", "uint16")
            es = [self.expression(x, depth - 1) for x in (t, u, t, u)]
            op = self.pick(["<", "<=", ">", ">=", "==", "!="])
            return made(f"({{}}, {{}}) {op} ({{}}, {{}})", "bool", 0, 1, *es, prec=COMPARISON, pure=False)
        if way == 7:
            op = self.pick("&|^")
            parts = (
                (self.expression("bool", depth - 1), LEVEL[op]),
                (
                    self.expression("bool", depth - 1),
                    LEVEL[op] + 1,
                ),
            )
            return made(f"{{}} {op} {{}}", "bool", 0, 1, *parts, prec=LEVEL[op], pure=False)
        op, level = self.pick([("and", AND), ("or", OR)])
        parts = (self.expression("bool", depth - 1), level), (self.expression("bool", depth - 1), level + 1)
        pattern = f"{{}} {op} {{}}"
        return made(pattern, "bool", 0, 1, *parts, prec=level, reference=f"_c('bool', {pattern})")
