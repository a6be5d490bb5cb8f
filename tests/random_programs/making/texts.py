"""What a program is written with: expressions that know their type and bounds, lines, arrays, helpers,
scopes."""

from in_cpython.numeric import FLOATS, INTS, fits, limits

SIGNED = ["int", "int64", "int8", "int16"]
ALL = ["int"] * 6 + ["float"] * 5 + ["double"] * 2 + ["int64"] * 2 + ["uint32"] * 2
ALL += ["bool", "int8", "int16", "uint8", "uint16", "uint64"]
# The binding of an expression: what binds less tightly than its place is in parentheses.
CHOICE, OR, AND, NOT, COMPARISON, BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT, UNARY, POWER, ATOM = range(
    14
)
LEVEL = {"|": BIT_OR, "^": BIT_XOR, "&": BIT_AND, "<<": SHIFT, ">>": SHIFT, "+": SUM, "-": SUM}
LEVEL |= {op: PRODUCT for op in ("*", "/", "//", "%")}


class E:
    """An expression: its text `s`, the reference's text `o`, type, bounds and binding.

    `weak` says that it is a literal or computed from such, and takes its type from what it meets. `pure` says
    that it has no effects and may be repeated. `alone` says that it has its type because nothing that it
    meets gives it one.
    """

    __slots__ = ("s", "o", "t", "lo", "hi", "prec", "weak", "pure", "alone")

    def __init__(self, s, t, lo, hi, prec=ATOM, o=None, weak=False, pure=True):
        self.s, self.o, self.t, self.lo, self.hi = s, s if o is None else o, t, lo, hi
        self.prec, self.weak, self.pure, self.alone = prec, weak, pure, False

    def at(self, level):
        """Both texts, in parentheses where something that binds tighter is needed."""
        return (f"({self.s})", f"({self.o})") if self.prec < level else (self.s, self.o)

    def within(self, lo, hi):
        return lo <= self.lo and self.hi <= hi


def made(pattern, t, lo, hi, *parts, prec=ATOM, weak=False, pure=True, reference=None):
    """An expression of parts: `{}` of the pattern is a part, an E or (E, the binding that its place
    needs)."""
    parts = [p if isinstance(p, tuple) else (p, CHOICE) for p in parts]
    s = pattern.format(*(e.at(level)[0] for e, level in parts))
    o = (reference or pattern).format(*(e.at(level)[1] for e, level in parts))
    return E(s, t, lo, hi, prec, o, weak, pure and all(e.pure for e, _ in parts))


def literal(v, t):
    """The literal v next to an operand of type t."""
    s = repr(v)
    return E(s, t, v, v, UNARY if s.startswith("-") else ATOM, weak=True)


def cast_name(t, source=None):
    """What casts to t: `float` of what is no float has no width, and `float32` has."""
    return "float32" if t == "float" and source not in FLOATS else t


def typed(e, t):
    """`t(e)` of a literal that is to have a type of its own."""
    return made(f"{cast_name(t)}({{}})", t, e.lo, e.hi, e)


def wanted(e, t):
    """e, with a type of its own."""
    return typed(e, t) if e.weak or e.t != t else e


def pow2(n):
    return (1 << max(0, int(n)).bit_length()) - 1


def is_signed(t):
    return t in INTS and INTS[t][1]


def is_narrow(t):
    return t in INTS and INTS[t][0] < 32


def highest_power(t, k):
    """The greatest base whose k-th power fits t."""
    base = int(limits(t)[1] ** (1 / k))
    while not fits(t, base**k):
        base -= 1
    return base


class Array:
    """An array in scope: its name, element type, bounds of its values, least length, and how it is indexed.

    `own` is the format of an index of the thread's own part; `write` says whether elements may be written;
    `is_local` whether it may be a local array, or a part of one; `is_whole` whether its last element is at
    `length - 1`, where an index of -1 finds it.
    """

    is_whole = True

    def __init__(self, name, t, lo, hi, length, write=False, own=None, dims=1, iterable=True, is_local=False):
        self.name, self.t, self.lo, self.hi, self.length, self.write = name, t, lo, hi, length, write
        self.own, self.dims, self.iterable, self.is_local = own, dims, iterable, is_local

    def is_list(self):
        """Whether all of it is in reach, along one axis."""
        return self.own is None and self.dims == 1


class Helper:
    """A function that kernels call: its parameters are (name, type, least and greatest value)."""

    def __init__(self, name, parameters, returned, lo, hi, defaults=0, kind="plain"):
        self.name, self.parameters, self.returned, self.lo, self.hi = name, parameters, returned, lo, hi
        self.defaults, self.kind = defaults, kind

    def takes(self, a):
        """Whether its first parameter may be the array a, as far as values go."""
        _, t, lo, hi = self.parameters[0]
        return a.t == t and lo <= a.lo and a.hi <= hi


class Writer:
    """Lines of both texts."""

    def __init__(self):
        self.lines = []

    def put(self, depth, s, o=None):
        self.lines.append(("    " * depth, s, s if o is None else o))

    def head(self, depth, pattern, *parts):
        """A line of expressions."""
        e = made(pattern, None, 0, 0, *parts)
        self.put(depth, e.s, e.o)

    def text(self, which):
        return "\n".join(indent + (s, o)[which] for indent, s, o in self.lines)


class Scope:
    """What is definitely assigned: {variable: (type, least, greatest)}, and arrays."""

    def __init__(self, variables=None, arrays=None):
        self.variables, self.arrays = dict(variables or {}), list(arrays or [])

    def copy(self):
        return Scope(self.variables, self.arrays)
