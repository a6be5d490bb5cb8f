"""Programs that nobody thought through: expressions of any type in any place, as people write who do not know
the types.

Most of them are no programs of the language, and have to be refused. A program is a kernel, `# k0 : void
(…)`, and up to two functions that it calls. Nothing of it is known beforehand, neither types nor bounds.
"""

import math

import numpy as np

HEAD = "import math\n\nfrom cudapy import *\n\n\n"

SCALARS = (
    "bool int8 int16 int int64 uint8 uint16 uint32 uint64 half bfloat16 float double int float uint64 "
    "complex64 complex128 float3"
).split()
ARRAYS = "bool int8 int16 int int64 uint8 uint16 uint32 uint64 half float double complex64 float2".split()
COMMON = ("int", "float", "double", "int64", "uint8", "uint64")
NUMPY = {
    "bool": np.bool_, "int": np.int32, "half": np.float16, "float": np.float32, "double": np.float64,
    "bfloat16": np.float32,
}  # fmt: skip
CASTS = (
    "int float double bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 half bfloat16 "
    "float32 float64 complex64"
).split()
INTEGER_CASTS = "int uint8 int16 int64 uint64 bool".split()
INTEGERS = (
    "0 1 2 3 5 7 -1 -2 31 32 64 255 256 -128 65535 2**31 2**31-1 -2**31 2**32 2**63 2**63-1 -2**63 2**64-1 "
    "2**64 10**30 0xff 0b11"
).split()
FLOATS = (
    "0.0 -0.0 0.5 1.5 -2.5 0.1 1e-3 1e10 1e30 -1e30 1e39 1e300 1e-300 3.0 2j math.pi math.inf math.nan math.e"
).split()
OTHERS = (
    "True",
    "False",
    "None",
    "'a'",
    '"text"',
    "b'x'",
    "f'{idx}'",
    "...",
    "()",
    "[1, 2]",
    "{1: 2}",
    "lambda x: x",
)
OPERATORS = "+ - * / // % ** << >> & | ^ @".split()
COMPARISONS = "< <= > >= == !=".split()
ODD_COMPARISONS = ("is", "is not", "in", "not in")
ONE = (
    "abs int float bool round len math.sqrt math.floor math.ceil math.sin math.exp math.trunc math.fabs "
    "math.isnan math.signbit math.isinf math.isfinite"
).split()
ONE += (
    "bits popc clz brev math.log math.cbrt rsqrt type range enumerate tuple sum print sorted math.isqrt"
).split()
TWO = (
    "min max pow divmod math.atan2 math.fmod math.pow math.hypot math.copysign math.ldexp math.gcd zip "
    "range round isinstance"
).split()
COORDINATES = ("idx", "idy", "threadIdx.x", "blockDim.x", "blockIdx.x", "gridDim.x", "warpSize")
RESERVED = (
    "register template auto new signed int32_t typename namespace volatile operator this nullptr NULL std "
    "float_ EOF linux"
).split()
SAID = "0 1 2 3 -1 -2 -3 -7 2**40".split()
ATTRIBUTES = "shape size ndim T real imag x y dtype conjugate() copy() sum() itemsize nope".split()


class Loose:
    """Makes one program."""

    def __init__(self, r, number):
        self.r, self.name = r, f"k{number}"
        self.wild = r.random() < 0.35  # how many places hold what never belongs there
        self.parameters, self.helpers, self.names, self.loops = [], [], [], 0
        self.kernel = self.names
        for letter in "abcdefgh"[: r.randint(0 if self.wild else 1, 4)]:
            self.parameters.append((self.type(SCALARS), letter))
        for letter in "ABCDEFGH"[: r.randint(0 if self.wild else 1, 3)]:
            self.parameters.append((self.type(ARRAYS) + r.choices(("*", "[,]", "**"), (10, 2, 1))[0], letter))
        r.shuffle(self.parameters)
        self.types = {name: t for t, name in self.parameters}

    def type(self, types):
        return self.r.choice(
            COMMON if self.r.random() < 0.5 else types if self.wild or self.r.random() < 0.03 else types[:13]
        )

    def chance(self, share):
        return self.r.random() < share

    def out_of(self, *makers):
        return self.r.choice(makers)()

    # --- expressions ---

    def literal(self):
        where = self.r.random()
        if where < 0.6:
            return self.r.choice(INTEGERS[:8] if self.chance(0.6) else INTEGERS)
        return self.r.choice(
            OTHERS if where > 0.97 and self.wild else FLOATS[:6] if self.chance(0.6) else FLOATS
        )

    def name_of(self, arrays):
        names = [n for n in self.names if n[0].isupper() == arrays]
        return (
            self.r.choice(names) if names else "idx" if not arrays else self.r.choice(self.names or ["idx"])
        )

    def integer(self, depth):
        """What is an integer for certain, at most places where one has to be."""
        if self.wild and self.chance(0.5) or self.chance(0.1):
            return self.expression(depth)
        where = self.r.random()
        if depth > 0 and where < 0.3:
            operator = self.r.choice("+ - * // % << >> & | ^".split())
            return f"({self.integer(depth - 1)} {operator} {self.integer(depth - 1)})"
        if depth > 0 and where < 0.5:
            return f"{self.r.choice(INTEGER_CASTS)}({self.expression(depth - 1)})"
        if depth > 0 and where < 0.6:
            return (
                f"({self.integer(depth - 1)} if {self.expression(depth - 1)} else {self.integer(depth - 1)})"
            )
        if where < 0.75:
            return self.r.choice(INTEGERS[:8])
        names = [
            n for n in self.names if self.types.get(n, "").rstrip("*").startswith(("int", "uint", "bool"))
        ]
        name = self.r.choice(names or ["idx"])
        return f"{name}[{self.r.choice(('idx', '0', '-1'))}]" if name.isupper() else name

    def leaf(self):
        where = self.r.random()
        if where < 0.25:
            return self.literal()
        if where < 0.35:
            return self.r.choice(COORDINATES if self.chance(0.3) else ("idx",))
        if where < 0.65:
            return self.name_of(arrays=False)
        if where < 0.75 and self.wild:
            return self.name_of(arrays=True)
        return self.element(0)

    def element(self, depth):
        if self.wild and self.chance(0.1):
            return f"({self.expression(depth)})[{self.index(depth)}]"
        name = self.name_of(arrays=True)
        if name.islower() and not self.wild:
            return name
        if self.wild and self.chance(0.2):
            return f"{name}[{self.index(depth)}]"
        plain = depth <= 0 or self.chance(0.45)
        one, other = (
            self.r.choice(("idx", "0", "-1", "1", "2")) if plain else self.integer(depth - 1)
            for _ in range(2)
        )
        t = self.types.get(name, "*")
        return (
            f"{name}[{one}, {other}]"
            if t.endswith("]")
            else f"{name}[{one}][{other}]"
            if t.endswith("**")
            else f"{name}[{one}]"
        )

    def index(self, depth):
        """Whatever is between brackets: an index, several, a slice."""
        where = self.r.random()
        if where < 0.3:
            return f"{self.expression(depth - 1)}, {self.expression(depth - 1)}"
        if where < 0.6:
            parts = [
                self.expression(depth - 1) if self.chance(0.6) else "" for _ in range(self.r.randint(2, 3))
            ]
            return ":".join(parts)
        return self.expression(depth - 1)

    def expression(self, depth):
        if depth <= 0 or self.chance(0.1):
            return self.leaf()
        makers = (
            self.binary,
            self.compared,
            self.logical,
            self.unary,
            self.choice,
            self.call,
            self.element,
            self.odd,
            self.known,
        )
        return self.r.choices(makers, (6, 2, 2, 1.5, 2.5, 4, 2, 1.5 if self.wild else 0.1, 1))[0](depth)

    def known(self, depth):
        """What a name of a constant, of a tuple or of a type says, and what helpers are given of them."""
        constant = self.r.choice([n for n in self.names if n in "klm"] or ["-1"])
        parts = [self.integer(depth - 1) for _ in range(self.r.choice((2, 3)))]
        index = self.r.choice((constant, constant, "idx % 2", "0", "-1", f"{constant} + 1"))
        where = self.r.randrange(7)
        if where == 0:
            return f"({', '.join(parts)})[{index}]"
        if where == 1 and "t" in self.names:
            return self.r.choice(
                (
                    f"t[{index}]",
                    "len(t)",
                    f"({parts[0]} in t)",
                    "sum(t)",
                    "max(t)",
                    "(t + t)[-1]",
                    "t[::-1][0]",
                )
            )
        if where == 2 and self.helpers:
            name, count = self.r.choice(self.helpers)
            given = [
                self.r.choice((constant, "t" if "t" in self.names else "(1, 2)", f"({', '.join(parts)})"))
                for _ in range(count)
            ]
            return f"{name}({', '.join(given)})"
        if where == 3:
            return f"type({self.leaf()})({parts[0]})"
        if where == 4:
            return f"({self.integer(depth - 1)} {self.r.choice(('**', '<<', '>>', '//'))} {constant})"
        return f"{self.name_of(arrays=True)}[{index}]"

    def binary(self, depth):
        operator = self.r.choice(OPERATORS if self.wild else OPERATORS[:-1])
        if operator in ("<<", ">>", "&", "|", "^"):
            return f"({self.integer(depth - 1)} {operator} {self.integer(depth - 1)})"
        right = self.expression(depth - 1)
        if operator in ("<<", ">>", "**") and self.chance(0.7):
            right = self.r.choice(("0", "1", "2", "3", "-1", "63", "idx"))
        return f"({self.expression(depth - 1)} {operator} {right})"

    def compared(self, depth):
        text = self.expression(depth - 1)
        for _ in range(self.r.choice((1, 1, 1, 2, 3))):
            operators = ODD_COMPARISONS if self.wild and self.chance(0.1) else COMPARISONS
            text += f" {self.r.choice(operators)} {self.expression(depth - 1)}"
        return f"({text})"

    def logical(self, depth):
        word = self.r.choice((" and ", " or "))
        return "(" + word.join(self.expression(depth - 1) for _ in range(self.r.choice((2, 2, 3)))) + ")"

    def unary(self, depth):
        operator = self.r.choice(("-", "+", "~", "not "))
        return f"({operator}{self.integer(depth - 1) if operator == '~' else self.expression(depth - 1)})"

    def choice(self, depth):
        one, test, other = (self.expression(depth - 1) for _ in range(3))
        return f"({one} if {test} else {other})"

    def call(self, depth):
        where = self.r.random()
        arguments = [self.expression(depth - 1) for _ in range(self.r.choice((2, 2, 3, 4)))]
        if self.helpers and where < 0.3:
            name, count = self.r.choice(self.helpers)
            count += self.r.choice((0, 0, 0, 1)) if self.wild else 0
            return f"{name}({', '.join(self.expression(depth - 1) for _ in range(count))})"
        if where < 0.55:
            return f"{self.r.choice(CASTS)}({arguments[0]})"
        if where < 0.75:
            return f"{self.r.choice(ONE if self.wild else ONE[:20])}({arguments[0]})"
        if where < 0.9 or not self.wild:
            name = self.r.choice(TWO if self.wild else TWO[:9])
            return f"{name}({', '.join(arguments if name in ('min', 'max') or self.wild else arguments[:2])})"
        return f"{self.r.choice((*ONE, *TWO, *CASTS))}({', '.join(arguments[: self.r.randint(0, 3)])})"

    def odd(self, depth):
        """What is a value in few places: tuples, parts of arrays, attributes, a keyword, a set width."""
        parts = [self.expression(depth - 1) for _ in range(self.r.choice((1, 2, 2, 3)))]
        where = self.r.randrange(8)
        if where < 2:
            return f"({', '.join(parts)},)"
        if where == 2:
            return f"({', '.join(parts)},)[{self.index(depth - 1)}]"
        if where == 3:
            return f"{self.name_of(arrays=True)}[{self.integer(depth - 1)}:{self.integer(depth - 1)}]"
        if where == 4:
            return f"len({self.name_of(arrays=True)}[{self.integer(depth - 1)}:{self.integer(depth - 1)}])"
        if where == 5:
            owner = self.r.choice((self.name_of(True), self.name_of(False), parts[0]))
            return f"{owner}.{self.r.choice(ATTRIBUTES)}"
        if where == 6:
            return f"{self.name_of(arrays=True)}.shape[{parts[0]}]"
        return f"atomicAdd({self.name_of(arrays=True)}, {self.integer(depth - 1)}, {parts[-1]})"

    # --- statements ---

    def place(self):
        where = self.r.random()
        if where < 0.6 or not self.names:
            if self.chance(0.06):
                return self.r.choice(RESERVED)
            return (
                self.r.choice("uvwxyz")
                if not self.wild or self.chance(0.8)
                else self.r.choice([*"abcdABCD", "idx", "len"])
            )
        return self.element(1)

    def block(self, depth, indent):
        lines = []
        most = 3 if self.wild else 2
        for _ in range(self.r.randint(1, most if indent > 1 else most + 1)):
            lines += self.statement(depth, indent)
        return lines

    def statement(self, depth, indent):
        pad, where, size = "    " * indent, self.r.random(), self.r.choice((1, 2, 2, 3))
        if where < 0.55 or indent > 3:
            return [pad + line for line in self.simple(size)]
        if where < 0.72:
            lines = [f"{pad}if {self.expression(size)}:", *self.block(depth, indent + 1)]
            return lines + ([f"{pad}else:", *self.block(depth, indent + 1)] if self.chance(0.4) else [])
        if where < 0.92:
            return self.loop(pad, size, depth, indent)
        self.loops += 1
        counter = f"t{self.loops}"
        head = [f"{pad}{counter} = 0", f"{pad}while {counter} < 3 and {self.expression(size)}:"]
        return [*head, f"{pad}    {counter} += 1", *self.block(depth, indent + 1)]

    def loop(self, pad, size, depth, indent):
        name, kind = self.r.choice("ijxyv"), self.r.randrange(7 if self.wild else 6)
        e = [self.expression(size - 1) for _ in range(3)]
        n = [self.integer(size - 1) for _ in range(3)]
        over = (
            f"range({self.r.choice(('3', '2', '1', 'idx', '2, -1, -1'))})",
            f"range({n[0]})",
            f"range({n[0]}, {n[1]})",
            f"range({n[0]}, {n[1]}, {n[2]})",
            self.name_of(arrays=True),
            f"({', '.join(e)})",
            e[0],
        )[kind]
        self.add_name(name)
        if self.chance(0.1):
            name, over = f"{name}, w", self.r.choice((f"enumerate({over})", f"zip({over}, {e[1]})"))
        return [f"{pad}for {name} in {over}:", *self.block(depth, indent + 1)]

    def add_name(self, name):
        if name.isidentifier() and name not in self.names:
            self.names.append(name)

    def simple(self, size):
        """The lines of a statement without a body."""
        if self.chance(0.12):
            return self.said()
        where, value = self.r.random(), self.expression(size)
        place = self.place()
        if where < 0.5:
            self.add_name(place)
            return [f"{place} = {value}"]
        if where < 0.68:
            return [f"{place} {self.r.choice(OPERATORS[:12])}= {value}"]
        if where < 0.74:
            self.add_name(place)
            return (
                [f"{place}: {self.r.choice(CASTS)} = {value}"]
                if place.isidentifier()
                else [f"{place} = {value}"]
            )
        if where < 0.8:
            other = self.place()
            self.add_name(place), self.add_name(other)
            return [
                f"{place}, {other} = {value}, {self.expression(size - 1)}"
                if self.chance(0.6)
                else f"{place}, {other} = {value}"
            ]
        if where < 0.83:
            return [f"assert {value}"]
        if where < 0.86:
            return [f"u = v = {value}"]
        if where < 0.89 and self.wild:
            return [
                self.r.choice(
                    (
                        value,
                        f"return {value}",
                        f"print({value})",
                        f"del {place}",
                        "return",
                        "pass",
                        f"raise {value}",
                    )
                )
            ]
        return [self.stored(self.name_of(arrays=True), value)]

    def said(self):
        """A name of a constant, of a tuple of numbers, or of a type."""
        where, name = self.r.randrange(6), self.r.choice("klm")
        if where == 0 and name in self.names:
            return [f"{name} {self.r.choice(('-', '+', '*'))}= {self.r.choice(SAID[:6])}"]
        if where == 1:
            self.add_name("t")
            return [f"t = ({self.integer(1)}, {self.r.choice(SAID)}, {self.integer(1)})"]
        if where == 2:
            return [f"K = type({self.leaf()})"]
        self.add_name(name)
        return [
            f"{name} = {self.r.choice(SAID)}"
            + (f" if {self.leaf()} else {self.r.choice(SAID)}" if where == 3 else "")
        ]

    def stored(self, array, value):
        """What puts a value in an array, cast at most places, because few values fit."""
        t = self.types.get(array, "*")
        index = (
            "idx" if t.endswith("*") and not t.endswith("**") else "0, idx" if t.endswith("]") else "0][idx"
        )
        base = t.rstrip("*[,]")
        return (
            f"{array}[{index}] = {base}({value})"
            if base in CASTS and (not self.wild or self.chance(0.5))
            else f"{array}[{index}] = {value}"
        )

    def helper(self, k):
        """A function that the kernel calls; without a signature its calls give it types."""
        count = self.r.randint(0 if self.wild else 1, 3)
        self.names = list("pqs"[:count])
        defaults = [
            f"{n}={self.literal()}" if i and i == count - 1 and self.chance(0.2) else n
            for i, n in enumerate(self.names)
        ]
        lines = [
            f"def h{k}_{self.name}({', '.join(defaults)}):",
            *self.block(1, 1),
            f"    return {self.expression(2)}",
        ]
        self.helpers.append((f"h{k}_{self.name}", count))
        self.names = self.kernel
        return lines + ["", ""]

    def program(self):
        lines = []
        for k in range(self.r.choices((0, 1, 2), (6, 2, self.wild))[0]):
            lines += self.helper(k)
        self.names = self.kernel
        self.names += [name for _, name in self.parameters]
        names = ", ".join(name for _, name in self.parameters)
        lines.append(f"# {self.name} : void ({', '.join(f'{t} {n}' for t, n in self.parameters)})")
        lines.append(f"def {self.name}({names}):")
        lines += self.block(2, 1)
        for _, array in self.parameters:  # what was computed is seen
            if array.isupper() and self.chance(0.5):
                lines.append(
                    "    "
                    f"{self.stored(array, self.r.choice([n for n in self.names if n.islower()] or ['idx']))}"
                )
        return "\n".join(lines) + "\n"


def arguments(r, parameters):
    """Values for the parameters of a program; None where one has a type that no value is made of."""
    made = [argument(r, t) for t, _ in parameters]
    return None if any(m is None for m in made) else made


def argument(r, t):
    base = t.rstrip("*[,]")
    if "complex" in base or base[-1] in "23" and base.startswith("float") and base not in ("float32",):
        return None
    if t.endswith("**"):
        return [array(r, base, (n,)) for n in (3, 1, 4)]
    if t.endswith("[,]"):
        return array(r, base, (3, 4))
    return array(r, base, (7,)) if t.endswith("*") else array(r, base, (1,))[0].item()


def array(r, base, shape):
    count = math.prod(shape)
    kind = NUMPY.get(base) or getattr(np, base)
    if base == "bool":
        values = [r.random() < 0.5 for _ in range(count)]
    elif base in ("half", "bfloat16", "float", "double"):
        values = [r.choice((0.0, 1.0, -1.5, 2.25, 0.1, 100.0, -3.0)) for _ in range(count)]
    else:
        values = [r.choice((0, 1, 2, 3, 5, 100, 0 if base[0] == "u" else -2)) for _ in range(count)]
    return np.array(values, kind).reshape(shape)


def make(r, number):
    """The text of a program, and its parameters."""
    loose = Loose(r, number)
    return loose.program(), loose.parameters
