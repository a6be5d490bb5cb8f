"""What NumPy's ufuncs compute for one element, as texts of the dialect. `x` and `y` are numbers of the type
of the loop, `F` is the type of a float with its precision, and `T` the type itself.

A row has a text for bools ("?"), integers ("i"), real numbers ("f") and complex numbers ("F"), as far as
numba has the ufunc for them on GPUs. The text for integers is that for bools, too, where there is none.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    Row = dict[str, str]  # a text for each kind of numbers

_LOG2E = 1.4426950408889634
_LOG10E = 0.4342944819032518
_PI = 3.141592653589793


def _of_math(name: str, of_complex: str | None = None) -> Row:
    return {"f": f"math.{name}(x)", "F": of_complex or f"cmath.{name}(x)"}


def _compared(op: str, of_complex: str) -> Row:
    return {"i": f"x {op} y", "f": f"x {op} y", "F": of_complex}


def _ordered(op: str) -> str:
    """Returns the comparison of complex numbers by their real parts first. A NaN in one part of the numbers
    makes it false."""
    no_nan = "x.imag == x.imag and y.imag == y.imag"
    return f"(x.real {op[0]} y.real and {no_nan}) or (x.real == y.real and x.imag {op} y.imag)"


def _scaled(factor: float) -> str:
    return f"complex(F({factor!r}) * cmath.log(x).real, F({factor!r}) * cmath.log(x).imag)"


_TRUE = {
    name: {
        "?": name,
        "i": f"({name} != 0)",
        "f": f"({name} != 0)",
        "F": f"({name}.real != 0 or {name}.imag != 0)",
    }
    for name in "xy"
}
_NAN = {name: f"({name}.real != {name}.real or {name}.imag != {name}.imag)" for name in "xy"}


def _logical(text: str) -> Row:
    return {kind: text.format(x=_TRUE["x"][kind], y=_TRUE["y"][kind]) for kind in "?ifF"}


def _extreme(op: str, of_bools: str, first_nan: str, of_complex: str) -> Row:
    order = _ordered(op)
    return {
        "?": of_bools,
        "i": f"x if x {op} y else y",
        "f": f"x if x {op} y or {first_nan} else y",
        "F": f"x if {of_complex} or {order} else y",
    }


_TANH = "complex((rs * rc + si * ic) * (F(1.0) / whole), (si * rc - rs * ic) * (F(1.0) / whole))"
_TANH_LINES = (
    "rs = math.cos(x.imag) * math.sinh(x.real)",
    "si = math.sin(x.imag) * math.cosh(x.real)",
    "rc = math.cos(x.imag) * math.cosh(x.real)",
    "ic = math.sin(x.imag) * math.sinh(x.real)",
    "whole = rc * rc + ic * ic",
)

LOOPS: dict[str, Row] = {
    "sin": _of_math("sin"),
    "cos": _of_math("cos"),
    "tan": _of_math("tan"),
    "arcsin": _of_math("asin"),
    "arccos": _of_math("acos"),
    "arctan": _of_math("atan"),
    "arctan2": {"f": "math.atan2(x, y)"},
    "hypot": {"f": "math.hypot(x, y)"},
    "sinh": _of_math(
        "sinh", "complex(math.cos(x.imag) * math.sinh(x.real), math.sin(x.imag) * math.cosh(x.real))"
    ),
    "cosh": _of_math(
        "cosh", "complex(math.cos(x.imag) * math.cosh(x.real), math.sin(x.imag) * math.sinh(x.real))"
    ),
    "tanh": _of_math("tanh", _TANH),
    "arcsinh": _of_math("asinh"),
    "arccosh": _of_math("acosh", "cmath.log(x + cmath.sqrt(x + T(1.0)) * cmath.sqrt(x - T(1.0)))"),
    "arctanh": _of_math("atanh"),
    "deg2rad": {"f": f"x * F({_PI / 180!r})"},
    "radians": {"f": f"x * F({_PI / 180!r})"},
    "rad2deg": {"f": f"x * F({180 / _PI!r})"},
    "degrees": {"f": f"x * F({180 / _PI!r})"},
    "greater": _compared(">", _ordered(">")),
    "greater_equal": _compared(">=", _ordered(">=")),
    "less": _compared("<", _ordered("<")),
    "less_equal": _compared("<=", _ordered("<=")),
    "not_equal": _compared("!=", "x.real != y.real or x.imag != y.imag"),
    "equal": _compared("==", "x.real == y.real and x.imag == y.imag"),
    "logical_and": _logical("{x} and {y}"),
    "logical_or": _logical("{x} or {y}"),
    "logical_xor": _logical("({x}) != ({y})"),
    "logical_not": _logical("not {x}"),
    "maximum": _extreme(">=", "x or y", "x != x", _NAN["x"]),
    "minimum": _extreme("<=", "x and y", "x != x", _NAN["x"]),
    "fmax": _extreme(">=", "x or y", "y != y", _NAN["y"]),
    "fmin": _extreme("<=", "x and y", "(y != y and x == x)", _NAN["y"]),
    "bitwise_and": {"?": "x and y", "i": "x & y"},
    "bitwise_or": {"?": "x or y", "i": "x | y"},
    "bitwise_xor": {"?": "x != y", "i": "x ^ y"},
    "invert": {"?": "not x", "i": "~x"},
    "left_shift": {"i": "x << y"},
    "right_shift": {"i": "x >> y"},
    "log": _of_math("log"),
    "log2": _of_math("log2", _scaled(_LOG2E)),
    "log10": _of_math("log10", _scaled(_LOG10E)),
    "isnan": {"?": "False", "i": "False", "f": "math.isnan(x)", "F": _NAN["x"]},
    "conjugate": {"i": "x", "f": "x", "F": "x.conjugate()"},
    "divide": {
        "f": "x / y",
        "F": "x / y if y.real != 0 or y.imag != 0 else complex(x.real / abs(y.real), x.imag / abs(y.real))",
    },
}
# The statements before the texts.
LINES: dict[tuple[str, str], tuple[str, ...]] = {("tanh", "F"): _TANH_LINES}

# The statements of remainders that have the sign of x.
_FMOD_LINES = (
    "if y == 0:",
    "    return T(0)",
    "rest = x % y",
    "if rest != 0 and (x < 0) != (y < 0):",
    "    rest -= y",
)


def _float(text: str) -> Row:
    return {"f": text}


# The ufuncs that numba lacks on GPUs.
LOOPS |= {
    "absolute": {"?": "x", "i": "x if x >= 0 else -x", "f": "math.fabs(x)", "F": "abs(x)"},
    "add": {"?": "x or y", "i": "x + y", "f": "x + y", "F": "x + y"},
    "cbrt": _float("math.cbrt(x)"),
    "ceil": {"i": "x", "f": "math.ceil(x)"},
    "copysign": _float("math.copysign(x, y)"),
    "divmod": {"i": "T(x // y) if y != 0 else T(0), T(x % y) if y != 0 else T(0)", "f": "x // y, x % y"},
    "exp": _of_math("exp"),
    "exp2": _float("math.exp2(x)"),
    "expm1": _float("math.expm1(x)"),
    "fabs": _float("math.fabs(x)"),
    "floor": {"i": "x", "f": "math.floor(x)"},
    "floor_divide": {"i": "x // y if y != 0 else T(0)", "f": "x // y"},
    "fmod": {"i": "rest", "f": "math.fmod(x, y)"},
    "frexp": _float("math.frexp(x)"),
    "isfinite": {"i": "True", "f": "math.isfinite(x)", "F": "cmath.isfinite(x)"},
    "isinf": {"i": "False", "f": "math.isinf(x)", "F": "cmath.isinf(x)"},
    "ldexp": _float("math.ldexp(x, int32(max(min(y, 100000), -100000)))"),
    "log1p": _float("math.log1p(x)"),
    "modf": _float("math.modf(x)"),
    "multiply": {"?": "x and y", "i": "x * y", "f": "x * y", "F": "x * y"},
    "negative": {"i": "-x", "f": "-x", "F": "-x"},
    "nextafter": _float("math.nextafter(x, y)"),
    "positive": {"i": "x", "f": "x", "F": "x"},
    "power": {
        "i": "x ** y",
        "f": "math.pow(x, y)",
        "F": "x ** y if x.real != 0 or x.imag != 0 else T(0) if y.real > 0 else T(1) if y == 0 "
        "else T(math.nan)",
    },
    "remainder": {"i": "x % y if y != 0 else T(0)", "f": "x % y"},
    "rint": _float("math.rint(x)"),
    "sign": {
        "i": "1 if x > 0 else -1 if x < 0 else 0",
        "f": "F(1) if x > 0 else F(-1) if x < 0 else F(0) if x == 0 else x",
    },
    "signbit": _float("math.copysign(F(1), x) < 0"),
    "sqrt": _of_math("sqrt"),
    "square": {"i": "x * x", "f": "x * x", "F": "x * x"},
    "subtract": {"i": "x - y", "f": "x - y", "F": "x - y"},
    "trunc": {"i": "x", "f": "math.trunc(x)"},
}
LINES["fmod", "i"] = _FMOD_LINES

_OF_BELOW = {">": "and", ">=": "and", "==": "and", "<": "or", "<=": "or", "!=": "or"}


def of_mixed_signs(text: str, first_is_signed: bool) -> str:
    """Returns the comparison of an int64 with a uint64 for a text that compares numbers of one type."""
    op = text.split()[1]
    if first_is_signed:
        joined = _OF_BELOW[op]
        test = "x >= 0" if joined == "and" else "x < 0"
        return f"{test} {joined} uint64(x) {op} y"
    joined = "or" if op in (">", ">=", "!=") else "and"
    test = "y >= 0" if joined == "and" else "y < 0"
    return f"{test} {joined} x {op} uint64(y)"
