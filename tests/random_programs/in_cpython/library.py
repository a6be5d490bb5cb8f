"""The names that the language predefines, as the reference has them, and helpers that convert at their
signatures."""

import math
from fractions import Fraction

import numpy as np

from in_cpython import numeric
from in_cpython import values
from in_cpython.cuda_functions import CudaFunctions
from in_cpython.memory import Array, StructArray
from in_cpython.numeric import (
    FLOATS,
    INTS,
    NUMPY,
    ROUND,
    Number,
    OutOfContract,
    Quotient,
    Weak,
    cast,
    counted,
    has_no_width,
    is_wide,
    join,
    kept,
    literal_type,
    meet,
    number,
    promoted,
    rounded,
    spent,
    store,
    value_at,
    wrapped,
)

# --- loops and sizes ---


def _range(*bounds):
    # A loop counts in 64 bits where an int does not hold what a bound may be.
    is_long = any(isinstance(b, Number) and b.t in ("uint32", "int64", "uint64") for b in bounds)
    bounds = [b.__index__() for b in bounds]
    if len(bounds) == 3 and bounds[2] == 0:
        raise OutOfContract("a step of 0")
    for i in range(*bounds):
        spent()
        yield Number("int64", i) if is_long else counted(i)


def _len(x):
    items = x if isinstance(x, tuple) else x.items if isinstance(x, StructArray) else x.data
    return counted(len(items))


def _enumerate(items):
    return ((counted(i), x) for i, x in enumerate(items))


# --- choosing and rounding ---


def _extreme(choose):
    def function(*values):
        if len(values) == 1:  # a tuple of them
            (values,) = values
        strong = [x.t for x in values if type(x) is Number]
        if any(isinstance(x, (Weak, float)) for x in values) and not any(t in FLOATS for t in strong):
            return Weak(
                lambda t: _chosen(choose, [value_at(t, x) for x in values]), any(map(is_wide, values))
            )
        if not strong:
            return _chosen(choose, list(values))
        t = strong[0]
        for s in strong[1:]:
            t = join(t, s)
        for x in values:
            if not isinstance(x, (Number, Weak)) and literal_type(x, t) != t:
                t = join(t, literal_type(x, t))
        return store(t, _chosen(choose, list(values)))

    return function


def _chosen(choose, values):
    best = values[0]
    for x in values[1:]:
        if choose(x, best):
            best = x
    return best


def exact(x):
    """The value of a quotient of integers; one of two literals is Python's own already."""
    return x if type(x) is float else x.exact()


def _round(x, digits=None):
    if type(x) in (Quotient, float) and digits is None:
        return Number("int64", kept("int64", round(exact(x))))
    if digits is not None:
        return store(x.t, round(x.v, digits)) if x.t in FLOATS else Number(x.t, x.v)
    if x.t in INTS:
        return x
    return cast("int64" if x.t == "double" else "int", Number("double", float(np.rint(np.float64(x.v)))))


def _to_integer(function):
    def convert(x):
        if type(x) in (Quotient, float):
            return Number("int64", kept("int64", function(exact(x))))
        if x.t in INTS:
            return x
        if not math.isfinite(x.v):
            raise OutOfContract("nan")
        return cast("int64" if x.t == "double" else "int", function(x.v))

    return convert


def _divmod(a, b):
    return a // b, a % b


# --- mathematics ---


def _value(function, v):
    try:
        return function(v)
    except (ValueError, OverflowError):
        return math.nan


def _unary(function):
    """Of a typed float, one of its type (of halves a float); of an integer a float without a width."""

    def call(x):
        if type(x) is Number and x.t in FLOATS:
            t = "double" if x.t == "double" else "float"
            return rounded(t, _value(function, x.v))
        return Weak(lambda t: ROUND[t](_value(function, value_at(t, x))), True)

    return call


def _binary(function):
    def call(a, b):
        if has_no_width(a, b):
            return Weak(lambda t: ROUND[t](function(value_at(t, a), value_at(t, b))), True)
        t, x, y = meet(a, b)
        return rounded("double" if t == "double" else "float", function(x, y))

    return call


def _fma(a, b, c):
    """a b + c rounded once, by exact fractions."""
    t = "double" if any(type(v) is Number and v.t == "double" for v in (a, b, c)) else "float"
    x, y, z = (value_at(t, v) for v in (a, b, c))
    if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(z)):
        return rounded(t, x * y + z)
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    if exact == 0:
        return rounded(t, x * y + z)
    return Number(t, float(exact if t == "double" else _nearest_float(exact)))


def _nearest_float(exact):
    """The float32 nearest to a fraction, halves to even."""
    near = np.float32(float(exact))
    candidates = [near, np.nextafter(near, np.float32(np.inf)), np.nextafter(near, np.float32(-np.inf))]
    candidates = [c for c in candidates if np.isfinite(c)]
    if not candidates:
        return near
    return min(candidates, key=lambda c: (abs(Fraction(float(c)) - exact), int(c.view(np.uint32)) & 1))


def _fmod(x, y):
    return float(np.fmod(np.float64(x), np.float64(y)))


class Math:
    """The module `math` for kernels: exact functions by name; the others give what double precision gives,
    rounded."""

    pi, e = math.pi, math.e
    floor, ceil, trunc = (staticmethod(_to_integer(f)) for f in (math.floor, math.ceil, math.trunc))
    isnan = staticmethod(lambda x: Number("bool", int(math.isnan(x.v))))
    isinf = staticmethod(lambda x: Number("bool", int(math.isinf(x.v))))
    isfinite = staticmethod(lambda x: Number("bool", int(math.isfinite(x.v))))
    signbit = staticmethod(lambda x: Number("bool", int(math.copysign(1, x.v) < 0)))
    fabs = staticmethod(_unary(abs))
    sqrt = staticmethod(_unary(lambda v: math.sqrt(v) if v >= 0 else math.nan))
    floorf = staticmethod(_unary(lambda v: float(np.floor(v))))
    fma = staticmethod(_fma)
    fmod = staticmethod(_binary(_fmod))
    copysign = staticmethod(_binary(math.copysign))
    fmin = staticmethod(_binary(lambda x, y: float(np.fmin(x, y))))
    fmax = staticmethod(_binary(lambda x, y: float(np.fmax(x, y))))
    ldexp = staticmethod(lambda a, n: rounded(number(a).t, number(a).v * 2.0 ** number(n).v))
    rint = staticmethod(_unary(lambda v: float(np.rint(v))))

    def __getattr__(self, name):
        return _unary(getattr(math, name))


# --- bits ---


def _width(x):
    return INTS[promoted(number(x).t)][0]


def _bits(x):
    return int(number(x).v) & (1 << _width(x)) - 1


def _brev(x):
    x, width = number(x), _width(x)
    return Number(x.t, wrapped(x.t, int(format(_bits(x), f"0{width}b")[::-1], 2)))


# --- atomic operations ---


def _atomic(operation):
    def call(array, i, *values):
        array.is_atomic = True
        old = array[i]
        new = operation(old.v, *(store(array.t, v).v for v in values))
        array[i] = Number(array.t, wrapped(array.t, new)) if array.t in INTS else rounded(array.t, new)
        array.is_atomic = False
        return old

    return call


_ATOMICS = {
    "Add": lambda old, v: old + v,
    "Sub": lambda old, v: old - v,
    "Min": min,
    "Max": max,
    "And": lambda old, v: old & v,
    "Or": lambda old, v: old | v,
    "Xor": lambda old, v: old ^ v,
    "Inc": lambda old, v: 0 if old >= v else old + 1,
    "Dec": lambda old, v: v if old == 0 or old > v else old - 1,
    "Exch": lambda old, v: v,
    "CAS": lambda old, expected, v: v if old == expected else old,
}


# --- all of them ---


def _conversion(t):
    def convert(x=0):
        return cast(t, x)

    convert.name = t
    return convert


def _sum(values, start=0):
    for value in values:
        start = start + value
    return start


def predefined():
    """The names that every kernel sees, but for its coordinates."""
    names = {t: _conversion(t) for t in NUMPY}
    names |= {"float32": names["float"], "float64": names["double"]}
    names |= {f"atomic{name}": _atomic(operation) for name, operation in _ATOMICS.items()}
    names |= {
        "range": _range,
        "len": _len,
        "round": _round,
        "divmod": _divmod,
        "math": Math(),
        "_c": store,
        "min": _extreme(lambda x, best: bool(x < best)),
        "max": _extreme(lambda x, best: bool(x > best)),
        "sum": _sum,
        "popc": lambda x: Number("int", _bits(x).bit_count()),
        "clz": lambda x: Number("int", _width(x) - _bits(x).bit_length()),
        "ffs": lambda x: Number("int", (_bits(x) & -_bits(x)).bit_length()),
        "brev": _brev,
        "enumerate": _enumerate,
        "zip": zip,
        "local": lambda t, n: Array(t.name, np.zeros(n, NUMPY[t.name])),
    }
    return names | values.names() | {"cc": CudaFunctions}


def typed(function, parameters, returned):
    """A helper that converts at its signature. `parameters` is a list of (name, type or None)."""
    kinds = dict(parameters)

    def convert(t, x):
        if x is None:
            return None
        if isinstance(t, tuple):
            return tuple(convert(s, y) for s, y in zip(t, x))
        return x if t is None else store(t, x)

    def call(*values, **named):
        values = [convert(t, x) for (_, t), x in zip(parameters, values)]
        named = {k: convert(kinds[k], x) for k, x in named.items()}
        for name, default in zip(reversed([n for n, _ in parameters]), reversed(function.__defaults__ or ())):
            if name not in named and [n for n, _ in parameters].index(name) >= len(values):
                named[name] = convert(kinds[name], default)
        return convert(returned, function(*values, **named))

    return call


def begin():
    """Gives the program that is run next all of its steps."""
    numeric.work = 0
