"""Random tuples as values: named, joined, sliced, chosen from, searched, compared, gone through, and what is
made of them."""

from in_cpython.numeric import FLOATS, limits
from making.texts import BIT_OR, OR, is_signed, literal, wanted


class Tuple:
    """A tuple in scope whose parts have one type: its name, the type, the bounds of its parts, and how many
    it has."""

    def __init__(self, name, t, lo, hi, count):
        self.name, self.t, self.lo, self.hi, self.count = name, t, lo, hi, count


class Tuples:
    """What makes statements with tuples; a part of what makes those of a function."""

    def tuple_values(self, d):
        """A tuple, others that are made of it, and numbers that are made of those."""
        t = self.some("int", "float", "uint32", "int64", "double", "int8", "uint8")
        lo, hi = self.bounds(t)
        made = [self.written_tuple(d, t, lo, hi)]
        for _ in range(self.r.randint(0, 3)):
            made.append(
                self.pick([self.cut, self.joined_tuple, self.repeated, self.one_of_two, self.turned])(d, made)
            )
        for _ in range(self.r.randint(1, 3)):
            self.pick(
                [
                    self.chosen,
                    self.chosen,
                    self.smallest,
                    self.added,
                    self.searched,
                    self.compared,
                    self.counted,
                ]
            )(d, self.pick(made))
        if d < 4 and self.loops < 2 and self.chance(0.4):
            x = self.new("x")
            one = self.pick(made)
            head = self.pick([f"for {x} in {one.name}:", f"for {x} in {one.name}[::-1]:"])
            self.w.put(d, head)
            self.loop_body(d, {x: (t, lo, hi)})

    def written_tuple(self, d, t, lo, hi):
        es = [wanted(self.value(t, lo, hi, 2), t) for _ in range(self.r.randint(2, 4))]
        name = self.new("t")
        self.w.put(
            d,
            f"{name} = ({', '.join(e.s for e in es)})",
            f"{name} = ({', '.join(f'_c({t!r}, {e.o})' for e in es)})",
        )
        return Tuple(name, t, lo, hi, len(es))

    def named(self, d, text, like, count):
        name = self.new("t")
        self.w.put(d, f"{name} = {text}")
        return Tuple(name, like.t, like.lo, like.hi, count)

    # --- tuples of tuples ---

    def cut(self, d, made):
        one = self.pick(made)
        options = [":", "::-1", "1:", ":-1", "-2:", "::2", ":9", "1::-1"]
        cut = self.pick([c for c in options if range(one.count)[self.places_of(c)]] or [":"])
        return self.named(d, f"{one.name}[{cut}]", one, len(range(one.count)[self.places_of(cut)]))

    @staticmethod
    def places_of(text):
        return slice(*(int(bound) if bound else None for bound in text.split(":")))

    def joined_tuple(self, d, made):
        one, other = self.pick(made), self.pick(made)
        if one.count + other.count > 9:
            return self.cut(d, made)
        return self.named(d, f"{one.name} + {other.name}", one, one.count + other.count)

    def repeated(self, d, made):
        one = self.pick(made)
        if one.count > 3:
            return self.cut(d, made)
        return self.named(
            d,
            self.pick([f"{one.name} * 2", f"2 * {one.name}", f"{one.name} * 1 + {one.name}"]),
            one,
            one.count * 2,
        )

    def one_of_two(self, d, made):
        one = self.pick(made)
        name = self.new("t")
        self.w.head(d, f"{name} = {one.name} if {{}} else {one.name}[::-1]", (self.condition(1), OR))
        return Tuple(name, one.t, one.lo, one.hi, one.count)

    def turned(self, d, made):
        """A tuple that a loop turns round."""
        one = self.pick(made)
        if self.loops >= 2 or one.count < 2:
            return self.cut(d, made)
        turned = self.named(d, one.name, one, one.count)
        parts = [f"{turned.name}[{(i + 1) % one.count}]" for i in range(one.count)]
        self.w.put(d, f"for {self.new('i')} in range({self.r.randint(0, 3)}):")
        self.w.put(d + 1, f"{turned.name} = ({', '.join(parts)})")
        return turned

    # --- numbers of tuples ---

    def number_of(self, d, t, lo, hi, text, reference=None):
        v = self.new()
        self.w.put(d, f"{v} = {text}", f"{v} = _c('{t}', {reference or text})")
        self.scope.variables[v] = (t, lo, hi)

    def chosen(self, d, one):
        i = self.index(one.count, pure=True)
        of = self.pick([one.name, one.name, f"{one.name}[::-1]", f"({one.name} + {one.name})"])
        self.number_of(d, one.t, one.lo, one.hi, f"{of}[{i.s}]", f"{of}[{i.o}]")

    def smallest(self, d, one):
        self.number_of(d, one.t, one.lo, one.hi, f"{self.pick(['min', 'max'])}({one.name})")

    def added(self, d, one):
        m = max(abs(one.lo), abs(one.hi)) * one.count
        t = "int" if one.t in ("int8", "uint8") else one.t
        if t not in FLOATS and (not is_signed(t) or m > limits(t)[1]):
            return self.smallest(d, one)
        slack = 1 + m * 1e-3 if t in FLOATS else 0
        self.number_of(d, t, -m - slack, m + slack, f"sum({one.name})")

    def searched(self, d, one):
        if one.t in FLOATS:  # of which one may be no number, which is itself in a tuple
            return self.chosen(d, one)
        e = self.expression(one.t, 1)
        e = literal(self.r.randint(0, 9), one.t) if e.weak else e
        text = f"{{}} {self.pick(['in', 'not in'])} {one.name}"
        s, o = e.at(BIT_OR)
        self.number_of(d, "bool", 0, 1, text.format(s), text.format(o))

    def compared(self, d, one):
        if one.t in FLOATS or one.count < 2:
            return self.smallest(d, one)
        op = self.pick(["<", "<=", "==", "!=", ">", ">="])
        other = self.pick(
            [f"{one.name}[::-1]", f"{one.name}[:-1]", f"({one.name}[1], {one.name}[0])", f"{one.name} + ()"]
        )
        self.number_of(d, "bool", 0, 1, f"{one.name} {op} {other}")

    def counted(self, d, one):
        """Its length, and the shape of an array."""
        planes = [a for a in self.scope.arrays if a.dims == 2]
        if not planes or self.chance(0.3):
            return self.number_of(d, "int", one.count, one.count, f"int(len({one.name}))")
        name = self.new("t")
        self.w.put(d, f"{name} = {self.pick(planes).name}.shape")
        self.number_of(
            d,
            self.counts,
            0,
            2**20,
            self.pick([f"{name}[0]", f"{name}[-1]", f"min({name})", f"{name}[::-1][0]"]),
        )
