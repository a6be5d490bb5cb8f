"""Numbers of the contract's widths, as the reference computes with them.

A `Number` has a type. Literals stay Python's own numbers and take the type of what they meet. A `Weak` is a
float without a width: it is computed when it meets a typed float, in that one's precision. `OutOfContract` is
raised for what the contract promises nothing about, so that such a program is thrown away.
"""

import ctypes
import functools
import math
import struct

import numpy as np

np.seterr(all="ignore")

INTS = {
    "int8": (8, True),
    "int16": (16, True),
    "int": (32, True),
    "int64": (64, True),
    "uint8": (8, False),
    "uint16": (16, False),
    "uint32": (32, False),
    "uint64": (64, False),
}
FLOATS = ("half", "bfloat16", "float", "double")
SMALL_FLOATS = ("half", "bfloat16")
NARROW = ("bool", "int8", "int16", "uint8", "uint16")
NUMPY = {
    "bool": np.bool_,
    "int8": np.int8,
    "int16": np.int16,
    "int": np.int32,
    "int64": np.int64,
    "uint8": np.uint8,
    "uint16": np.uint16,
    "uint32": np.uint32,
    "uint64": np.uint64,
    "half": np.float16,
    "bfloat16": np.float32,  # which has all of its values
    "float": np.float32,
    "double": np.float64,
}


class OutOfContract(Exception):
    """The program did what the contract promises nothing about, or took too long."""


work = 0
LIMIT = 400_000


def spent():
    global work
    work += 1
    if work > LIMIT:
        raise OutOfContract("too long")


_counts = "int"


def count_in(t):
    """Makes coordinates, lengths and the variables of loops numbers of the type: `int`, or `int64`."""
    global _counts
    _counts = t


def counted(v):
    """A coordinate, a length, or what a loop counts."""
    return Number(_counts, v)


# --- types ---


@functools.cache
def limits(t):
    if t == "bool":
        return 0, 1
    bits, signed = INTS[t]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def fits(t, v):
    lo, hi = limits(t)
    return lo <= v <= hi


def promoted(t):
    """The type in which a value of type t is computed with."""
    return "int" if t in NARROW else t


@functools.cache
def join(a, b):
    """The type in which operands of types a and b meet (section 4 of the contract)."""
    if a == b and a in FLOATS:
        return a
    if a in FLOATS or b in FLOATS:
        return _join_floats(a, b)
    a, b = promoted(a), promoted(b)
    if a == b:
        return a
    (bits_a, signed_a), (bits_b, signed_b) = INTS[a], INTS[b]
    if signed_a == signed_b:
        return a if bits_a > bits_b else b
    signed, unsigned = (bits_a, bits_b) if signed_a else (bits_b, bits_a)
    if signed > unsigned:
        return "int64"
    if unsigned == 64:
        raise TypeError("uint64 with a signed integer")
    return "int64"


def _join_floats(a, b):
    """Two halves of different kinds meet in a float, and a 64-bit integer with any float in a double."""
    if "double" in (a, b) or any(t in INTS and INTS[t][0] == 64 for t in (a, b)):
        return "double"
    return "float"


def f16(x):
    return float(np.float16(x))


def bf16(x):
    """The nearest bfloat16, halves to even."""
    x = float(x)
    if x == 0 or not math.isfinite(x):
        return x
    last = max(math.frexp(x)[1] - 8, -133)  # the exponent of the last of its 8 bits
    nearest = math.ldexp(round(math.ldexp(x, -last)), last)
    return nearest if abs(nearest) < 2.0**128 else math.copysign(math.inf, x)


def bits_of_bf16(x):
    """What NumPy has of a bfloat16 in a struct."""
    return struct.unpack("<I", struct.pack("<f", x))[0] >> 16


def bf16_of_bits(bits):
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]


def f32(x):
    return ctypes.c_float(x).value


ROUND = {"half": f16, "bfloat16": bf16, "float": f32, "double": float}


def has_room(t, literal):
    """Whether a literal is neither infinite nor zero at the floating type t if it was not before."""
    there = ROUND[t](literal)
    return math.isfinite(there) == math.isfinite(literal) and bool(there) == bool(literal)


def literal_type(value, met):
    """The type that a literal takes next to an operand of type `met` (None: by itself)."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        if met in FLOATS:
            return met if has_room(met, value) else "float" if met in SMALL_FLOATS else "double"
        if met in INTS and fits(met, value):
            return met
        return "int" if fits("int", value) else "int64" if fits("int64", value) else "uint64"
    if met in FLOATS:
        return met if has_room(met, value) else "float" if met in SMALL_FLOATS else "double"
    raise TypeError(f"the literal {value} by itself: the reference says which precision it has")


def type_of(x, met=None):
    return x.t if type(x) is Number else literal_type(x, met)


# --- conversions ---


def value_at(t, x):
    """The value of x, a number of any kind, at the floating type t."""
    if isinstance(x, Weak):
        return x.at(t)
    return ROUND[t](x.v if type(x) is Number else x)


def store(t, x):
    """What a place of type t holds after `place = x`: no loss but that of a float's precision."""
    if t in FLOATS:
        return Number(t, value_at(t, x))
    v = x.v if type(x) is Number else x
    if not isinstance(v, (bool, int)):
        raise TypeError(f"{v} in a place of type {t}")
    if not fits(t, v):
        raise OutOfContract(f"{v} in a place of type {t}")
    return Number(t, int(v))


def cast(t, x):
    """`t(x)`: toward zero from a float, low bits from an integer."""
    if t in FLOATS:
        return store(t, x)
    if type(x) is Quotient and t != "bool":
        return Number(t, kept(t, int(x.exact())))
    v = x.v if type(x) is Number else x
    if isinstance(x, Weak):
        raise TypeError("a cast of a float without a width: the reference says which precision it has")
    if t == "bool":
        return Number(t, int(bool(v)))
    if isinstance(v, float):
        if not math.isfinite(v):
            raise OutOfContract("cast of a float")
        return Number(t, kept(t, int(v)))
    return Number(t, wrapped(t, v))


def kept(t, v):
    if not fits(t, v):
        raise OutOfContract("cast of a float")
    return v


def wrapped(t, v):
    if t == "bool":
        return v & 1
    bits, signed = INTS[t]
    v &= (1 << bits) - 1
    return v - (1 << bits) if signed and v >> bits - 1 else v


def result(t, v):
    """An integer result: unsigned ones wrap, signed ones must fit."""
    lo, hi = limits(t)
    if not lo <= v <= hi:
        if INTS[t][1]:
            raise OutOfContract("signed overflow")
        v &= hi
    return Number(t, v)


def meet(a, b):
    """Both operands' values in the type where they meet, and that type."""
    spent()
    if type(a) is type(b) is Number:  # as most are
        t = join(a.t, b.t)
        return (t, ROUND[t](a.v), ROUND[t](b.v)) if t in FLOATS else (t, int(a.v), int(b.v))
    t_a = a.t if type(a) is Number else None
    t_b = b.t if type(b) is Number else None
    if isinstance(a, Weak):
        t_a = a.meets(t_b)
    if isinstance(b, Weak):
        t_b = b.meets(t_a)
    t_a, t_b = t_a or literal_type(a, t_b), t_b or literal_type(b, t_a)
    t = join(t_a, t_b)
    if t in FLOATS:
        return t, value_at(t, a), value_at(t, b)
    return t, int(a.v if type(a) is Number else a), int(b.v if type(b) is Number else b)


def rounded(t, v):
    return Number(t, ROUND[t](v))


def has_no_width(a, b):
    """Whether what is computed from a and b is a float without a width."""
    kind_a, kind_b = type(a), type(b)
    if kind_a is Number and (kind_b is Number or a.t in FLOATS) or kind_b is Number and b.t in FLOATS:
        return False
    return kind_a in WITHOUT_WIDTH or kind_b in WITHOUT_WIDTH


def is_wide(x):
    """Whether what is made of x without a width meets a half in a float."""
    return x.is_wide if isinstance(x, Weak) else type(x) is Number and x.t in INTS


# --- division of floats as CPython does it ---


def ieee_divide(a, b):
    if b:
        return a / b
    if a == 0 or math.isnan(a) or math.isnan(b):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def float_divmod(t, a, b):
    """CPython's float_divmod, each step rounded to t; of halves in a float, rounded once."""
    r = float if t == "double" else f32
    if b == 0:
        raise OutOfContract("float remainder by zero")
    mod = float(np.fmod(np.float64(a), np.float64(b)))  # exact in both precisions
    div = r(r(a - mod) / b)
    if mod:
        if (b < 0) != (mod < 0):
            mod = r(mod + b)
            div = r(div - 1.0)
    else:
        mod = math.copysign(0.0, b)
    if math.isnan(div) or math.isinf(div):
        return div, ROUND[t](mod)
    if not div:
        return math.copysign(0.0, ieee_divide(a, b)), ROUND[t](mod)
    whole = float(math.floor(div))
    if r(div - whole) > 0.5:
        whole += 1.0
    return ROUND[t](whole), ROUND[t](mod)


# --- numbers ---


class Number:
    """A number of a type."""

    __slots__ = ("t", "v")

    def __init__(self, t, v):
        self.t, self.v = t, v

    def __repr__(self):
        return f"{self.t}:{self.v}"

    def __bool__(self):
        return bool(self.v)

    def __index__(self):
        if self.t in FLOATS:
            raise TypeError("a float as an index")
        return int(self.v)

    def __hash__(self):
        raise TypeError

    def __neg__(self):
        spent()
        if self.t in FLOATS:
            return Number(self.t, -self.v)
        return result(promoted(self.t), -int(self.v))

    def __pos__(self):
        return Number(promoted(self.t), self.v)

    def __invert__(self):
        t = promoted(self.t)
        return Number(t, wrapped(t, ~int(self.v)))

    def __abs__(self):
        if self.t in FLOATS:
            return Number(self.t, abs(self.v))
        return result(promoted(self.t), abs(int(self.v)))


class Weak:
    """A float without a width: `at(t)` computes it in the precision t; `meets` says which precision that is
    next to t.

    Next to a half that is a float where something of it is an integer or a function of mathematics.
    """

    __slots__ = ("at", "is_wide")

    def __init__(self, at, is_wide):
        self.at, self.is_wide = at, is_wide

    def meets(self, t):
        return "float" if self.is_wide and t in SMALL_FLOATS else t

    def __neg__(self):
        return Weak(lambda t: -self.at(t), self.is_wide)

    def __pos__(self):
        return self

    def __abs__(self):
        return Weak(lambda t: abs(self.at(t)), self.is_wide)


class Quotient(Weak):
    """`a / b` of two integers: exact where an integer is made of it."""

    __slots__ = ("a", "b")

    def __init__(self, a, b):
        if b == 0:
            raise OutOfContract("division by zero")
        super().__init__(lambda t: ROUND[t](ROUND[t](a) / ROUND[t](b)), True)
        self.a, self.b = a, b

    def exact(self):
        return self.a / self.b


WITHOUT_WIDTH = (Weak, Quotient, float)
KINDS = (Number, Weak, Quotient, int, float, bool)


def _arithmetic(on_ints, on_floats):
    def operate(a, b):
        if type(b) not in KINDS:
            return NotImplemented
        if has_no_width(a, b):
            spent()
            return Weak(lambda t: on_floats(t, value_at(t, a), value_at(t, b)).v, is_wide(a) or is_wide(b))
        t, x, y = meet(a, b)
        return on_floats(t, x, y) if t in FLOATS else on_ints(t, x, y)

    return operate, lambda b, a: operate(a, b)


def _true_division():
    among_floats, _ = _arithmetic(None, lambda t, x, y: rounded(t, ieee_divide(x, y)))

    def operate(a, b):
        if type(b) not in KINDS:
            return NotImplemented
        if all(isinstance(x, (int, bool)) or type(x) is Number and x.t not in FLOATS for x in (a, b)):
            spent()
            return Quotient(*(int(x.v) if type(x) is Number else int(x) for x in (a, b)))
        return among_floats(a, b)

    return operate, lambda b, a: operate(a, b)


def _floor(t, x, y):
    if y == 0:
        raise OutOfContract("division by zero")
    return result(t, x // y)


def _modulo(t, x, y):
    if y == 0 or not fits(t, x // y):
        raise OutOfContract("division by zero")
    return result(t, x % y)


def _shift_left(t, x, y):
    if not 0 <= y < INTS[t][0]:
        raise OutOfContract("shift")
    return result(t, x << y)


def _shift_right(t, x, y):
    if not 0 <= y < INTS[t][0]:
        raise OutOfContract("shift")
    return result(t, x >> y)


def _no_floats(t, x, y):
    raise TypeError("floats")


def _power(t, x, y):
    if y < 0:
        raise TypeError("a negative exponent")
    return result(t, x**y)


def _bitwise(operation):
    inner, _ = _arithmetic(lambda t, x, y: Number(t, wrapped(t, operation(x, y))), _no_floats)

    def operate(a, b):
        if type_of(a) == "bool" and type_of(b) == "bool":
            return Number("bool", operation(int(getattr(a, "v", a)), int(getattr(b, "v", b))))
        return inner(a, b)

    return operate, lambda b, a: operate(a, b)


def _comparison(operation):
    def compare(a, b):
        if type(b) not in KINDS:
            return NotImplemented
        t, x, y = meet(a, b)
        return Number("bool", int(operation(x, y)))

    return compare


_OPERATORS = {
    "add": _arithmetic(lambda t, x, y: result(t, x + y), lambda t, x, y: rounded(t, x + y)),
    "sub": _arithmetic(lambda t, x, y: result(t, x - y), lambda t, x, y: rounded(t, x - y)),
    "mul": _arithmetic(lambda t, x, y: result(t, x * y), lambda t, x, y: rounded(t, x * y)),
    "truediv": _true_division(),
    "floordiv": _arithmetic(_floor, lambda t, x, y: Number(t, float_divmod(t, x, y)[0])),
    "mod": _arithmetic(_modulo, lambda t, x, y: Number(t, float_divmod(t, x, y)[1])),
    "lshift": _arithmetic(_shift_left, _no_floats),
    "rshift": _arithmetic(_shift_right, _no_floats),
    "pow": _arithmetic(_power, _no_floats),
    "and": _bitwise(lambda x, y: x & y),
    "or": _bitwise(lambda x, y: x | y),
    "xor": _bitwise(lambda x, y: x ^ y),
}
_COMPARISONS = {
    "lt": lambda x, y: x < y,
    "le": lambda x, y: x <= y,
    "gt": lambda x, y: x > y,
    "ge": lambda x, y: x >= y,
    "eq": lambda x, y: x == y,
    "ne": lambda x, y: x != y,
}
for _class in (Number, Weak):
    for _name, (_forward, _backward) in _OPERATORS.items():
        setattr(_class, f"__{_name}__", _forward)
        setattr(_class, f"__r{_name}__", _backward)
    for _name, _operation in _COMPARISONS.items():
        setattr(_class, f"__{_name}__", _comparison(_operation))


def number(x):
    return x if type(x) is Number else Number(literal_type(x, None), x)
