"""Makes random kernels: functions of arrays of all types of numbers, which compute results for one place.

A kernel is a list of lines, the body of a function with the parameters of `data.PARAMETERS`, the arrays for
results of `data.RESULTS`, and the place `i`. It keeps to what has one meaning: divisors are not zero, floats
that become integers are small, and of functions only those whose results are exact.
"""

import random

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
# What a value may be used for: a truth, an integer, a float, or a complex number.
TRUTH, INTEGER, FLOAT, COMPLEX = range(4)
_LEAVES = [(f"{kind}s[i]", INTEGER) for kind in INTEGERS] + [
    ("truths[i]", TRUTH),
    ("singles[i]", FLOAT),
    ("doubles[i]", FLOAT),
    ("n", INTEGER),
    ("s", FLOAT),
    ("i", INTEGER),
    ("WHOLE", INTEGER),
    ("BROKEN", FLOAT),
]
_COMPLEX_LEAVES = [("complexes[i]", COMPLEX), ("wide_complexes[i]", COMPLEX), ("2j", COMPLEX)]
_LITERALS = [
    ("2", INTEGER),
    ("7", INTEGER),
    ("-5", INTEGER),
    ("1.5", FLOAT),
    ("0.1", FLOAT),
    ("np.float32(0.3)", FLOAT),
    ("np.int32(9)", INTEGER),
    ("np.uint8(200)", INTEGER),
    ("np.uint64(3)", INTEGER),
    ("True", TRUTH),
]
_DIVISORS = ["3", "7", "-4", "np.float32(2.5)", "4.5", "(uint64s[i] + 1)", "(uint8s[i] + 1)"]
_STORES = {TRUTH: "whole", INTEGER: "whole", FLOAT: "real", COMPLEX: "complexes_out"}
_MOST_RESULTS = 6


class Maker:
    """Makes the kernel of a seed and a number. `complexes` says whether there are complex numbers."""

    def __init__(self, seed, number):
        self._random = random.Random(seed * 1_000_003 + number)
        self._complexes = self._random.random() < 0.2

    def lines(self):
        """Returns the lines of the body."""
        made = self._statements() if self._random.random() < 0.5 else self._expressions()
        return made or ["pass"]

    def _choice(self, values):
        return self._random.choice(values)

    def _leaf(self):
        if self._complexes and self._random.random() < 0.4:
            return self._choice(_COMPLEX_LEAVES)
        return self._choice(_LITERALS if self._random.random() < 0.3 else _LEAVES)

    def _expression(self, depth):
        """An expression as its text, and what it may be used for."""
        if not depth:
            return self._leaf()
        others = [self._sign, self._compared, self._chosen, self._function, self._cast]
        return self._choice([self._arithmetic] * 10 + others)(depth - 1)

    def _arithmetic(self, depth):
        (x, one), (y, other) = self._expression(depth), self._expression(depth)
        kind = max(one, other, INTEGER)
        operators = ["+", "-", "*", "/", "//", "%"] if kind <= FLOAT else ["+", "-", "*"]
        if kind == INTEGER:
            operators += ["&", "|", "^", "<<", ">>"]
        operator = self._choice(operators)
        if operator in ("/", "//", "%"):
            y = self._choice(_DIVISORS)
            is_whole = one <= INTEGER and "." not in y and operator != "/"
            return f"({x} {operator} {y})", INTEGER if is_whole else FLOAT
        if operator in ("<<", ">>"):
            return f"({x} {operator} {self._choice(['1', '3', '(uint8s[i] & 7)'])})", INTEGER
        return f"({x} {operator} {y})", kind

    def _sign(self, depth):
        x, kind = self._expression(depth)
        if kind == INTEGER and self._random.random() < 0.4:
            return f"(~{x})", INTEGER
        if kind in (INTEGER, FLOAT) and self._random.random() < 0.3:
            return f"({x} ** {self._choice(['2', '3'])})", kind
        return f"({self._choice('-+')}{x})", max(kind, INTEGER)

    def _compared(self, depth):
        (x, one), (y, other) = self._expression(depth), self._expression(depth)
        operators = ["==", "!="] if COMPLEX in (one, other) else ["<", "<=", ">", ">=", "==", "!="]
        return f"({x} {self._choice(operators)} {y})", TRUTH

    def _chosen(self, depth):
        """A value that is one of two, or the larger of two. An int64 and a uint64 may be a float64 then."""
        (x, one), (y, other) = self._expression(depth), self._expression(depth)
        condition, _ = self._compared(0)
        kind = max(one, other, FLOAT)
        if kind == COMPLEX or self._random.random() < 0.5:
            return f"({x} if {condition} else {y})", kind
        return f"{self._choice(['min', 'max'])}({x}, {y})", kind

    def _function(self, depth):
        x, kind = self._expression(depth)
        if kind == COMPLEX:
            return f"({x}).{self._choice(['real', 'imag'])}", FLOAT
        name = self._choice(["abs", "math.sqrt", "math.fabs"])
        if name == "abs":
            return f"abs({x})", max(kind, INTEGER)
        return f"{name}(abs({x}))" if name == "math.sqrt" else f"{name}({x})", FLOAT

    def _cast(self, depth):
        x, kind = self._expression(depth)
        if kind == COMPLEX:
            return f"np.complex128({x})", COMPLEX
        if kind <= INTEGER:
            types = [f"np.{each}" for each in (*INTEGERS, "float32", "float64")]
            name = self._choice([*types, "int", "float", "bool"])
            return f"{name}({x})", FLOAT if "float" in name else TRUTH if name == "bool" else INTEGER
        name = self._choice(["np.float32", "np.float64", "float", "small"])
        if name == "small":
            return f"int(min(max({x}, -1000.0), 1000.0))", INTEGER
        return f"{name}({x})", FLOAT

    def _stores(self, values):
        """Lines that store values, as (text, what it may be used for)."""
        kept = enumerate(values[:_MOST_RESULTS])
        return [f"{_STORES[kind]}[i, {place}] = {text}" for place, (text, kind) in kept]

    def _expressions(self):
        """A few expressions with names of their own, sums in loops, and elements at other places."""
        lines, values = [], []
        for place in range(3):
            text, kind = self._expression(self._choice([2, 3, 3]))
            lines.append(f"t{place} = {text}")
            values.append((f"t{place}", kind))
        (x, one), (y, other) = self._choice(values), self._choice(values)
        lines += ["total = 0", f"for j in range({self._choice([0, 3, 4])}):", f"    total += {x}"]
        values.append(("total", max(one, FLOAT)))
        values.append((f"{x} * {y}", max(one, other, INTEGER)))
        values.append((f"int64s[i - {self._choice([1, 2, 9])}] + int32s[-1]", INTEGER))
        return lines + self._stores(values)

    def _statements(self):
        """Assignments under conditions and in loops, of values of any types to a few names."""
        known, lines = {}, []
        for name in "xyz":
            if self._random.random() < 0.7:
                text, kind = self._choice([*_LEAVES, ("0", INTEGER), ("0.0", FLOAT)])
                lines.append(f"{name} = {text}")
                known[name] = kind
        more, known = self._block(2, known)
        values = [(name, max(kind, FLOAT)) for name, kind in sorted(known.items())]
        return lines + more + self._stores(values)

    def _block(self, depth, known):
        lines = []
        for _ in range(self._choice([2, 3])):
            more, known = self._statement(depth, dict(known))
            lines += more
        return lines, known

    def _statement(self, depth, known):
        text, kind = self._expression(self._choice([1, 1, 2]))
        if known and self._random.random() < 0.6:
            name = self._choice(sorted(known))
            text, kind = f"({text} {self._choice('+-*')} {name})", max(kind, known[name], INTEGER)
        way = self._random.random()
        if way < 0.5 or not known:
            name = self._choice("xyz")
            return [f"{name} = {text}"], {**known, name: kind}
        if way < 0.7 or not depth:
            name = self._choice(sorted(known))
            return [f"{name} {self._choice('+-*')}= {text}"], {**known, name: max(kind, known[name], INTEGER)}
        inside, after = self._block(depth - 1, known)
        # A name may have been given another value, or none of these.
        known = {name: max(old, after[name]) for name, old in known.items()}
        inside = [f"    {line}" for line in inside]
        if way < 0.85:
            return [f"if {self._compared(0)[0]}:", *inside], known
        return [f"for j in range({self._choice([2, 3])}):", *inside], known
