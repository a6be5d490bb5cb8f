"""The functions of cmath by the formulas that numba has for GPUs: CPython's and NumPy's."""

from __future__ import annotations

import cmath
import math

from .._jit.dispatcher import jit

_FLT_MAX = 3.4028234663852886e38
_FLT_MIN = 1.1754943508222875e-38
_LARGE = _FLT_MAX / 4
_LN_2 = math.log(2)
_LN_4 = math.log(4)
_LN_10 = math.log(10)
_ATANH_LARGE, _ATANH_SMALL = math.sqrt(_FLT_MAX / 4), math.sqrt(_FLT_MIN)
_HALF_PI = math.pi / 2


@jit(device=True)
def cmath_exp(z):
    x = z.real
    y = z.imag
    if math.isfinite(x):
        if not math.isfinite(y):
            return complex(math.nan, math.nan)
        scale = math.exp(x)
        return complex(scale * math.cos(y), scale * math.sin(y))
    if math.isnan(x):
        if y:
            return complex(x, x)
        return complex(x, y)
    if x > 0.0:
        if not math.isfinite(y):
            return complex(x, math.nan)
        real = math.cos(y)
        imag = math.sin(y)
        # A part that is zero stays zero.
        if real != 0:
            real *= x
        if imag != 0:
            imag *= x
        return complex(real, imag)
    if not math.isfinite(y):
        return complex(0.0, 0.0)
    scale = math.exp(x)
    return complex(scale * math.cos(y), scale * math.sin(y))


@jit(device=True)
def cmath_log(z):
    a = abs(z.real)
    b = abs(z.imag)
    h = math.hypot(a, b)
    if h >= 0.71 and h <= 1.73:
        # Near 1 the logarithm is small, and h is not as exact as that.
        larger = max(a, b)
        smaller = min(a, b)
        real = math.log1p((larger - 1.0) * (larger + 1.0) + smaller * smaller) / 2.0
    elif math.isinf(h) and math.isfinite(a) and math.isfinite(b):
        real = math.log(math.hypot(a / 2.0, b / 2.0)) + _LN_2
    else:
        real = math.log(h)
    return complex(real, math.atan2(z.imag, z.real))


@jit(device=True)
def cmath_log10(z):
    logarithm = cmath.log(z)
    return complex(logarithm.real / _LN_10, logarithm.imag / _LN_10)


@jit(device=True)
def cmath_phase(z):
    return math.atan2(z.imag, z.real)


@jit(device=True)
def cmath_polar(z):
    return math.hypot(z.real, z.imag), math.atan2(z.imag, z.real)


@jit(device=True)
def cmath_rect(r, phi):
    if not math.isfinite(phi):
        if not r:
            return complex(abs(r), abs(r) * 0)
        if math.isinf(r):
            return complex(abs(r), math.nan)
    if math.isnan(r) and phi == 0.0:
        return complex(r, abs(phi))
    real = math.cos(phi)
    imag = math.sin(phi)
    # A part that is zero stays zero where r is infinite, with the sign of the product.
    if real == 0.0 and math.isinf(r):
        real /= r
    else:
        real *= r
    if imag == 0.0 and math.isinf(r):
        imag /= r
    else:
        imag *= r
    return complex(real, imag)


@jit(device=True)
def cmath_sqrt(z):
    a = z.real
    b = z.imag
    if a == 0.0 and b == 0.0:
        return complex(abs(b), b)
    if math.isinf(b):
        return complex(abs(b), b)
    if math.isnan(a):
        return complex(a, a)
    if math.isinf(a):
        if a < 0.0:
            return complex(abs(b - b), math.copysign(a, b))
        return complex(a, math.copysign(b - b, b))
    # A quarter of large parts does not overflow on the way.
    is_large = abs(a) >= _LARGEST or abs(b) >= _LARGEST
    if is_large:
        a *= 0.25
        b *= 0.25
    if a >= 0:
        t = math.sqrt((a + math.hypot(a, b)) * 0.5)
        real = t
        imag = b / (2 * t)
    else:
        t = math.sqrt((-a + math.hypot(a, b)) * 0.5)
        real = abs(b) / (2 * t)
        imag = math.copysign(t, b)
    if is_large:
        return complex(real * 2, imag)
    return complex(real, imag)


@jit(device=True)
def cmath_cos(z):
    return cmath.cosh(complex(-z.imag, z.real))


@jit(device=True)
def cmath_cosh(z):
    x = z.real
    y = z.imag
    if (math.isnan(x) and y == 0.0) or (math.isnan(y) and x == 0.0):
        return complex(math.nan, 0.0)
    if math.isinf(x):
        if math.isnan(y) or y == 0.0:
            real = abs(x)
            imag = y
        else:
            real = math.copysign(x, math.cos(y))
            imag = math.copysign(x, math.sin(y))
        if x < 0.0:
            imag = -imag
        return complex(real, imag)
    return complex(math.cos(y) * math.cosh(x), math.sin(y) * math.sinh(x))


@jit(device=True)
def cmath_sin(z):
    turned = cmath.sinh(complex(-z.imag, z.real))
    return complex(turned.imag, -turned.real)


@jit(device=True)
def cmath_sinh(z):
    x = z.real
    y = z.imag
    if math.isnan(x) and y == 0.0:
        return complex(x, y)
    if math.isnan(y) and x == 0.0:
        return complex(abs(x), y)
    if math.isinf(x):
        if math.isnan(y):
            real = abs(x)
            imag = y
        else:
            real = math.cos(y)
            imag = math.sin(y)
            if real != 0.0:
                real *= x
            if imag != 0.0:
                imag *= abs(x)
        return complex(real, imag)
    return complex(math.cos(y) * math.sinh(x), math.sin(y) * math.cosh(x))


@jit(device=True)
def cmath_tan(z):
    turned = cmath.tanh(complex(-z.imag, z.real))
    return complex(turned.imag, -turned.real)


@jit(device=True)
def cmath_tanh(z):
    x = z.real
    y = z.imag
    if math.isinf(x):
        real = math.copysign(1.0, x)
        if math.isfinite(y):
            imag = math.copysign(0.0, math.sin(2.0 * y))
        else:
            imag = 0.0
        return complex(real, imag)
    if math.isnan(x) and y == 0.0:
        return complex(x, y)
    tx = math.tanh(x)
    ty = math.tan(y)
    cx = 1.0 / math.cosh(x)
    product = tx * ty
    whole = 1.0 + product * product
    return complex(tx * (1.0 + ty * ty) / whole, ((ty / whole) * cx) * cx)


@jit(device=True)
def cmath_acos(z):
    if math.isnan(z.imag):
        if math.isinf(z.real):
            return complex(math.nan, math.inf)
        if z.real == 0.0:
            return complex(_HALF_PI, math.nan)
        return complex(math.nan, math.nan)
    if math.isnan(z.real) and not math.isinf(z.imag):
        return complex(math.nan, math.nan)
    if abs(z.real) > _LARGE or abs(z.imag) > _LARGE:
        half = math.hypot(z.real * 0.5, z.imag * 0.5)
        return complex(math.atan2(abs(z.imag), z.real), math.copysign(math.log(half) + _LN_4, -z.imag))
    s1 = cmath.sqrt(complex(1.0 - z.real, -z.imag))
    s2 = cmath.sqrt(complex(1.0 + z.real, z.imag))
    real = 2.0 * math.atan2(s1.real, s2.real)
    return complex(real, math.asinh(s2.real * s1.imag - s2.imag * s1.real))


@jit(device=True)
def cmath_acosh(z):
    if abs(z.real) > _LARGE or abs(z.imag) > _LARGE:
        half = math.hypot(z.real * 0.5, z.imag * 0.5)
        return complex(math.log(half) + _LN_4, math.atan2(z.imag, z.real))
    s1 = cmath.sqrt(complex(z.real - 1.0, z.imag))
    s2 = cmath.sqrt(complex(z.real + 1.0, z.imag))
    real = math.asinh(s1.real * s2.real + s1.imag * s2.imag)
    return complex(real, 2.0 * math.atan2(s1.imag, s2.real))


@jit(device=True)
def cmath_asinh(z):
    if math.isnan(z.real):
        if math.isinf(z.imag):
            return complex(math.inf, math.nan)
        if z.imag == 0.0:
            return complex(z.real, z.imag)
        return complex(math.nan, math.nan)
    if abs(z.real) > _LARGE or abs(z.imag) > _LARGE:
        half = math.hypot(z.real * 0.5, z.imag * 0.5)
        return complex(math.copysign(math.log(half) + _LN_4, z.real), math.atan2(z.imag, abs(z.real)))
    s1 = cmath.sqrt(complex(1.0 + z.imag, -z.real))
    s2 = cmath.sqrt(complex(1.0 - z.imag, z.real))
    real = math.asinh(s1.real * s2.imag - s2.real * s1.imag)
    return complex(real, math.atan2(z.imag, s1.real * s2.real - s1.imag * s2.imag))


@jit(device=True)
def cmath_asin(z):
    turned = cmath.asinh(complex(-z.imag, z.real))
    return complex(turned.imag, -turned.real)


@jit(device=True)
def cmath_atan(z):
    turned = cmath.atanh(complex(-z.imag, z.real))
    return complex(turned.imag, -turned.real)


@jit(device=True)
def cmath_atanh(z):
    if math.isnan(z.real):
        if math.isinf(z.imag):
            return complex(0.0, math.copysign(_HALF_PI, z.imag))
        return complex(math.nan, math.nan)
    if math.isnan(z.imag) and z.real == 0.0:
        return z
    is_turned = z.real < 0.0
    if is_turned:
        z = -z
    height = abs(z.imag)
    if z.real > _ATANH_LARGE or height > _ATANH_LARGE:
        if math.isinf(z.imag):
            real = math.copysign(0.0, z.real)
        elif math.isinf(z.real):
            real = 0.0
        else:
            half = math.hypot(z.real * 0.5, z.imag * 0.5)
            real = z.real / 4.0 / half / half
        imag = -math.copysign(_HALF_PI, -z.imag)
    elif z.real == 1.0 and height < _ATANH_SMALL:
        if height == 0.0:
            real = math.inf
            imag = z.imag
        else:
            real = -math.log(math.sqrt(height) / math.sqrt(math.hypot(height, 2.0)))
            imag = math.copysign(math.atan2(2.0, -height) / 2, z.imag)
    else:
        square = height * height
        below = 1 - z.real
        real = math.log1p(4.0 * z.real / (below * below + square)) * 0.25
        imag = -math.atan2(-2.0 * z.imag, below * (1 + z.real) - square) * 0.5
    if math.isnan(z.imag):
        imag = math.nan
        if math.isfinite(z.real):
            real = math.nan
    if is_turned:
        return complex(-real, -imag)
    return complex(real, imag)
