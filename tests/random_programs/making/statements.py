"""Random statements: assignments of every kind, local arrays, views and names of arrays."""

from making.calls import Calls
from in_cpython.numeric import FLOATS, INTS, SMALL_FLOATS, limits
from making.texts import Array, E, OR, is_narrow, is_signed, literal, made, pow2, typed, wanted

# Names that C++, its compilers or headers keep for themselves. None begins as a parameter does.
RESERVED = (
    "register template auto new signed int32_t typename namespace volatile operator this "
    "nullptr NULL EOF linux"
).split()
RESERVED += (
    "union switch const struct goto friend virtual typeid short unsigned static wchar_t dim3 std".split()
)
CP_NAME = {"int": "int32", "float": "float32", "double": "float64", "bool": "bool_"}


class Statements(Calls):
    """What makes the straight statements of one function."""

    def new(self, prefix="v"):
        self.count += 1
        if prefix == "v" and self.chance(0.05):
            name = self.pick(RESERVED)
            if name not in self.reserved:
                self.reserved.add(name)
                return name
        return f"{prefix}{self.count}"

    def bounds(self, t):
        if t == "bool":
            return 0, 1
        if t in FLOATS:
            return -1000.0, 1000.0
        lo, hi = limits(t)
        if not is_signed(t):
            return lo, hi
        m = self.pick([9, 100, 1000, 30000, 10**6])
        return max(lo, -m), min(hi, m)

    def value_for(self, t, lo, hi, depth=None):
        """What can be assigned to a place of a declared type t with these bounds."""
        depth = self.r.randint(1, 4) if depth is None else depth
        if self.chance(0.08) and t != "bool":
            e = self.next_to(t)
            if e.within(lo, hi):
                return e
        if t == "bool":
            return self.expression(t, depth)
        if self.chance(0.1) and self.may_be_alone(t):
            e = self.fit(self.alone(depth), lo, hi)
            e.alone = True
            return e
        if is_narrow(t) and self.chance(0.3):  # an int of which the bounds show that it fits
            return self.shown(self.expression("int", depth), lo, hi)
        return self.fit(self.expression(t, depth), lo, hi)

    def value(self, t, lo, hi, depth=None, may_be_alone=False):
        """What gives a variable the type t, or keeps it."""
        e = self.exactly(self.value_for(t, lo, hi, depth), t)
        return typed(e, t) if e.alone and not may_be_alone else e

    @staticmethod
    def is_declared(place):
        """Whether a variable is a parameter, whose type is declared."""
        return place[:1] in "pa" and place[1:].isdigit()  # and no local name, as `auto` is

    # --- variables ---

    def set(self, d, v, e, t):
        self.w.put(d, f"{v} = {e.s}", f"{v} = _c('{t}', {e.o})")

    def declare(self, d):
        t = self.pick(self.f["types"])
        lo, hi = self.bounds(t)
        v = self.new()
        if self.chance(0.15) and t != "bool":
            e = self.value_for(t, lo, hi)
            self.w.put(d, f"{v}: cp.{CP_NAME.get(t, t)} = {e.s}", f"{v} = _c('{t}', {e.o})")
        else:
            e = self.value(t, lo, hi, may_be_alone=True)
            self.set(d, v, e if not e.weak or self.gives(e, t) else typed(e, t), t)
            # What has a width, assigned to it, would say which one it has: also where it meets the variable.
            if e.alone or (e.weak and t in FLOATS):
                self.fixed.add(v)
        self.scope.variables[v] = (t, lo, hi)

    def gives(self, e, t):
        """Whether a literal by itself has the type t."""
        return t == "int" or t == self.precision and "." in e.s

    def targets(self):
        return [n for n in self.scope.variables if n not in self.fixed]

    def assign(self, d):
        names = self.targets()
        if not names:
            return self.declare(d)
        v = self.pick(names)
        t, lo, hi = self.scope.variables[v]
        e = self.value_for(t, lo, hi) if self.is_declared(v) else self.value(t, lo, hi, may_be_alone=True)
        self.set(d, v, e, t)

    def chained(self, d):
        """`a = b = e`."""
        t = self.some("int", "float", "int64", "double", *SMALL_FLOATS)
        names = [n for n in self.targets() if self.scope.variables[n][0] == t]
        lo, hi = self.bounds(t)
        for n in names[:2]:
            lo, hi = max(lo, self.scope.variables[n][1]), min(hi, self.scope.variables[n][2])
        if hi - lo < 8 or lo > 0 or hi < 1:
            return self.assign(d)
        e = wanted(self.value(t, lo, hi, 3), t)
        targets = names[:2] + [self.new()]
        self.set(d, " = ".join(targets), e, t)
        self.scope.variables[targets[-1]] = (t, lo, hi)

    def weak_start(self, d):
        """`acc = 0` takes the type of what is added to it."""
        t = self.some("float", "double", "int64", "float", *SMALL_FLOATS)
        v = self.new()
        most = 1e3 if t in SMALL_FLOATS else 1e6 if t in FLOATS else 10**6
        lo, hi = -most, most
        self.w.put(d, f"{v} = 0", f"{v} = _c('{t}', 0)")
        e = wanted(self.fit(self.expression(t, 2), lo, hi), t)
        self.w.put(d, f"{v} += {e.s}", f"{v} = _c('{t}', {v} + ({e.o}))")
        self.scope.variables[v] = (t, lo, hi)

    # --- augmented assignment ---

    def augment(self, d):
        """`v op= e`, and what brings it back into its bounds."""
        places = [(E(v, *self.scope.variables[v]), True) for v in self.targets()]
        places = [
            (p, local)
            for p, local in places
            if p.t != "bool" and (not is_narrow(p.t) or self.is_declared(p.s))
        ]
        places += [(self.element(a), False) for a in self.scope.arrays if a.write and a.t != "bool"]
        if not places:
            return self.declare(d)
        p, local = self.pick(places)
        if is_narrow(p.t):
            return self.augment_narrow(d, p, local)
        op, e = self.change(p.t)
        changed = self.changed(op, p, e)
        if changed is None:
            return self.assign(d)
        op, e, lo, hi = changed
        inside = p.lo <= lo and hi <= p.hi or p.t in INTS and not is_signed(p.t)
        if not inside and not p.pure:
            return self.assign(d)
        self.put_change(d, op, p, e, local)
        if not inside:
            back = self.fit(E(p.s, p.t, lo, hi, o=p.o), p.lo, p.hi)
            self.w.put(
                d, f"{p.s} = {back.s}", f"{p.s} = _c('{p.t}', {back.o})" if local else f"{p.o} = {back.o}"
            )

    def put_change(self, d, op, p, e, local):
        changed = f"{p.s} = _c('{p.t}', {p.s} {op} ({e.o}))" if local else f"{p.o} {op}= {e.o}"
        self.w.put(d, f"{p.s} {op}= {e.s}", changed)

    def change(self, t):
        """An operator and its right side."""
        e = self.expression(t, self.r.randint(0, 3)) if self.chance(0.7) else self.next_to(t)
        if t in FLOATS:
            op = self.pick(["+", "-", "*", "/", "%", "//"])
            if op in ("/", "%", "//"):
                return op, self.nonzero(t, 2)
            if t not in SMALL_FLOATS and self.chance(
                0.15
            ):  # a half and what is made of integers meet in a float
                return op, self.fit(self.widthless(t, 2), -1000.0, 1000.0)
            m = 30.0 if t == "half" else 1000.0
            return op, e if e.weak else self.fit(e, -m, m)
        op = self.pick(["+", "-", "*", "//", "%", "&", "|", "^", ">>", "<<"])
        if op in ("//", "%"):
            return op, self.nonzero(t, 2)
        return op, literal(self.r.randint(0, 5), t) if op in ("<<", ">>") else e

    def changed(self, op, p, e):
        """The operator, the right side and the bounds of the result; or none where it would not fit the
        type."""
        t = p.t
        lo, hi = self.span(op, t, p, e)
        if not is_signed(t):
            return op, e, *(self.loosened(t, lo, hi) if t in FLOATS else (lo, hi))
        low, high = limits(t)
        if low <= lo and hi <= high:
            return op, e, lo, hi
        if e.weak:
            op, e = "&", literal(7, t)
        else:
            m = max(abs(p.lo), abs(p.hi))
            room = {"+": high - m, "-": high - m, "*": high // max(m, 1)}.get(op, high - 1)
            e = self.fit(e, max(low, -room), room)
        lo, hi = self.span(op, t, p, e)
        return (op, e, lo, hi) if low <= lo and hi <= high else None

    def augment_narrow(self, d, p, local):
        """Of an 8- or 16-bit place: an operator whose result shows that it fits."""
        op = self.pick(["&", "%", "//", ">>"])
        if op == "&" and p.lo > 0 or op == "%" and p.hi < 9:
            op = ">>"
        if p.lo > 0 and op != "&":
            return self.assign(d)
        m = self.r.randint(1, max(1, min(p.hi, 100)))
        m = {"%": min(m, 9) + 1, ">>": min(m, 6), "&": m}.get(op, m)
        if op in "%&" and m - 1 > p.hi:
            return self.assign(d)
        self.put_change(d, op, p, literal(m, p.t), local)

    def field_augment(self, d):
        fields = [s for s in self.structs if not s[0].startswith("_")]
        if not fields:
            return self.assign(d)
        text, t, lo, hi = self.pick(fields)
        if is_narrow(t):
            return self.augment_narrow(d, E(text, t, lo, hi), False)
        if t in FLOATS or not is_signed(t):
            op = self.pick("+-*")
            e = self.expression(t, 2 if t in FLOATS else 3)
            m = 30.0 if t == "half" else 1000.0
            e = self.fit(e, -m, m) if t in FLOATS else e
            self.w.put(d, f"{text} {op}= {e.s}", f"{text} {op}= {e.o}")
            if t in FLOATS:
                back = self.fit(E(text, t, -2e6, 2e6), lo, hi)
                self.w.put(d, f"{text} = {back.s}", f"{text} = {back.o}")
            return
        op = self.pick(["&", "|", "^", "//", "%", ">>"])
        v = self.r.randint(1, 6)
        if op in "|^" and (v | hi > hi or pow2(hi) > hi):
            op = "&"
        self.w.put(d, f"{text} {op}= {v}")

    # --- elements and fields ---

    def element_store(self, d):
        able = [a for a in self.scope.arrays if a.write]
        if not able:
            return self.assign(d)
        a = self.pick(able)
        e = self.value_for(a.t, a.lo, a.hi)
        p = self.element(a)
        self.w.put(d, f"{p.s} = {e.s}", f"{p.o} = {e.o}")

    def struct_statement(self, d):
        fields = [s for s in self.structs if not s[0].startswith("_")]
        if not fields:
            return self.assign(d)
        text, t, lo, hi = self.pick(fields)
        e = self.value_for(t, lo, hi)
        self.w.put(d, f"{text} = {e.s}", f"{text} = {e.o}")

    # --- tuples ---

    def tuple_assign(self, d):
        """A swap, or several places at once."""
        places = [(v, v, *self.scope.variables[v], True) for v in self.targets()]
        for a in self.scope.arrays:
            if a.write:
                p = self.element(a)
                places.append((p.s, p.o, a.t, a.lo, a.hi, False))
        if len(places) < 2:
            return self.declare(d)
        chosen = self.r.sample(places, min(self.pick([2, 2, 3]), len(places)))
        if self.chance(0.4):  # a rotation of places of one type
            same = [p for p in places if p[2:5] == chosen[0][2:5]]
            if len(same) >= 2:
                return self.rotate(d, same)
        es = [
            self.value(p[2], p[3], p[4], 2) if p[5] else self.value_for(p[2], p[3], p[4], 2) for p in chosen
        ]
        right = ", ".join(e.at(OR)[0] for e in es)
        self.w.put(
            d,
            f"{', '.join(p[0] for p in chosen)} = {right}",
            f"{', '.join(p[1] for p in chosen)} = "
            f"{', '.join(f'_c({p[2]!r}, {e.o})' for e, p in zip(es, chosen))}",
        )

    def rotate(self, d, places):
        self.r.shuffle(places)
        left = places[:3]
        right = left[1:] + left[:1]
        self.w.put(
            d, *(f"{', '.join(p[k] for p in left)} = {', '.join(p[k] for p in right)}" for k in (0, 1))
        )

    def unpack_call(self, d):
        able = [h for h in self.helpers if h.kind == "pair"]
        if not able:
            return self.assign(d)
        h = self.pick(able)
        call = made(f"{h.name}({{}})", None, 0, 0, self.arguments(h, 3))
        names = [self.new() for _ in h.returned]
        if self.chance(0.3):
            v = self.new("t")
            self.w.put(d, f"{v} = {call.s}", f"{v} = {call.o}")
            for k, n in enumerate(names):
                self.w.put(d, f"{n} = {v}[{k}]")
        else:
            self.w.put(d, f"{', '.join(names)} = {call.s}", f"{', '.join(names)} = {call.o}")
        self.scope.variables |= dict(zip(names, h.returned))

    def tuple_variable(self, d):
        t, u = (
            self.some("int", "float", "uint32", "int64", "double", "bool", "bfloat16"),
            self.some("int", "float", "int8", "uint64", "half"),
        )
        (lo, hi), (low, high) = self.bounds(t), self.bounds(u)
        a, b = wanted(self.value(t, lo, hi, 2), t), wanted(self.value(u, low, high, 2), u)
        v, x, y = self.new("t"), self.new(), self.new()
        self.w.put(d, f"{v} = ({a.s}, {b.s})", f"{v} = (_c('{t}', {a.o}), _c('{u}', {b.o}))")
        if self.chance(0.4):
            c = self.condition(1)
            e = wanted(self.value(t, lo, hi, 1), t)
            self.w.head(d, "if {}:", c)
            self.w.put(d + 1, f"{v} = {e.at(OR)[0]}, {v}[1]", f"{v} = _c('{t}', {e.o}), {v}[1]")
        self.w.put(d, f"{x}, {y} = {v}" if self.chance(0.6) else f"{y}, {x} = {v}[1], {v}[0]")
        self.scope.variables[x], self.scope.variables[y] = (t, lo, hi), (u, low, high)

    # --- arrays ---

    def local_array(self, d):
        if self.loops or d > 1:
            return self.assign(d)
        t = self.some("int", "float", "uint32", "int64", "double", "int8", "uint8", *SMALL_FLOATS)
        v, i, n = self.new("l"), self.new("i"), self.pick([4, 8, 5])
        lo, hi = self.bounds(t)
        if t == "int":
            n, lo, hi = 8, 0, 1000
        self.w.put(d, f"{v} = local({t}, {n})")
        self.w.put(d, f"for {i} in range({n}):")
        self.scope.variables[i] = (self.counts, 0, n - 1)
        self.fixed.add(i)
        e = self.value_for(t, lo, hi, 2)
        self.w.put(d + 1, f"{v}[{i}] = {e.s}", f"{v}[{i}] = {e.o}")
        del self.scope.variables[i]
        self.scope.arrays.append(Array(v, t, lo, hi, n, True, is_local=True))

    def view(self, d):
        """A row or a column."""
        able = [a for a in self.scope.arrays if a.dims == 2 and (a.own is None or "%" in a.own)]
        if not able or self.loops:
            return self.assign(d)
        a = self.pick(able)
        v = self.new("r")
        if a.own:
            row = a.own.split(",")[0]
            self.w.put(d, f"{v} = {a.name}[{row}]" if self.chance(0.5) else f"{v} = {a.name}[{row}, :]")
            self.scope.arrays.append(Array(v, a.t, a.lo, a.hi, a.length, True))
            return
        axis = self.r.randrange(2)
        i = self.index(a.length[axis], pure=True)
        self.w.head(d, f"{v} = {a.name}[{':, ' if axis else ''}{{}}]", i)
        self.scope.arrays.append(Array(v, a.t, a.lo, a.hi, a.length[1 - axis]))

    def other_name(self, d):
        """`r = X if c else Y`: a name for one of two arrays; and two such names swapped."""
        groups = {}
        for a in self.scope.arrays:
            if a.is_list() and a.iterable and a.name[0] in "Ar":
                groups.setdefault((a.t, a.write), []).append(a)
        groups = [g for g in groups.values() if len(g) >= 2]
        if not groups or self.loops or d > 1:
            return self.assign(d)
        a, b = self.r.sample(self.pick(groups), 2)
        v = self.new("r")
        self.w.head(d, f"{v} = {a.name} if {{}} else {b.name}", (self.condition(2), OR))
        write = a.write and (a.lo, a.hi) == (b.lo, b.hi)
        lo, hi, is_local = min(a.lo, b.lo), max(a.hi, b.hi), a.is_local or b.is_local
        one = Array(v, a.t, lo, hi, min(a.length, b.length), write, is_local=is_local)
        self.scope.arrays.append(one)
        if self.chance(0.5):
            u = self.new("r")
            self.w.put(d, f"{u} = {b.name}")
            self.w.head(d, "if {}:", self.condition(1))
            self.w.put(d + 1, f"{u}, {v} = {v}, {u}")
            self.scope.arrays.append(Array(u, a.t, lo, hi, one.length, one.write, is_local=is_local))

    def part_of_part(self, d):
        """`r = X[a:b:c]`, whose length is known only when it runs: read through loops, `len` and helpers."""
        able = [a for a in self.scope.arrays if a.is_list() and a.iterable]
        if not able or self.loops or d > 1:
            return self.assign(d)
        a = self.pick(able)
        v, n, i = self.new("r"), self.new("n"), self.new("i")
        self.w.head(d, f"{v} = {{}}", self.part(a))
        if self.chance(0.4):
            self.w.head(d, f"{v} = {{}}", self.part(Array(v, a.t, a.lo, a.hi, 0)))
        self.w.put(d, f"{n} = len({v})", f"{n} = _c('{self.counts}', len({v}))")
        self.scope.variables[n] = (self.counts, 0, 64)
        if a.write and self.chance(0.6):
            self.fill_part(d, v, n, i, a)
        self.w.put(d, f"if {n} > 3:")
        saved, self.scope = self.scope, self.scope.copy()
        self.scope.arrays.append(Array(v, a.t, a.lo, a.hi, 4, a.write, is_local=a.is_local))
        self.block(d + 1, 3)
        self.scope = saved

    def fill_part(self, d, v, n, i, a):
        self.w.put(d, f"for {i} in range({n}):")
        self.scope.variables[i] = (self.counts, 0, 64)
        self.fixed |= {i, n}
        self.scope.arrays.append(one := Array(v, a.t, a.lo, a.hi, 1, False, own=i, iterable=False))
        e = self.value_for(a.t, a.lo, a.hi, 2)
        self.w.put(d + 1, f"{v}[{i}] = {e.s}", f"{v}[{i}] = {e.o}")
        self.scope.arrays.remove(one)
        del self.scope.variables[i]

    # --- helpers that take arrays ---

    def fill(self, d):
        """A helper that writes to a part of an array of the thread's own, strided or not."""
        able = [
            (h, a)
            for h in self.helpers
            for a in self.scope.arrays
            if h.kind == "fill" and a.write and a.is_list()
        ]
        able = [(h, a) for h, a in able if a.t == h.parameters[0][1] and (a.lo, a.hi) == h.parameters[0][2:]]
        if not able:
            return self.assign(d)
        h, a = self.pick(able)
        self.w.head(d, f"{h.name}({{}}, {{}})", self.part(a), self.argument(a.t, a.lo, a.hi, 2))

    def sum_of_block(self, d):
        """A helper over a part of a matrix, whose rows may have gaps between them."""
        able = [
            (h, a)
            for h in self.helpers
            for a in self.scope.arrays
            if h.kind == "over2" and a.dims == 2 and a.own is None
        ]
        able = [(h, a) for h, a in able if h.takes(a)]
        if not able:
            return self.assign(d)
        h, a = self.pick(able)
        some = f"{self.r.randint(0, 2)}:{self.r.randint(1, 5)}:{self.pick([1, 2, -1])}"
        rows, columns = (self.pick([":", "1:", ":-1", "::2", "::-1", "1:3", "-2:", some]) for _ in range(2))
        part = self.pick(
            ["", f"[{rows}, {columns}]", f"[{rows}]", f"[:, {columns}]", f"[{rows}, {columns}][1:]"]
        )
        v = self.new()
        self.w.put(d, f"{v} = {h.name}({a.name}{part})")
        self.scope.variables[v] = (h.returned, h.lo, h.hi)

    def sum_of_narrow(self, d):
        """A sum that begins with 0 is at least an int, so that it does not wrap."""
        narrow = ("uint8", "int8", "uint16", "int16", "bool")
        able = [a for a in self.scope.arrays if a.is_list() and a.iterable and a.t in narrow]
        if not able or self.loops:
            return self.assign(d)
        v, x = self.new(), self.new("x")
        self.w.put(d, f"{v} = 0", f"{v} = _c('int', 0)")
        self.w.put(d, f"for {x} in {self.pick(able).name}:")
        self.w.put(d + 1, f"{v} += {x}", f"{v} = _c('int', {v} + {x})")
        self.scope.variables[v] = ("int", -(10**7), 10**7)

    def checked_truth(self, d):
        e = self.expression("int", 2)
        self.w.put(d, f'assert {e.at(5)[0]} >= {e.lo}, "below"', f"assert {e.at(5)[1]} >= {e.lo}")
