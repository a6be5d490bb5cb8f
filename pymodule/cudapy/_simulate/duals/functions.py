"""Tangents of what `math`, `cmath` and functions that make complex numbers give."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from ..number import Number, Value, is_real, plain
from .memory import DualArray
from .number import dot_of, dual, flow, length_terms, power_partials

_TWO_OVER_ROOT_PI = 2 / math.sqrt(math.pi)


def _mp() -> Any:
    from ..math_functions import precise_library  # which reads this module in turn

    return precise_library()


# The derivative of a function of x whose value is f.
_ONE: dict[str, Callable[[float, float], float]] = {
    "sin": lambda x, f: math.cos(x),
    "cos": lambda x, f: -math.sin(x),
    "tan": lambda x, f: 1 / math.cos(x) ** 2,
    "asin": lambda x, f: 1 / math.sqrt(1 - x * x),
    "acos": lambda x, f: -1 / math.sqrt(1 - x * x),
    "atan": lambda x, f: 1 / (1 + x * x),
    "sinh": lambda x, f: math.cosh(x),
    "cosh": lambda x, f: math.sinh(x),
    "tanh": lambda x, f: 1 / math.cosh(x) ** 2,
    "asinh": lambda x, f: 1 / math.sqrt(1 + x * x),
    "acosh": lambda x, f: 1 / math.sqrt(x * x - 1),
    "atanh": lambda x, f: 1 / (1 - x * x),
    "exp": lambda x, f: math.exp(x),
    "exp2": lambda x, f: math.log(2) * 2.0**x,
    "exp10": lambda x, f: math.log(10) * 10.0**x,
    "expm1": lambda x, f: math.exp(x),
    "log": lambda x, f: 1 / x,
    "log2": lambda x, f: 1 / (x * math.log(2)),
    "log10": lambda x, f: 1 / (x * math.log(10)),
    "log1p": lambda x, f: 1 / (1 + x),
    "sqrt": lambda x, f: 0.5 / math.sqrt(x),
    "rsqrt": lambda x, f: -0.5 / (x * math.sqrt(x)),
    "cbrt": lambda x, f: 1 / (3 * math.cbrt(x) ** 2),
    "rcbrt": lambda x, f: -1 / (3 * x * math.cbrt(x)),
    "erf": lambda x, f: _TWO_OVER_ROOT_PI * math.exp(-x * x),
    "erfc": lambda x, f: -_TWO_OVER_ROOT_PI * math.exp(-x * x),
    "erfcx": lambda x, f: float(
        2 * x * _mp().exp(_mp().mpf(x) ** 2) * _mp().erfc(x) - 2 / _mp().sqrt(_mp().pi)
    ),
    "erfinv": lambda x, f: math.sqrt(math.pi) / 2 * math.exp(f * f),
    "erfcinv": lambda x, f: -math.sqrt(math.pi) / 2 * math.exp(f * f),
    "normcdf": lambda x, f: math.exp(-x * x / 2) / math.sqrt(2 * math.pi),
    "normcdfinv": lambda x, f: math.sqrt(2 * math.pi) * math.exp(f * f / 2),
    "lgamma": lambda x, f: float(_mp().digamma(x)),
    "tgamma": lambda x, f: float(_mp().gamma(x) * _mp().digamma(x)),
    "gamma": lambda x, f: float(_mp().gamma(x) * _mp().digamma(x)),
    "digamma": lambda x, f: float(_mp().psi(1, x)),
    "sinpi": lambda x, f: float(_mp().pi * _mp().cospi(x)),
    "cospi": lambda x, f: float(-_mp().pi * _mp().sinpi(x)),
    "j0": lambda x, f: float(_mp().besselj(0, x, derivative=1)),
    "j1": lambda x, f: float(_mp().besselj(1, x, derivative=1)),
    "y0": lambda x, f: float(_mp().bessely(0, x, derivative=1)),
    "y1": lambda x, f: float(_mp().bessely(1, x, derivative=1)),
    "cyl_bessel_i0": lambda x, f: float(_mp().besseli(1, x)),
    "cyl_bessel_i1": lambda x, f: float((_mp().besseli(0, x) + _mp().besseli(2, x)) / 2),
    "fabs": lambda x, f: math.copysign(1, x) if x else 0.0,
    "degrees": lambda x, f: 180 / math.pi,
    "radians": lambda x, f: math.pi / 180,
}


def _fmod_wraps(x: float, y: float) -> float:
    return float(math.trunc(Fraction(x) / Fraction(y))) if y and math.isfinite(x) else math.nan


def _nearest_wraps(x: float, y: float) -> float:
    return float(round(Fraction(x) / Fraction(y))) if y and math.isfinite(x) else math.nan


def _chosen(is_first: bool) -> tuple[float, float]:
    return (1.0, 0.0) if is_first else (0.0, 1.0)


# The partial derivatives of functions of several numbers, by their names. The first argument is the value.
_SEVERAL: dict[str, Callable[..., Sequence[Any]]] = {
    "atan2": lambda f, y, x: (x / (x * x + y * y), -y / (x * x + y * y)),
    "pow": lambda f, x, y: power_partials(x, y, f),
    "fmod": lambda f, x, y: (1.0, -_fmod_wraps(x, y)),
    "remainder": lambda f, x, y: (1.0, -_nearest_wraps(x, y)),
    "copysign": lambda f, x, y: (math.copysign(1, x) * math.copysign(1, y), 0.0),
    "fdim": lambda f, x, y: (1.0, -1.0) if x > y else (0.0, 0.0),
    "fmax": lambda f, x, y: _chosen((math.isnan(y) and not math.isnan(x)) or x >= y),
    "fmin": lambda f, x, y: _chosen((math.isnan(y) and not math.isnan(x)) or x <= y),
    "fdivide": lambda f, x, y: (1 / y, -x / (y * y)),
    "fma": lambda f, x, y, z: (y, x, 1.0),
}
_LENGTHS = ("hypot", "norm3d", "norm4d")
_ONE_OVER_LENGTHS = ("rhypot", "rnorm3d", "rnorm4d")


def _partials(name: str, f: float, values: Sequence[float]) -> Sequence[Any] | None:
    """Returns the partial derivatives of a function of real numbers; infinite or NaN where there is none,
    and None for what is constant between its steps."""
    try:
        if name == "log" and len(values) == 2:
            x, base = values
            return 1 / (x * math.log(base)), -f / (base * math.log(base))
        if name in _ONE:
            return (_ONE[name](values[0], f),)
        if name in _SEVERAL:
            return _SEVERAL[name](f, *values)
        if name in _LENGTHS:
            return [x / f for x in values]
        if name in _ONE_OVER_LENGTHS:
            return [-x * f**3 for x in values]
    except (ValueError, OverflowError, ZeroDivisionError):
        return [math.nan] * len(values)
    return None


def function_with_tangent(name: str, made: Value, arguments: Sequence[Value]) -> Value:
    """Returns what a function of `math` gave, with its tangent."""
    dots = [dot_of(argument) for argument in arguments]
    if name in ("norm", "rnorm"):
        return _of_array(name, made, *arguments)
    if all(dot is None for dot in dots):
        return made
    values = [plain(argument) for argument in arguments]
    if name in ("ldexp", "scalbn", "scalbln"):
        return dual(made, flow((2.0 ** int(values[1]), dots[0])))
    if name in ("jn", "yn"):
        bessel = _mp().besselj if name == "jn" else _mp().bessely
        return dual(made, flow((float(bessel(int(values[0]), float(values[1]), derivative=1)), dots[1])))
    x = float(values[0])
    if name == "frexp":
        return dual(made[0], flow((2.0 ** -int(plain(made[1])), dots[0]))), made[1]
    if name == "remquo":
        of_both = _partials("remainder", 0.0, [float(value) for value in values]) or ()
        return dual(made[0], flow(*zip(of_both, dots))), made[1]
    if name == "log" and len(values) == 2:
        base = float(values[1])
        of_base = -math.log(x) / (base * math.log(base) ** 2)
        return dual(made, flow((1 / (x * math.log(base)), dots[0]), (of_base, dots[1])))
    if name == "modf":
        return dual(made[0], flow((1.0, dots[0]))), made[1]
    if name in ("sincos", "sincospi"):
        names = ("sin", "cos") if name == "sincos" else ("sinpi", "cospi")
        return tuple(dual(each, flow((_ONE[one](x, 0.0), dots[0]))) for one, each in zip(names, made))
    if not isinstance(made, Number) or not is_real(made.type):
        return made
    partials = _partials(name, float(made.value), [float(value) for value in values])
    return made if partials is None else dual(made, flow(*zip(partials, dots)))


def _of_array(name: str, made: Value, count: Value, array: Value) -> Value:
    if not isinstance(array, DualArray):
        return made
    terms = [(float(plain(x)), dot_of(x)) for x in (array[i] for i in range(int(plain(count))))]
    size = float(plain(made))
    if name == "norm":
        return dual(made, flow(*length_terms(terms, size)))
    return dual(made, flow(*((-x * size**3, dot) for x, dot in terms)))


def complex_with_tangent(name: str, made: Value, arguments: Sequence[Value]) -> Value:
    """Returns what a function of `cmath` gave, with its tangent."""
    dots = [dot_of(argument) for argument in arguments]
    if all(dot is None for dot in dots):
        return made
    if name == "rect":
        length, angle = (float(plain(argument)) for argument in arguments)
        turn = cmath.rect(1, angle)
        return dual(made, flow((turn, dots[0]), (1j * length * turn, dots[1])))
    z = complex(plain(arguments[0]))
    if name == "exp":
        return dual(made, flow((cmath.exp(z), complex(dots[0]))))
    if name == "sqrt":
        return dual(made, flow((0.5 / cmath.sqrt(z) if z else math.nan, complex(dots[0]))))
    dz = complex(dots[0])
    size = z.real**2 + z.imag**2
    angle = flow(
        (z.real / size if size else math.nan, dz.imag), (-z.imag / size if size else math.nan, dz.real)
    )
    if name == "phase":
        return dual(made, angle)
    length = flow(*length_terms([(z.real, dz.real), (z.imag, dz.imag)], abs(z)))
    return dual(made[0], length), dual(made[1], angle)


def parts_with_tangent(made: Value, parts: Sequence[Value]) -> Value:
    """Returns a complex number that was made of two real ones, with its tangent."""
    real, imaginary = (dot_of(part) for part in parts)
    if real is None and imaginary is None:
        return made
    return dual(made, complex(real or 0.0, imaginary or 0.0))


__all__ = ["complex_with_tangent", "function_with_tangent", "parts_with_tangent"]
