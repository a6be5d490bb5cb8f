"""Random control flow: branches, loops of every kind, jumps, returns; and the choice of a statement."""

from in_cpython.numeric import SMALL_FLOATS, limits
from making.tuples import Tuples
from making.statements import Statements
from making.texts import BIT_AND, E, NOT, SUM, made, wanted


class Function(Tuples, Statements):
    """The body of one kernel or helper."""

    # --- branches ---

    def if_statement(self, d):
        self.w.head(d, "if {}:", self.condition(3))
        before = self.scope
        ends = [self.branch(d, before, 3)]
        if self.chance(0.25):
            self.scope = before.copy()
            self.w.head(d, "elif {}:", self.condition(2))
            ends.append(self.branch(d, before, 2))
        if self.chance(0.5):
            self.w.put(d, "else:")
            ends.append(self.branch(d, before, 2, ends))
        else:
            ends.append(before)
        self.scope = before.copy()
        for n, v in ends[0].variables.items():
            if all(e.variables.get(n) == v for e in ends):
                self.scope.variables[n] = v

    def branch(self, d, before, most, ends=()):
        """A branch, and what is assigned at its end: the last one may assign what all others did."""
        self.scope = before.copy()
        names = [n for n in ends[0].variables if n not in before.variables] if ends else []
        if names and self.chance(0.7):
            v = self.pick(names)
            t, lo, hi = ends[0].variables[v]
            if all(v in e.variables for e in ends):
                self.set(d + 1, v, wanted(self.value(t, lo, hi), t), t)
                self.scope.variables[v] = (t, lo, hi)
        self.block(d + 1, self.r.randint(1, most))
        return self.scope

    # --- loops ---

    def loop_bound(self, lo, hi, wide=()):
        """A bound of a range, maybe of one of the types `wide`, with which the loop counts in 64 bits."""
        if self.chance(0.5):
            v = self.r.randint(lo, hi)
            return E(str(v), "int", v, v)
        t = self.some(*["int"] * 5, "uint8", "int16", *wide * 4)
        return self.fit(self.expression(t, 2), max(lo, limits(t)[0]), hi)

    def loop_step(self):
        if self.chance(0.6):
            k = self.pick([1, 2, 3, -1, -2, -3, 7, -5])
            return E(str(k), "int", k, k)
        e = self.expression("int", 1)
        if self.chance(0.5):
            return made("({} & 3) + 1", "int", 1, 4, (e, BIT_AND), prec=SUM)
        return made("-1 - ({} & 3)", "int", -4, -1, (e, BIT_AND), prec=SUM)

    def for_range(self, d):
        if self.loops >= 2:
            return self.assign(d)
        used = [v for v in self.targets() if self.scope.variables[v][0] == self.counts]
        used = [v for v in used if self.scope.variables[v][1] <= -30 and self.scope.variables[v][2] >= 60]
        reuse = used and self.chance(0.35)
        i = self.pick(used) if reuse else self.new("i")
        wide = () if reuse or self.chance(0.5) else ("uint32", "int64")
        way = self.r.randrange(5)
        if way == 0:
            head = [self.loop_bound(0, 6, wide)]
            lo, hi = 0, max(0, head[0].hi)
        elif way < 3:
            head = [self.loop_bound(-3, 3, wide), self.loop_bound(0, 6, wide)]
            lo, hi = min(head[0].lo, 0), max(e.hi for e in head)
        else:
            head = [self.loop_bound(-5, 9, wide), self.loop_bound(-5, 9, wide)]
            lo, hi = min(e.lo for e in head) - 8, max(e.hi for e in head) + 8
            head.append(self.loop_step())
        self.w.head(d, f"for {i} in range({', '.join(['{}'] * len(head))}):", *head)
        bounds = (min(lo, -20), max(hi, 40)) if not reuse else self.scope.variables[i][1:]
        counts = "int64" if any(e.t in ("uint32", "int64") for e in head) else self.counts
        self.loop_body(d, {i: (counts, *bounds)})

    def loop_body(self, d, variables, prologue=()):
        before = self.scope
        self.scope = before.copy()
        self.scope.variables |= variables
        fixed = set(self.fixed)
        if self.chance(0.7):
            self.fixed |= set(variables)  # else the body assigns to it
        self.loops += 1
        for line in prologue:
            self.w.put(d + 1, *line)
        self.block(d + 1, self.r.randint(1, 4))
        self.loops -= 1
        self.fixed = fixed
        self.scope = before
        if self.chance(0.3):
            self.w.put(d, "else:")
            saved = self.scope
            self.scope = saved.copy()
            self.block(d + 1, self.r.randint(1, 2))
            self.scope = saved

    def for_array(self, d):
        if self.loops >= 2:
            return self.assign(d)
        able = [a for a in self.scope.arrays if a.is_list() and a.iterable]
        if not able:
            return self.for_range(d)
        a = self.pick(able)
        way = self.r.randrange(4)
        part = self.part(a)
        x, i = self.new("x"), self.new("i")
        if way < 2:
            self.w.head(d, f"for {x} in {{}}:", part)
            return self.loop_body(d, {x: (a.t, a.lo, a.hi)})
        if way == 2:
            self.w.head(d, f"for {i}, {x} in enumerate({{}}):", part)
            return self.loop_body(d, {x: (a.t, a.lo, a.hi), i: (self.counts, 0, 63)})
        b = self.pick(able)
        self.w.head(d, f"for {i}, {x} in zip({{}}, {{}}):", part, self.part(b))
        self.loop_body(d, {i: (a.t, a.lo, a.hi), x: (b.t, b.lo, b.hi)})

    def nested_heads(self, d):
        """`for i, (a, b) in enumerate(zip(X, Y))`."""
        able = [a for a in self.scope.arrays if a.is_list() and a.iterable]
        if not able or self.loops >= 2:
            return self.assign(d)
        a, b = self.pick(able), self.pick(able)
        i, x, y = self.new("i"), self.new("x"), self.new("x")
        self.w.head(d, f"for {i}, ({x}, {y}) in enumerate(zip({{}}, {{}})):", self.part(a), self.part(b))
        self.loop_body(d, {i: (self.counts, 0, 63), x: (a.t, a.lo, a.hi), y: (b.t, b.lo, b.hi)})

    def for_values(self, d):
        if self.loops >= 2:
            return self.assign(d)
        t = self.some("int", "float", "int64", "uint32", *SMALL_FLOATS)
        lo, hi = self.bounds(t)
        es = [wanted(self.value(t, lo, hi, 2), t) for _ in range(self.r.randint(2, 4))]
        x = self.new("x")
        pattern = f"for {x} in ({', '.join(['{}'] * len(es))}):"
        self.w.put(
            d,
            pattern.format(*(e.s for e in es)),
            pattern.format(*(f"_c('{t}', {e.o})" for e in es)),
        )
        self.loop_body(d, {x: (t, lo, hi)})

    def while_loop(self, d):
        if self.loops >= 2:
            return self.assign(d)
        w = self.new("w")
        self.w.put(d, f"{w} = 0", f"{w} = _c('int', 0)")
        self.scope.variables[w] = ("int", 0, 9)
        self.fixed.add(w)
        n = self.r.randint(1, 7)
        prologue = [(f"{w} += 1", f"{w} = _c('int', {w} + 1)")]
        if self.chance(0.5):
            self.w.head(d, f"while {w} < {n} and {{}}:", (self.condition(2), NOT))
        else:
            self.w.put(d, "while True:")
            prologue = [(f"if {w} >= {n}:",), ("    break",)] + prologue
        self.loop_body(d, {}, prologue)

    # --- jumps ---

    def jump(self, d):
        if not self.loops:
            return self.return_early(d)
        self.w.head(d, "if {}:", self.condition(2))
        if self.chance(0.3):
            saved = self.scope
            self.scope = saved.copy()
            self.assign(d + 1)
            self.scope = saved
        self.w.put(d + 1, self.pick(["break", "continue", "continue"]))

    def return_early(self, d):
        if self.returned is None and not self.f["early"]:
            return self.assign(d)
        self.w.head(d, "if {}:", self.condition(2))
        saved = self.scope
        self.scope = saved.copy()
        self.give_back(d + 1)
        self.scope = saved

    def give_back(self, d):
        if self.returned is None:
            self.w.put(d, "return")
            return
        kinds = self.returned if isinstance(self.returned, list) else [self.returned]
        es = [self.value_for(t, lo, hi) for t, lo, hi in kinds]
        texts = [e.at(1 if len(kinds) > 1 else 0) for e in es]
        self.w.put(d, *(f"return {', '.join(t[k] for t in texts)}" for k in (0, 1)))

    # --- statements ---

    def statement(self, d):
        self.budget -= 1
        options = [self.declare, self.assign, self.augment, self.element_store] * 3
        options += [self.tuple_assign, self.unpack_call] * 2
        options += [
            self.fill,
            self.tuple_variable,
            self.tuple_values,
            self.sum_of_block,
            self.chained,
            self.weak_start,
        ]
        if self.structs:
            options += [self.field_augment] * 2 + [self.struct_statement] * 3
        if d < 4:
            options += [self.if_statement] * 3 + [self.for_range] * 2
            options += [self.for_array, self.for_values, self.while_loop, self.jump, self.nested_heads]
            options += [self.checked_truth] if self.chance(0.2) else []
        if d == 1:
            options += [self.view, self.other_name, self.part_of_part] * 2 + [
                self.local_array,
                self.sum_of_narrow,
            ]
        self.pick(options)(d)

    def block(self, d, n):
        """Some statements, at least one."""
        before = len(self.w.lines)
        for _ in range(n):
            if self.budget > 0:
                self.statement(d)
        if len(self.w.lines) == before:
            self.assign(d)
