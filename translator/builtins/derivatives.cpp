#include "translator/builtins/derivatives.h"

#include <fmt/format.h>

#include <map>

namespace cudapy {

namespace {

using Text = std::string_view;
using Kind = Derivative::Kind;

constexpr Derivative of(Text path, Text x, Text y = {}, Text z = {}, Text w = {}) {
    return {path, Kind::partials, {x, y, z, w}};
}
constexpr Derivative chosen(Text path, Text is_first) {
    return {path, Kind::chosen, {is_first}};
}
constexpr Derivative pair(Text path, Text f, Text g) {
    return {path, Kind::pair, {f, g}};
}
constexpr Derivative constant(Text path) {
    return {path, Kind::constant, {}, "it is constant between its steps"};
}
constexpr Derivative rule(Text path, Text what) {
    return {path, Kind::rule, {}, what};
}
constexpr Derivative refused(Text path, Text why) {
    return {path, Kind::refused, {}, why};
}

constexpr Text of_array = "it reads an array as a whole";

constexpr Derivative rows[] = {
    of("+", "1", "1"),
    of("-", "1", "-1"),
    of("*", "y", "x"),
    of("/", "1 / y", "-f / y"),
    of("%", "1", "rint((f - x) / y)"),
    of("**", "y * pow(x, y - 1)", "f * log(x)"),
    constant("//"),
    of("abs", "copysign(1, x) if x != 0 else 0"),
    chosen("max", "not y > x"),
    chosen("min", "not y < x"),
    of("pow", "y * pow(x, y - 1)", "f * log(x)"),
    constant("round"),

    of("math.acos", "-1 / sqrt((1 - x) * (1 + x))"),
    of("math.acosh", "1 / (sqrt(x - 1) * sqrt(x + 1))"),
    of("math.asin", "1 / sqrt((1 - x) * (1 + x))"),
    of("math.asinh", "1 / hypot(x, 1)"),
    of("math.atan", "1 / (1 + x * x)"),
    of("math.atan2", "y / (x * x + y * y)", "-x / (x * x + y * y)"),
    of("math.atanh", "1 / ((1 - x) * (1 + x))"),
    of("math.cbrt", "1 / (3 * f * f)"),
    constant("math.ceil"),
    constant("math.ceilf"),
    of("math.copysign", "copysign(1, x) * copysign(1, y)", "0"),
    of("math.cos", "-sin(x)"),
    of("math.cosh", "sinh(x)"),
    of("math.cospi", "-(3.141592653589793 * sinpi(x))"),
    of("math.cyl_bessel_i0", "cyl_bessel_i1(x)"),
    of("math.cyl_bessel_i1", "cyl_bessel_i0(x) - f / x if x != 0 else 0.5"),
    of("math.erf", "1.1283791670955126 * exp(-x * x)"),
    of("math.erfc", "-(1.1283791670955126 * exp(-x * x))"),
    of("math.erfcinv", "-(0.886226925452758 * exp(f * f))"),
    of("math.erfcx", "2 * x * f - 1.1283791670955126"),
    of("math.erfinv", "0.886226925452758 * exp(f * f)"),
    of("math.exp", "f"),
    of("math.exp10", "2.302585092994046 * f"),
    of("math.exp2", "0.6931471805599453 * f"),
    of("math.expm1", "exp(x)"),
    of("math.fabs", "copysign(1, x) if x != 0 else 0"),
    of("math.fdim", "1 if x > y else 0", "-1 if x > y else 0"),
    of("math.fdividef", "1 / y", "-f / y"),
    constant("math.floor"),
    constant("math.floorf"),
    of("math.fma", "y", "x", "1"),
    chosen("math.fmax", "x >= y if not isnan(y) else not isnan(x)"),
    chosen("math.fmin", "x <= y if not isnan(y) else not isnan(x)"),
    of("math.fmod", "1", "rint((f - x) / y)"),
    pair("math.frexp", "ldexp(1, -g)", "0"),
    of("math.hypot", "x / f", "y / f", "z / f", "w / f"),
    constant("math.ilogb"),
    constant("math.isfinite"),
    constant("math.isinf"),
    constant("math.isnan"),
    of("math.j0", "-j1(x)"),
    of("math.j1", "j0(x) - f / x if x != 0 else 0.5"),
    of("math.jn", "0", "(jn(n - 1, y) - jn(n + 1, y)) / 2 if n > 0 else -jn(1, y)"),
    of("math.ldexp", "ldexp(1, n)", "0"),
    of("math.lgamma", "digamma(x)"),
    constant("math.llrint"),
    constant("math.llround"),
    of("math.log", "1 / x"),
    of("math.log10", "0.4342944819032518 / x"),
    of("math.log1p", "1 / (1 + x)"),
    of("math.log2", "1.4426950408889634 / x"),
    constant("math.logb"),
    constant("math.lrint"),
    constant("math.lround"),
    pair("math.modf", "1", "0"),
    constant("math.nearbyint"),
    refused("math.nextafter", "it steps from one floating number to its neighbour"),
    refused("math.norm", of_array),
    of("math.norm3d", "x / f", "y / f", "z / f"),
    of("math.norm4d", "x / f", "y / f", "z / f", "w / f"),
    of("math.normcdf", "0.3989422804014327 * exp(-0.5 * x * x)"),
    of("math.normcdfinv", "2.5066282746310002 * exp(0.5 * f * f)"),
    of("math.pow", "y * pow(x, y - 1)", "f * log(x)"),
    of("math.rcbrt", "-f / (3 * x)"),
    of("math.remainder", "1", "rint((f - x) / y)"),
    refused("math.remquo", "only some bits of its quotient are known"),
    of("math.rhypot", "-x * f * f * f", "-y * f * f * f"),
    constant("math.rint"),
    refused("math.rnorm", of_array),
    of("math.rnorm3d", "-x * f * f * f", "-y * f * f * f", "-z * f * f * f"),
    of("math.rnorm4d", "-x * f * f * f", "-y * f * f * f", "-z * f * f * f", "-w * f * f * f"),
    constant("math.round"),
    of("math.rsqrt", "-f / (2 * x)"),
    of("math.scalbln", "ldexp(1, n)", "0"),
    of("math.scalbn", "ldexp(1, n)", "0"),
    constant("math.signbit"),
    of("math.sin", "cos(x)"),
    pair("math.sincos", "g", "-f"),
    pair("math.sincospi", "3.141592653589793 * g", "-(3.141592653589793 * f)"),
    of("math.sinh", "cosh(x)"),
    of("math.sinpi", "3.141592653589793 * cospi(x)"),
    of("math.sqrt", "1 / (2 * f)"),
    of("math.tan", "1 + f * f"),
    of("math.tanh", "(1 - f) * (1 + f)"),
    of("math.tgamma", "f * digamma(x)"),
    constant("math.trunc"),
    constant("math.truncf"),
    of("math.y0", "-y1(x)"),
    of("math.y1", "y0(x) - f / x"),
    of("math.yn", "0", "(yn(n - 1, y) - yn(n + 1, y)) / 2 if n > 0 else -yn(1, y)"),
    constant("numpy.ceil"),
    constant("numpy.floor"),
    constant("numpy.trunc"),

    rule("cmath.exp", "that of the function of a complex number"),
    rule("cmath.phase", "that of atan2 of both parts"),
    rule("cmath.polar", "those of abs and cmath.phase"),
    rule("cmath.rect", "that of the product of the magnitude with cosine and sine"),
    rule("cmath.sqrt", "that of the function of a complex number"),

    rule("cudapy.atomicAdd", "the tangent is added by an atomicAdd of its own"),
    rule("cudapy.atomicSub", "the tangent is subtracted by an atomicSub of its own"),
    refused("cudapy.atomicCAS", "which thread came last decides what is left"),
    refused("cudapy.atomicExch", "which thread came last decides what is left"),
    refused("cudapy.atomicMax", "the element does not say which thread's value it holds"),
    refused("cudapy.atomicMin", "the element does not say which thread's value it holds"),
    constant("cudapy.bits"),
    constant("cudapy.double_of_bits"),
    constant("cudapy.float_of_bits"),
    constant("cudapy.match_any_sync"),
    rule("cudapy.normal", "random numbers are constants; their parameters must be, too"),
    rule("cudapy.reduce_add_sync", "the tangents are added likewise"),
    refused("cudapy.reduce_max_sync", "the result does not say which thread's value it is"),
    refused("cudapy.reduce_min_sync", "the result does not say which thread's value it is"),
    constant("cudapy.random"),
    rule("cudapy.shfl_down_sync", "the tangent is that of the same thread"),
    rule("cudapy.shfl_sync", "the tangent is that of the same thread"),
    rule("cudapy.shfl_up_sync", "the tangent is that of the same thread"),
    rule("cudapy.shfl_xor_sync", "the tangent is that of the same thread"),
    rule("cudapy.uniform", "random numbers are constants; their bounds must be, too"),
};

const char* name_of(Kind kind) {
    switch (kind) {
    case Kind::partials:
        return "partials";
    case Kind::chosen:
        return "chosen";
    case Kind::pair:
        return "pair";
    case Kind::constant:
        return "constant";
    case Kind::rule:
        return "rule";
    case Kind::refused:
        return "refused";
    }
    return "";
}

} // namespace

std::span<const Derivative> derivatives() {
    return rows;
}

const Derivative* find_derivative(std::string_view path) {
    static const auto index = [] {
        std::map<std::string_view, const Derivative*> made;
        for (const Derivative& row : rows)
            made[row.path] = &row;
        return made;
    }();
    const auto found = index.find(path);
    return found == index.end() ? nullptr : found->second;
}

const Derivative* find_derivative(const Builtin& builtin) {
    if (builtin.module.empty()) return find_derivative(builtin.name);
    return find_derivative(fmt::format("{}.{}", builtin.module, builtin.name));
}

std::string derivatives_list() {
    std::string text;
    for (const Derivative& row : rows) {
        text += fmt::format("{}\t{}", row.path, name_of(row.kind));
        for (const Text formula : row.formulas)
            text += fmt::format("\t{}", formula);
        text += fmt::format("\t{}\n", row.reason);
    }
    return text;
}

} // namespace cudapy
