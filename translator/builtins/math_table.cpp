// Every function of CUDA's math library, under the name `math.<its C name>`, and what Python's `math` has
// under the same names.

#include "translator/builtins/table.h"

namespace cudapy {

namespace {

using enum Shape;
using Text = std::string_view;

/// Returns the row of a function that CUDA and the host's C library have under the same names.
constexpr Builtin libm(Text name, Text single, Shape shape, Text numpy, Text doc) {
    Builtin builtin{};
    builtin.module = "math";
    builtin.name = name;
    builtin.single = single;
    builtin.shape = shape;
    builtin.cuda_single = builtin.host_single = single;
    builtin.cuda_double = builtin.host_double = name;
    builtin.numpy = numpy;
    builtin.doc = doc;
    return builtin;
}

/// Returns the row of a function that the host's C library does not have. Its host spelling is a helper of
/// emit/host_math.
constexpr Builtin ours(Text name, Text single, Shape shape, Text host_single, Text host_double, Text doc,
                       Text numpy = {}) {
    Builtin builtin = libm(name, single, shape, numpy, doc);
    builtin.host_single = host_single;
    builtin.host_double = host_double;
    builtin.host_helper = true;
    return builtin;
}

/// Returns the row of a test of a floating number, which has one name for both precisions. The host has it as
/// a compiler built-in.
constexpr Builtin test(Text name, Text host, Text doc) {
    Builtin builtin = libm(name, {}, bool_r, name, doc);
    builtin.cuda_single = name;
    builtin.host_single = builtin.host_double = host;
    return builtin;
}

/// Returns the row of signbit. The compilers' own gives some bit where it is true, which they then take
/// for 1.
constexpr Builtin signbit_row() {
    Builtin builtin = test("signbit", {}, "whether the sign of x is minus, also of -0.0 and NaN");
    builtin.host_single = "cudapy_signbitf";
    builtin.host_double = "cudapy_signbit";
    builtin.host_helper = true;
    return builtin;
}

/// Returns the row of a built-in that the checker types by itself.
constexpr Builtin own_typing(Text name, Text single, Special kind, Text signature, Text numpy, Text doc) {
    Builtin builtin = libm(name, single, Shape::special, numpy, doc);
    builtin.special = kind;
    builtin.signature = signature;
    return builtin;
}

/// Returns the row of one of Python's functions that give an integer. The spellings are those of the C
/// function, whose result the emitters cast.
constexpr Builtin to_integer(Text name, Text single, Text doc) {
    Builtin builtin = libm(name, {}, integer_r, {}, doc);
    builtin.cuda_single = builtin.host_single = single;
    return builtin;
}

/// Returns the row of a name that exists only in single precision.
constexpr Builtin single_only(Text name, Text double_, Text doc) {
    Builtin builtin = libm(name, name, r_r, {}, doc);
    builtin.cuda_double = builtin.host_double = double_;
    return builtin;
}

/// Returns the row of a name whose meaning in NumPy differs from that in `math`: NumPy's floor gives a float.
constexpr Builtin numpy_only(Text name, Text single, Text doc) {
    Builtin builtin = libm(name, {}, r_r, name, doc);
    builtin.module = "numpy";
    builtin.cuda_single = builtin.host_single = single;
    return builtin;
}

constexpr Builtin fdividef_row() {
    Builtin builtin = ours("fdividef", "fdividef", r_rr, "cudapy_fdividef", "cudapy_fdividef",
                           "quotient in single precision, less accurate on CUDA with fast math");
    builtin.cuda_double = "fdividef";
    return builtin;
}

constexpr Builtin rows[] = {
    libm("acos", "acosf", r_r, "arccos", "arc cosine, in [0, π]"),
    libm("acosh", "acoshf", r_r, "arccosh", "inverse hyperbolic cosine"),
    libm("asin", "asinf", r_r, "arcsin", "arc sine, in [-π/2, π/2]"),
    libm("asinh", "asinhf", r_r, "arcsinh", "inverse hyperbolic sine"),
    libm("atan", "atanf", r_r, "arctan", "arc tangent, in [-π/2, π/2]"),
    libm("atan2", "atan2f", r_rr, "arctan2", "angle of the point (x, y), written atan2(y, x), in [-π, π]"),
    libm("atanh", "atanhf", r_r, "arctanh", "inverse hyperbolic tangent"),
    libm("cbrt", "cbrtf", r_r, "cbrt", "cube root"),
    to_integer("ceil", "ceilf",
               "the smallest integer not below x: `int` from a `float`, `int64` from a `double`"),
    single_only("ceilf", "ceil", "the smallest integer not below x, as a `float`"),
    libm("copysign", "copysignf", r_rr, "copysign", "the size of x with the sign of y"),
    libm("cos", "cosf", r_r, "cos", "cosine of an angle in radians"),
    libm("cosh", "coshf", r_r, "cosh", "hyperbolic cosine"),
    ours("cospi", "cospif", r_r, "cudapy_cospif", "cudapy_cospi", "cos(π x)"),
    ours("cyl_bessel_i0", "cyl_bessel_i0f", r_r, "cudapy_cyl_bessel_i0f", "cudapy_cyl_bessel_i0",
         "modified Bessel function of the first kind, order 0", "i0"),
    ours("cyl_bessel_i1", "cyl_bessel_i1f", r_r, "cudapy_cyl_bessel_i1f", "cudapy_cyl_bessel_i1",
         "modified Bessel function of the first kind, order 1"),
    libm("erf", "erff", r_r, {}, "error function"),
    libm("erfc", "erfcf", r_r, {}, "1 - erf(x), accurate for large x"),
    ours("erfcinv", "erfcinvf", r_r, "cudapy_erfcinvf", "cudapy_erfcinv", "inverse of erfc, for x in [0, 2]"),
    ours("erfcx", "erfcxf", r_r, "cudapy_erfcxf", "cudapy_erfcx", "exp(x²) erfc(x)"),
    ours("erfinv", "erfinvf", r_r, "cudapy_erfinvf", "cudapy_erfinv", "inverse of erf, for x in [-1, 1]"),
    libm("exp", "expf", r_r, "exp", "e to the power x"),
    libm("exp10", "exp10f", r_r, {}, "10 to the power x"),
    libm("exp2", "exp2f", r_r, "exp2", "2 to the power x"),
    libm("expm1", "expm1f", r_r, "expm1", "exp(x) - 1, accurate near 0"),
    libm("fabs", "fabsf", r_r, "fabs", "absolute value as a floating number"),
    libm("fdim", "fdimf", r_rr, {}, "x - y where that is positive, else 0"),
    fdividef_row(),
    to_integer("floor", "floorf",
               "the largest integer not above x: `int` from a `float`, `int64` from a `double`"),
    single_only("floorf", "floor", "the largest integer not above x, as a `float`"),
    libm("fma", "fmaf", r_rrr, {}, "x y + z, rounded once"),
    libm("fmax", "fmaxf", r_rr, "fmax", "the larger of two; a NaN is ignored"),
    libm("fmin", "fminf", r_rr, "fmin", "the smaller of two; a NaN is ignored"),
    libm("fmod", "fmodf", r_rr, "fmod", "remainder with the sign of x, as C has it"),
    libm("frexp", "frexpf", pair_r_int, "frexp", "`m, e = frexp(x)`: x is m 2**e with m in [0.5, 1)"),
    own_typing("hypot", "hypotf", Special::hypot, "R (R) to R (R, R, R, R)", "hypot",
               "square root of the sum of squares of one to four numbers"),
    libm("ilogb", "ilogbf", int_r, {}, "exponent of x as an `int`"),
    test("isfinite", "__builtin_isfinite", "whether x is neither infinite nor NaN"),
    test("isinf", "__builtin_isinf", "whether x is infinite"),
    test("isnan", "__builtin_isnan", "whether x is NaN"),
    libm("j0", "j0f", r_r, {}, "Bessel function of the first kind, order 0"),
    libm("j1", "j1f", r_r, {}, "Bessel function of the first kind, order 1"),
    libm("jn", "jnf", r_int_r, {}, "Bessel function of the first kind, order n, written jn(n, x)"),
    libm("ldexp", "ldexpf", r_r_int, "ldexp", "x 2**n"),
    libm("lgamma", "lgammaf", r_r, {}, "logarithm of the absolute value of the gamma function"),
    libm("llrint", "llrintf", int64_r, {}, "the nearest integer, halves to even, as an `int64`"),
    libm("llround", "llroundf", int64_r, {}, "the nearest integer, halves away from 0, as an `int64`"),
    own_typing("log", "logf", Special::log, "R (R) or R (R, R)", "log",
               "natural logarithm; with a second argument, the logarithm to that base"),
    libm("log10", "log10f", r_r, "log10", "logarithm to base 10"),
    libm("log1p", "log1pf", r_r, "log1p", "log(1 + x), accurate near 0"),
    libm("log2", "log2f", r_r, "log2", "logarithm to base 2"),
    libm("logb", "logbf", r_r, {}, "exponent of x as a floating number"),
    libm("lrint", "lrintf", int64_r, {}, "the nearest integer, halves to even, as an `int64`"),
    libm("lround", "lroundf", int64_r, {}, "the nearest integer, halves away from 0, as an `int64`"),
    libm("modf", "modff", pair_r_r, "modf",
         "`f, i = modf(x)`: fraction and whole part, both with the sign of x"),
    libm("nearbyint", "nearbyintf", r_r, {}, "the nearest integer, halves to even, as a floating number"),
    libm("nextafter", "nextafterf", r_rr, "nextafter", "the next number after x in the direction of y"),
    ours("norm", "normf", r_int_array, "cudapy_normf", "cudapy_norm",
         "square root of the sum of squares of the first n elements, written norm(n, X)"),
    ours("norm3d", "norm3df", r_rrr, "cudapy_norm3df", "cudapy_norm3d", "length of the vector (x, y, z)"),
    ours("norm4d", "norm4df", r_rrrr, "cudapy_norm4df", "cudapy_norm4d", "length of the vector (x, y, z, w)"),
    ours("normcdf", "normcdff", r_r, "cudapy_normcdff", "cudapy_normcdf",
         "standard normal distribution function"),
    ours("normcdfinv", "normcdfinvf", r_r, "cudapy_normcdfinvf", "cudapy_normcdfinv",
         "inverse of normcdf, for x in [0, 1]"),
    libm("pow", "powf", r_rr, {}, "x to the power y, floating"),
    ours("rcbrt", "rcbrtf", r_r, "cudapy_rcbrtf", "cudapy_rcbrt", "1 / cbrt(x)"),
    libm("remainder", "remainderf", r_rr, {}, "x minus the nearest multiple of y, as IEEE 754 has it"),
    libm("remquo", "remquof", pair_rr_r_int, {},
         "`r, q = remquo(x, y)`: remainder, and the low bits of the quotient"),
    ours("rhypot", "rhypotf", r_rr, "cudapy_rhypotf", "cudapy_rhypot", "1 / hypot(x, y)"),
    libm("rint", "rintf", r_r, "rint", "the nearest integer, halves to even, as a floating number"),
    ours("rnorm", "rnormf", r_int_array, "cudapy_rnormf", "cudapy_rnorm", "1 / norm(n, X)"),
    ours("rnorm3d", "rnorm3df", r_rrr, "cudapy_rnorm3df", "cudapy_rnorm3d", "1 / norm3d(x, y, z)"),
    ours("rnorm4d", "rnorm4df", r_rrrr, "cudapy_rnorm4df", "cudapy_rnorm4d", "1 / norm4d(x, y, z, w)"),
    libm("round", "roundf", r_r, {},
         "the nearest integer, halves away from 0, as a floating number (C's round)"),
    ours("rsqrt", "rsqrtf", r_r, "cudapy_rsqrtf", "cudapy_rsqrt", "1 / sqrt(x)"),
    libm("scalbln", "scalblnf", r_r_int, {}, "x 2**n"),
    libm("scalbn", "scalbnf", r_r_int, {}, "x 2**n"),
    signbit_row(),
    libm("sin", "sinf", r_r, "sin", "sine of an angle in radians"),
    libm("sincos", "sincosf", pair_r_r, {}, "`s, c = sincos(x)`: sine and cosine"),
    ours("sincospi", "sincospif", pair_r_r, "cudapy_sincospif", "cudapy_sincospi",
         "`s, c = sincospi(x)`: sin(π x) and cos(π x)"),
    libm("sinh", "sinhf", r_r, "sinh", "hyperbolic sine"),
    ours("sinpi", "sinpif", r_r, "cudapy_sinpif", "cudapy_sinpi", "sin(π x)"),
    libm("sqrt", "sqrtf", r_r, "sqrt", "square root"),
    libm("tan", "tanf", r_r, "tan", "tangent of an angle in radians"),
    libm("tanh", "tanhf", r_r, "tanh", "hyperbolic tangent"),
    libm("tgamma", "tgammaf", r_r, {}, "gamma function"),
    to_integer("trunc", "truncf", "x without its fraction: `int` from a `float`, `int64` from a `double`"),
    single_only("truncf", "trunc", "x without its fraction, as a `float`"),
    libm("y0", "y0f", r_r, {}, "Bessel function of the second kind, order 0"),
    libm("y1", "y1f", r_r, {}, "Bessel function of the second kind, order 1"),
    libm("yn", "ynf", r_int_r, {}, "Bessel function of the second kind, order n, written yn(n, x)"),

    numpy_only("ceil", "ceilf", "the smallest integer not below x, as a floating number"),
    numpy_only("floor", "floorf", "the largest integer not above x, as a floating number"),
    numpy_only("trunc", "truncf", "x without its fraction, as a floating number"),
};

// NumPy's minimum, maximum, mod and remainder are not here: they treat NaN or signs otherwise than the
// functions of those names.
constexpr BuiltinAlias aliases[] = {
    {"operator.abs", "abs"},       {"operator.truth", "bool"},    {"math.gamma", "math.tgamma"},
    {"numpy.abs", "abs"},          {"numpy.absolute", "abs"},     {"numpy.acos", "math.acos"},
    {"numpy.acosh", "math.acosh"}, {"numpy.asin", "math.asin"},   {"numpy.asinh", "math.asinh"},
    {"numpy.atan", "math.atan"},   {"numpy.atan2", "math.atan2"}, {"numpy.atanh", "math.atanh"},
    {"numpy.divmod", "divmod"},    {"numpy.pow", "pow"},          {"numpy.power", "pow"},
};

} // namespace

std::span<const Builtin> math_builtins() {
    return rows;
}

std::span<const BuiltinAlias> builtin_aliases() {
    return aliases;
}

} // namespace cudapy
