"""`math`, as kernels see it: at the argument's precision, and under CUDA's names too.

Values are computed in double precision or better, then rounded to the precision of the call.
"""

from __future__ import annotations

import cmath
import functools
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from .number import (
    BITS,
    COMPLEX64,
    DOUBLE,
    FLOAT,
    INT,
    INT64,
    Kind,
    Number,
    Value,
    Weak,
    as_weak,
    at_least_int,
    common_type,
    constant,
    convert,
    is_real,
    is_without_width,
    plain,
    precision,
    promote,
    settled_type,
    truncated,
)

_SCALARS: dict[Kind, Callable[..., Any]] = {FLOAT: np.float32, DOUBLE: np.float64}


@functools.cache
def _library() -> Any:
    """Returns mpmath, computing with 50 digits; None if it is not installed."""
    try:
        import mpmath  # type: ignore[import-untyped]
    except ImportError:
        return None
    made = mpmath.mp.clone()
    made.dps = 50
    return made


def precise_library() -> Any:
    """Returns mpmath; raises ImportError if it is not installed."""
    library = _library()
    if library is None:
        raise ImportError("simulate: Python has no such function: install the package mpmath, which has it")
    return library


def _precise(
    function: Callable[..., Any], otherwise: Callable[..., float] | None = None
) -> Callable[..., Any]:
    """Returns a function that mpmath computes. Without mpmath, `otherwise` computes it, in double
    precision."""

    def call(*xs: float) -> Any:
        return (
            otherwise(*xs)
            if otherwise and _library() is None
            else function(*(precise_library().mpf(x) for x in xs))
        )

    return call


def _fma(x: float, y: float, z: float) -> float:
    if not all(map(math.isfinite, (x, y, z))):
        return x * y + z
    return float(Fraction(x) * Fraction(y) + Fraction(z))


def _fallback(name: str) -> Callable[..., Any] | None:
    """NumPy's ufunc of the name, for the arguments that Python's function raises for: IEEE values instead."""
    names = {
        "asin": "arcsin",
        "acos": "arccos",
        "atan": "arctan",
        "asinh": "arcsinh",
        "acosh": "arccosh",
        "atanh": "arctanh",
        "atan2": "arctan2",
        "pow": "power",
    }
    return getattr(np, names.get(name, name), None)


def _remquo(x: float, y: float) -> tuple[float, int]:
    """C's remquo: the remainder, and the quotient's sign with its low three bits."""
    remainder = math.remainder(x, y)
    quotient = round((Fraction(x) - Fraction(remainder)) / Fraction(y))
    return remainder, int(math.copysign(abs(quotient) % 8, quotient))


def _normcdf_inverse(p: Any) -> Any:
    return -precise_library().sqrt(2) * precise_library().erfinv(1 - 2 * p)


def _half_away(x: float) -> float:
    return math.copysign(math.floor(abs(x) + 0.5), x) if abs(x) < 2.0**51 else x


# The functions of Python floats that return a float, by name. If one raises an error, NumPy's function is
# used.
_REAL: dict[str, Callable[..., Any]] = {
    name: getattr(math, name)
    for name in (
        "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp expm1 log log2 log10 "
        "log1p sqrt erf erfc lgamma fmod remainder copysign pow fabs exp2 cbrt degrees radians"
    ).split()
}
_REAL |= {
    "tgamma": math.gamma,
    "gamma": math.gamma,
    "exp10": _precise(lambda x: precise_library().mpf(10) ** x, lambda x: 10.0**x),
    "rsqrt": _precise(lambda x: 1 / precise_library().sqrt(x), lambda x: 1 / math.sqrt(x)),
    "rcbrt": _precise(
        lambda x: precise_library().sign(x) / precise_library().cbrt(abs(x)), lambda x: 1 / math.cbrt(x)
    ),
    "sinpi": _precise(lambda x: precise_library().sinpi(x), lambda x: math.sin(math.pi * math.fmod(x, 2))),
    "cospi": _precise(lambda x: precise_library().cospi(x), lambda x: math.cos(math.pi * math.fmod(x, 2))),
    "erfinv": _precise(lambda x: precise_library().erfinv(x)),
    "erfcinv": _precise(lambda x: precise_library().erfinv(1 - x)),
    "erfcx": _precise(lambda x: precise_library().exp(x * x) * precise_library().erfc(x)),
    "normcdf": _precise(lambda x: precise_library().ncdf(x), lambda x: math.erfc(-x / math.sqrt(2)) / 2),
    "normcdfinv": _precise(_normcdf_inverse),
    "j0": _precise(lambda x: precise_library().besselj(0, x)),
    "j1": _precise(lambda x: precise_library().besselj(1, x)),
    "y0": _precise(lambda x: precise_library().bessely(0, x)),
    "y1": _precise(lambda x: precise_library().bessely(1, x)),
    "cyl_bessel_i0": _precise(lambda x: precise_library().besseli(0, x)),
    "cyl_bessel_i1": _precise(lambda x: precise_library().besseli(1, x)),
    "fma": _fma,
    "fdim": lambda x, y: max(x - y, 0.0),
    "fmin": lambda x, y: float(np.fmin(x, y)),
    "fmax": lambda x, y: float(np.fmax(x, y)),
    "fdivide": lambda x, y: float(np.float64(x) / np.float64(y)),
    "hypot": math.hypot,
    "rhypot": _precise(lambda x, y: 1 / precise_library().hypot(x, y), lambda x, y: 1 / math.hypot(x, y)),
    "norm3d": math.hypot,
    "norm4d": math.hypot,
    "rnorm3d": lambda *xs: 1 / math.hypot(*xs),
    "rnorm4d": lambda *xs: 1 / math.hypot(*xs),
    "rint": lambda x: float(np.rint(x)),
    "nearbyint": lambda x: float(np.rint(x)),
    "logb": lambda x: float(math.frexp(x)[1] - 1),
    "round": _half_away,
}
_TO_INT: dict[str, Callable[..., Any]] = {"ilogb": lambda x: math.frexp(x)[1] - 1}
_TO_INT64: dict[str, Callable[..., Any]] = {
    "lrint": lambda x: int(np.rint(x)),
    "llrint": lambda x: int(np.rint(x)),
    "lround": lambda x: int(_half_away(x)),
    "llround": lambda x: int(_half_away(x)),
}
_TO_INTEGER: dict[str, Callable[..., Any]] = {"floor": math.floor, "ceil": math.ceil, "trunc": math.trunc}
_TO_BOOL: dict[str, Callable[..., Any]] = {
    "isnan": math.isnan,
    "isinf": math.isinf,
    "isfinite": math.isfinite,
    "signbit": lambda x: math.copysign(1, x) < 0,
}
_WITH_INT: dict[str, Callable[..., Any]] = {"ldexp": math.ldexp, "scalbn": math.ldexp, "scalbln": math.ldexp}
_INT_FIRST: dict[str, Callable[..., Any]] = {
    "jn": lambda n, x: precise_library().besselj(n, precise_library().mpf(x)),
    "yn": lambda n, x: precise_library().bessely(n, precise_library().mpf(x)),
}
_PAIRS: dict[str, Callable[..., Any]] = {
    "modf": math.modf,
    "sincos": lambda x: (math.sin(x), math.cos(x)),
    "sincospi": lambda x: (_REAL["sinpi"](x), _REAL["cospi"](x)),
}


def _precision(arguments: Sequence[Value]) -> Kind:
    if is_without_width(arguments):
        leaves = [leaf for a in arguments for leaf in as_weak(a).leaves]
        return settled_type(Weak(0.0, 0.0, leaves))
    kind = common_type(arguments) if len(arguments) > 1 else settled_type(arguments[0])
    return promote(kind, FLOAT)


def _rounded(value: Any, precision: Kind) -> Number:
    with np.errstate(all="ignore"):
        return Number(_SCALARS[precision](float(value)), precision)


def _real(name: str, precision: Kind, values: Sequence[float]) -> Any:
    with np.errstate(all="ignore"):
        try:
            return _REAL[name](*values)
        except (ValueError, OverflowError, ZeroDivisionError):
            fallback = _fallback(name)
            if fallback is None:
                raise
            return fallback(*(np.float64(v) for v in values))


def _call(name: str, single: bool, arguments: Sequence[Value]) -> Value:
    made = _call_of_values(name, single, arguments)
    has_tangent = any(getattr(argument, "tangent", None) is not None for argument in arguments)
    if has_tangent or name in ("norm", "rnorm"):
        from .duals.functions import function_with_tangent

        return function_with_tangent(name, made, arguments)
    return made


def _call_of_values(name: str, single: bool, arguments: Sequence[Value]) -> Value:
    """Calls a function at the precision of its arguments. If they have none, the result has none either."""
    if single or name in ("norm", "rnorm"):
        return _call_at(name, single, FLOAT if single else None, arguments)
    if name in _TO_INTEGER and getattr(arguments[0], "quotient", None):
        return truncated(_TO_INTEGER[name](float(arguments[0])), at_least_int(arguments[0].quotient))
    real = arguments[1:] if name in _INT_FIRST else arguments[:1] if name in _WITH_INT else arguments
    if is_without_width(real):
        single_result, double_result = (_call_at(name, False, kind, arguments) for kind in (FLOAT, DOUBLE))
        if isinstance(double_result, Number) and is_real(double_result.type):
            leaves = [leaf for each in real for leaf in as_weak(each).leaves]
            return Weak(double_result.value, single_result.value, leaves)
        return single_result if _precision(real) == FLOAT else double_result
    return _call_at(name, False, None, arguments)


def _call_at(name: str, single: bool, precision: Kind | None, arguments: Sequence[Value]) -> Value:
    if name in ("norm", "rnorm"):
        count, values = int(plain(arguments[0])), arguments[1]
        precision = DOUBLE if values.kind == DOUBLE else FLOAT
        length = math.hypot(*(float(plain(values[i])) for i in range(count)))
        return _rounded(length if name == "norm" else 1 / length, precision)
    if name in _WITH_INT or name in _INT_FIRST:
        real, count = (arguments[0], arguments[1]) if name in _WITH_INT else (arguments[1], arguments[0])
        precision = precision or _precision([real])
        x, n = float(convert(real, precision)), int(plain(count))
        return _rounded(_WITH_INT[name](x, n) if name in _WITH_INT else _INT_FIRST[name](n, x), precision)
    precision = precision or _precision(arguments)
    values = [float(convert(a, precision)) for a in arguments]
    if name in _TO_INTEGER:
        if single:
            return _rounded(_TO_INTEGER[name](values[0]), FLOAT)
        if settled_type(arguments[0]) in BITS:
            return convert(arguments[0], settled_type(arguments[0]))
        whole = convert(_TO_INTEGER[name](values[0]), INT if precision == FLOAT else INT64)
        return constant(whole) if type(arguments[0]) is float else whole  # a literal
    if name in _TO_INT:
        return convert(_TO_INT[name](*values), INT)
    if name in _TO_INT64:
        return convert(_TO_INT64[name](*values), INT64)
    if name in _TO_BOOL:
        return _TO_BOOL[name](*values)
    if name in _PAIRS:
        return tuple(_rounded(part, precision) for part in _PAIRS[name](*values))
    if name == "remquo":
        remainder, quotient = _remquo(*values)
        return _rounded(remainder, precision), convert(quotient, INT)
    if name == "frexp":
        fraction, exponent = math.frexp(values[0])
        return _rounded(fraction, precision), convert(exponent, INT)
    if name == "nextafter":
        return Number(np.nextafter(_SCALARS[precision](values[0]), _SCALARS[precision](values[1])), precision)
    return _rounded(_real(name, precision, values), precision)


_NAMES = (
    set(_REAL)
    | set(_TO_INT)
    | set(_TO_INT64)
    | set(_TO_INTEGER)
    | set(_TO_BOOL)
    | set(_WITH_INT)
    | set(_INT_FIRST)
    | set(_PAIRS)
    | {"frexp", "nextafter", "remquo", "norm", "rnorm"}
)
_CONSTANTS = {"pi": math.pi, "e": math.e, "tau": math.tau, "inf": math.inf, "nan": math.nan}
_NUMPY = {
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arctan2": "atan2",
    "arcsinh": "asinh",
    "arccosh": "acosh",
    "arctanh": "atanh",
    "i0": "cyl_bessel_i0",
}


class Math:
    """The module `math`, or `numpy` with its own names for the same functions."""

    def __init__(self, renamed: dict[str, str] | None = None) -> None:
        self._renamed = renamed or {}
        self._floating = renamed is not None  # NumPy's floor, ceil and trunc give floats

    def __getattr__(self, name: str) -> Any:
        if name in _CONSTANTS:
            return _CONSTANTS[name]
        name = self._renamed.get(name, name)
        if name in _TO_INTEGER and self._floating:
            return lambda x: _rounded(_TO_INTEGER[name](float(plain(x))), _precision([x]))
        if name in _NAMES:
            return lambda *arguments: _call(name, False, arguments)
        if name.endswith("f") and name[:-1] in _NAMES:
            return lambda *arguments: _call(name[:-1], True, arguments)
        raise AttributeError(f"a simulated kernel has no math.{name}")


def _complex_type(z: Value) -> Kind:
    kind = settled_type(z)
    return promote(kind if is_real(kind) else precision(), COMPLEX64)


class ComplexMath:
    """The module `cmath`: computed in double precision, and rounded."""

    def __getattr__(self, name: str) -> Any:
        if name not in ("exp", "sqrt", "phase", "polar", "rect"):
            raise AttributeError(f"a simulated kernel has no cmath.{name}")
        function = self._function(name)

        def call(*arguments: Value) -> Value:
            made = function(*arguments)
            if any(getattr(argument, "tangent", None) is not None for argument in arguments):
                from .duals.functions import complex_with_tangent

                return complex_with_tangent(name, made, arguments)
            return made

        return call

    def _function(self, name: str) -> Callable[..., Value]:
        def rect(magnitude: Value, angle: Value) -> Value:
            kind = promote(COMPLEX64, _precision([magnitude, angle]))
            return convert(cmath.rect(float(plain(magnitude)), float(plain(angle))), kind)

        def polar(z: Value) -> tuple[Value, ...]:
            part = convert(z, _complex_type(z)).part
            return tuple(convert(each, part) for each in cmath.polar(complex(plain(z))))

        if name in ("polar", "rect"):
            return polar if name == "polar" else rect

        def call(z: Value) -> Value:
            kind = _complex_type(z)
            result = getattr(cmath, name)(complex(plain(z)))
            return convert(result, kind) if name != "phase" else convert(result, convert(z, kind).part)

        return call


MATH = Math()
CMATH = ComplexMath()
NUMPY = Math(_NUMPY)
