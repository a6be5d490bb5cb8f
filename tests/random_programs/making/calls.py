"""Random calls: of built-in functions, helpers, lambdas and atomic operations."""

import math

from making import extras
from making.expressions import Expressions, HUGE, NARROWER
from in_cpython.numeric import FLOATS, INTS, SMALL_FLOATS, limits
from making.texts import (
    CHOICE,
    E,
    OR,
    PRODUCT,
    SUM,
    UNARY,
    is_narrow,
    is_signed,
    made,
    typed,
    wanted,
)


class Calls(Expressions):
    """What makes the calls of one function."""

    # --- built-in functions ---

    def built_in(self, t, depth):
        if t in SMALL_FLOATS:
            return self.built_in_of_small_float(t, depth)
        if t in FLOATS:
            return self.built_in_of_float(t, depth)
        way = self.r.randrange(9)
        if t in ("int", "int64") and way < 2:
            return self.rounding(t, depth)
        if t in ("int", "int64") and way < 4:
            return self.exact_quotient(t, depth)
        e = self.expression(t, depth - 1)
        if way == 4 and t == "int":
            return self.bit_count(t, depth)
        if way == 5 and t in ("uint32", "uint64", "int", "int64"):
            return made("brev({})", t, *limits(t), e)
        if is_signed(t):
            e = self.fit(e, -limits(t)[1], limits(t)[1])
        if way == 6:
            return made("abs({})", t, 0, max(abs(e.lo), abs(e.hi)), e)
        b = self.nonzero(t, depth - 1)
        return self.divmod_of(t, e, typed(b, t) if b.weak else b)

    def rounding(self, t, depth):
        """An integer of a float, as Python's functions give it."""
        source = self.some(*(["float", "float", *SMALL_FLOATS] if t == "int" else ["double"]))
        if source == "int":
            return None
        most = 1e6 if source != "half" else 1e3
        e = self.fit_for_cast(self.expression(source, depth - 1), -most, most)
        f = self.pick(["round", "math.floor", "math.ceil", "math.trunc"])
        return made(f"{f}({{}})", t, math.floor(e.lo) - 1, math.ceil(e.hi) + 1, e)

    def exact_quotient(self, t, depth):
        """`int(a / b)` and similar, of two integers: what CPython gives."""
        s = self.some(*["int"] * 3, "uint32", "uint8", "int16", *(["int64"] * (t == "int64")))
        a, b = (
            self.expression(s, depth - 1),
            self.nonzero(self.pick([s, "int"]) if not is_narrow(s) else "int", depth - 1),
        )
        if t == "int":
            a = self.fit(a, -(2**31) + 1, 2**31 - 1)
        if a.t == "int64":
            a = self.fit(a, -(2**60), 2**60)
        m = max(abs(a.lo), abs(a.hi))
        f = self.pick(["", "", "math.floor", "math.ceil", "math.trunc", "round"])
        inner = f"{f}({{}} / {{}})" if f else "{} / {}"
        return made(f"{t}({inner})", t, -m, m, (a, PRODUCT), (b, UNARY))

    def bit_count(self, t, depth):
        f = self.pick(["popc", "clz", "ffs"])
        e = self.expression(
            self.some("int", "uint32", "int64", "uint64", *(["uint8", "uint16"] * (f != "clz"))), depth - 1
        )
        return made(f"{f}({{}})", t, 0, 64, e)

    def divmod_of(self, t, a, b):
        k = self.r.randrange(2)
        lo, hi = self.span(("//", "%")[k], t, a, b)
        slack = 1 if t in FLOATS else 0
        lo, hi = self.loosened(t, lo - slack, hi + slack) if t in SMALL_FLOATS else (lo - slack, hi + slack)
        return made(f"divmod({{}}, {{}})[{k}]", t, lo, hi, a, b)

    def built_in_of_float(self, t, depth):
        way = self.r.randrange(9)
        small = [s for s in SMALL_FLOATS if s in self.f["types"]]
        takes_small = t == "float" and way in (0, 2) and small and self.chance(0.5)  # of which it is a float
        e = self.expression(self.pick(small) if takes_small else t, depth - 1)
        m = max(abs(e.lo), abs(e.hi))
        if way >= 6:
            return self.several_floats(t, e, depth)
        if way == 0:
            return made("math.sqrt(abs({}))", t, 0.0, 1e20, e)
        if way in (1, 2):
            return made("abs({})" if way == 1 else "math.fabs({})", t, 0.0, m, e)
        if way == 3:
            f = self.pick(["math.floorf", "math.rint"]) if t == "float" else "math.rint"
            return made(f"{f}({{}})", t, e.lo - 1, e.hi + 1, e)
        if way == 4 and not self.f["specials"]:
            e = self.fit(e, -1000.0, 1000.0)
            return made(f"round({{}}, {self.r.randint(-1, 3)})", t, e.lo - 10, e.hi + 10, e)
        b = self.nonzero(t, depth - 1)
        return self.divmod_of(t, self.fit(e, -1000.0, 1000.0), typed(b, t) if b.weak else b)

    def built_in_of_small_float(self, t, depth):
        e = self.expression(t, depth - 1)
        if self.chance(0.5):
            return made("abs({})", t, 0.0, max(abs(e.lo), abs(e.hi)), e)
        b = self.nonzero(t, depth - 1)
        return self.divmod_of(t, self.fit(e, -1000.0, 1000.0), typed(b, t) if b.weak else b)

    def several_floats(self, t, e, depth):
        f = self.pick(["copysign", "fmin", "fmax", "ldexp", "fmod", "fma"])
        b = self.expression("int" if f == "ldexp" else t, depth - 1)
        if f == "ldexp":
            b = self.fit(b, -8, 8)
        if f == "fmod":
            b = made("abs({}) + 0.5", t, 0.5, HUGE, b, prec=SUM)
        es = [e, b] + ([self.expression(t, depth - 1)] if f == "fma" else [])
        m = max(abs(x) for y in es for x in (y.lo, y.hi)) * (256 if f == "ldexp" else 1)
        m = m * m + m if f == "fma" else m
        return made(f"math.{f}({', '.join(['{}'] * len(es))})", t, -m, m, *es) if m < HUGE else None

    # --- helpers ---

    def argument(self, t, lo, hi, depth):
        """A value for a parameter of type t with these bounds."""
        if t == "bool":
            return self.expression(t, depth)
        if self.chance(0.15):
            e = self.literal(t, small=True)
            if lo <= e.lo <= hi:
                return e
        if self.chance(0.08) and self.may_be_alone(t):
            return self.fit(self.alone(depth), lo, hi)
        small = [
            n
            for n in NARROWER.get(t, ())
            if n in self.f["types"] and (n in INTS and t in INTS or n in FLOATS)
        ]
        e = self.expression(self.pick(small) if small and self.chance(0.2) else t, depth)
        if e.t in FLOATS:
            return self.fit(e, lo, hi)
        return self.fit(e, max(lo, limits(e.t)[0]), min(hi, limits(e.t)[1]))

    def arguments(self, h, depth):
        """A call's arguments, by place and by name, in any order, some left to their defaults."""
        parts = []
        required = len(h.parameters) - h.defaults
        by_name = self.r.randint(0, len(h.parameters)) if self.chance(0.4) else len(h.parameters)
        order = list(range(by_name, len(h.parameters)))
        self.r.shuffle(order)
        for i in list(range(by_name)) + order:
            name, t, lo, hi = h.parameters[i]
            if i >= required and self.chance(0.4) and i == len(h.parameters) - 1:
                continue
            e = self.argument(t, lo, hi, depth - 1)
            parts.append(e if i < by_name else made(f"{name}={{}}", t, lo, hi, e))
        return made(", ".join(["{}"] * len(parts)), None, 0, 0, *parts)

    def call(self, t, depth):
        objects = [h for h in self.helpers if h.kind == "object" and h.returned == t]
        if objects and self.objects and self.effects:
            h = self.pick(objects)
            e = self.argument("int", -1000, 1000, depth - 1)
            return made(f"{h.name}({self.pick(self.objects)}, {{}})", t, h.lo, h.hi, e, pure=False)
        generic = [h for h in self.helpers if h.kind in ("generic", "text")]
        if generic and t != "bool" and self.chance(0.3):
            return self.call_generic(self.pick(generic), t, depth)
        able = [h for h in self.helpers if h.kind in ("plain", "lambda", "exact") and h.returned == t]
        if not able:
            return self.call_over(t)
        h = self.pick(able)
        if h.kind == "lambda":
            return self.call_with_lambda(h, t, depth)
        if h.kind == "exact":
            given = [wanted(self.exactly(self.argument(*p[1:], depth - 1), p[1]), p[1]) for p in h.parameters]
            pattern = f"{h.name}({{}}, {{}})"
            if h.name == "cc.larger":  # a template, which finds its type by the first argument
                cast = {"float": "float32"}.get(t, t)
                pattern = f"{h.name}({cast}({{}}), {cast}({{}}))"
            return made(pattern, t, h.lo, h.hi, *given, pure=False)
        return made(f"{h.name}({{}})", t, h.lo, h.hi, self.arguments(h, depth), pure=False)

    def call_generic(self, h, t, depth):
        a, b = (self.exactly(self.expression(t, depth - 1), t) for _ in range(2))
        c = self.exactly(self.condition(depth - 1), "bool")
        text = ""
        if h.kind == "text" and (h.defaults == 0 or self.chance(0.7)):
            text = self.pick([", ", ", mode="]) + f'"{self.pick(["first", "second", "third"])}"'
        pattern = f"{h.name}({{}}, {{}}, {{}}{text})"
        return made(pattern, t, min(a.lo, b.lo), max(a.hi, b.hi), a, b, c, pure=False)

    def call_over(self, t):
        """A helper that goes over a part of an array."""
        able = [
            (h, a) for h in self.helpers for a in self.scope.arrays if h.kind == "over" and h.returned == t
        ]
        able = [(h, a) for h, a in able if a.is_list() and a.iterable and h.takes(a)]
        if not able:
            return None
        h, a = self.pick(able)
        return made(f"{h.name}({{}})", t, h.lo, h.hi, self.part(a), pure=False)

    def call_with_lambda(self, h, t, depth):
        inner = type(self)(self.r, self.w, [], self.f)
        inner.scope.variables = {"p": (t, *h.parameters[0][2:]), "q": (t, *h.parameters[1][2:])}
        inner.scope.variables |= {n: v for n, v in self.scope.variables.items() if n not in ("p", "q")}
        inner.effects = False
        body = inner.exactly(inner.fit(inner.expression(t, 2), h.lo, h.hi), t)
        a, b = (self.argument(t, p[2], p[3], depth - 1) for p in h.parameters)
        shape = f"{h.name}(lambda p, q: {{}}, {{}}, {{}})"
        parts = body, wanted(a, t), wanted(b, t)
        return made(
            shape, t, h.lo, h.hi, *parts, pure=False, reference=shape.replace("q: {}", f"q: _c('{t}', {{}})")
        )

    # --- parts of arrays ---

    def bound_of_slice(self):
        way = self.r.randrange(3)
        if way == 0:
            return E("", "int", 0, 0)
        if way == 1:
            v = self.r.randint(-9, 9)
            return E(str(v), "int", v, v)
        save, self.effects = self.effects, False
        e = self.fit(self.expression("int", 1), -12, 12)
        self.effects = save
        return e

    def part(self, a):
        """A slice of a, or all of it."""
        if self.chance(0.3):
            return E(a.name, a.t, 0, 0)
        return self.slice_of(E(a.name, a.t, 0, 0))

    def slice_of(self, whole):
        first, last = self.bound_of_slice(), self.bound_of_slice()
        step = self.pick(["", "", "", ":1", ":2", ":3", ":-1", ":-2"])
        cut = made(f"{whole.s}[{{}}:{{}}{step}]", whole.t, 0, 0, (first, OR), (last, OR))
        reference = made(f"{whole.o}[{{}}:{{}}{step}]", whole.t, 0, 0, (first, OR), (last, OR)).o
        e = E(cut.s, whole.t, 0, 0, o=reference)
        return self.slice_of(e) if self.chance(0.15) else e

    # --- effects ---

    def effect(self, t, depth):
        """A call that changes an array of the thread's own and gives a number."""
        if self.draws and (self.chance(0.4) or not self.f["effects"]):
            return extras.draw(self, t, depth)
        states = [a for a in self.scope.arrays if a.write and a.is_list()]
        ticks = [h for h in self.helpers if h.kind == "tick"]
        able = [a for a in states if a.t == "int" and a.lo <= 0 and a.hi >= 1000 and a.length >= 8]
        if t == "int" and ticks and able:
            k = self.fit(self.expression("int", 1), 0, 7)
            return self.call_tick(self.pick(ticks), self.pick(able), k)
        able = [a for a in self.scope.arrays if a.write and a.t == t and (a.own or a.dims == 1)]
        able = [a for a in able if not a.is_local]  # they are for memory that threads share
        return self.atomic(t, self.pick(able), depth) if able and t not in ("bool", "int8", "uint8") else None

    def call_tick(self, h, a, k):
        pattern = self.pick(["({0}, {{}})", "({0}, {{}})", "(k={{}}, S={0})", "(S={0}, k={{}})"]).format(
            a.name
        )
        return made(h.name + pattern, "int", 0, 1000, k, pure=False)

    def atomic(self, t, a, depth):
        i = self.atomic_place(a)
        if t in FLOATS:
            return self.atomic_of_float(t, a, i, depth)
        if is_narrow(t):
            x, v = (self.exactly(self.fit(self.expression(t, depth - 1), a.lo, a.hi), t) for _ in range(2))
            return made(f"atomicCAS({a.name}, {{}}, {{}}, {{}})", t, a.lo, a.hi, i, x, v, pure=False)
        if is_signed(t):
            op = self.pick(["Exch", "Min", "Max"])
            v = self.fit(self.expression(t, depth - 1), a.lo, a.hi)
        else:
            op = self.pick(
                ["Add", "Sub", "Min", "Max", "And", "Or", "Xor", "Exch"] + ["Inc", "Dec"] * (t == "uint32")
            )
            v = self.expression(t, depth - 1)
        if self.chance(0.15):
            x = self.expression(t, depth - 1)
            return made(f"atomicCAS({a.name}, {{}}, {{}}, {{}})", t, a.lo, a.hi, i, x, v, pure=False)
        return made(f"atomic{op}({a.name}, {{}}, {{}})", t, a.lo, a.hi, i, v, pure=False)

    def atomic_place(self, a):
        """The place of an element of a: of the thread's own part, where it has one."""
        if a.own and "%" not in a.own:
            return E(a.own, "int", 0, 0)
        i = self.index(a.length)
        i = E("0", "int", 0, 0) if i.lo < 0 else i
        if not a.own:
            return i
        pattern = a.own.replace("%s", "{}")
        return made(
            f"({pattern})" if a.dims == 2 else pattern, None, 0, 0, (i, PRODUCT if a.dims == 1 else CHOICE)
        )

    def atomic_of_float(self, t, a, i, depth):
        op = self.pick(["Add", "Add", "Exch", "Min", "Max"] if t not in SMALL_FLOATS else ["Add"])
        # One of them may be no number; and a GPU adds subnormal floats as 0.
        if self.f["specials"] and (op in ("Min", "Max") or (op == "Add" and t == "float")):
            op = "Exch"
        m = 20.0 if op == "Add" else min(-a.lo, a.hi)
        v = self.fit(self.exactly(self.expression(t, depth - 1), t), -m, m)
        return made(f"atomic{op}({a.name}, {{}}, {{}})", t, a.lo - 1000.0, a.hi + 1000.0, i, v, pure=False)
