#include "translator/check/module/constants.h"

#include "translator/check/expressions/fold.h"
#include "translator/types/small_floats.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cudapy {

namespace {

using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::UnaryOp;

template <typename T>
Constant of(T value) {
    return {value, nullptr};
}

/// Returns the result of Python's int(float), which rounds toward zero. Returns nothing for infinities, NaN
/// and numbers that are too large.
std::optional<WideInt> truncated(double value) {
    if (!(std::fabs(value) < 0x1p126)) return std::nullopt;
    return static_cast<WideInt>(value);
}

WideInt floor_quotient(WideInt a, WideInt b) {
    const WideInt quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

std::optional<Constant> integer_power(WideInt base, WideInt exponent) {
    if (exponent < 0) {
        if (base == 0) return std::nullopt;
        return of(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
    }
    WideInt result = 1;
    if (base == 0 || base == 1) return of(exponent == 0 ? WideInt(1) : base);
    if (base == -1) return of(exponent % 2 == 0 ? WideInt(1) : base);
    if (exponent > 127) return std::nullopt;
    for (WideInt i = 0; i < exponent; ++i)
        if (__builtin_mul_overflow(result, base, &result)) return std::nullopt;
    return of(result);
}

std::optional<Constant> shifted(WideInt value, WideInt count, bool left) {
    if (count < 0) return std::nullopt;
    if (!left) return of(count > 126 ? WideInt(value < 0 ? -1 : 0) : value >> static_cast<int>(count));
    if (value == 0) return of(value);
    if (count > 126) return std::nullopt;
    WideInt result = 0;
    if (__builtin_mul_overflow(value, WideInt(1) << static_cast<int>(count), &result)) return std::nullopt;
    return of(result);
}

std::optional<Constant> integer_operation(BinaryOp op, WideInt a, WideInt b) {
    WideInt result = 0;
    switch (op) {
    case BinaryOp::add:
        return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(of(result));
    case BinaryOp::sub:
        return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(of(result));
    case BinaryOp::mul:
        return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(of(result));
    case BinaryOp::true_div:
        if (b == 0) return std::nullopt;
        return of(checker::true_quotient(a, b));
    case BinaryOp::floor_div:
        return b == 0 ? std::nullopt : std::optional(of(floor_quotient(a, b)));
    case BinaryOp::mod:
        return b == 0 ? std::nullopt : std::optional(of(a - floor_quotient(a, b) * b));
    case BinaryOp::pow:
        return integer_power(a, b);
    case BinaryOp::shl:
        return shifted(a, b, true);
    case BinaryOp::shr:
        return shifted(a, b, false);
    case BinaryOp::bit_and:
        return of(a & b);
    case BinaryOp::bit_or:
        return of(a | b);
    case BinaryOp::bit_xor:
        return of(a ^ b);
    case BinaryOp::mat_mul:
        return std::nullopt;
    }
    return std::nullopt;
}

std::complex<double> product(std::complex<double> a, std::complex<double> b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Returns the quotient of two numbers by the larger part of the divisor, as CPython computes it. The divisor
/// must not be zero.
std::complex<double> quotient(std::complex<double> a, std::complex<double> b) {
    if (std::fabs(b.real()) >= std::fabs(b.imag())) {
        const double ratio = b.imag() / b.real(), whole = b.real() + b.imag() * ratio;
        return {(a.real() + a.imag() * ratio) / whole, (a.imag() - a.real() * ratio) / whole};
    }
    const double ratio = b.real() / b.imag(), whole = b.real() * ratio + b.imag();
    return {(a.real() * ratio + a.imag()) / whole, (a.imag() * ratio - a.real()) / whole};
}

/// Returns a power of a complex number: by squaring for small whole exponents, as CPython computes it.
std::optional<Constant> complex_power(std::complex<double> base, std::complex<double> exponent) {
    constexpr double most_by_squaring = 100;
    std::complex<double> result = 1;
    const double real = exponent.real();
    if (exponent.imag() == 0 && real == std::floor(real) && std::fabs(real) <= most_by_squaring) {
        std::complex<double> square = base;
        for (int rest = static_cast<int>(std::fabs(real)); rest > 0; rest >>= 1) {
            if (rest % 2 != 0) result = product(result, square);
            square = product(square, square);
        }
        if (real <= 0 && result == 0.0) return std::nullopt;
        if (real <= 0) result = quotient(1, result);
    } else if (base == 0.0) {
        if (exponent.imag() != 0 || real < 0) return std::nullopt;
        result = 0;
    } else {
        const double size = std::hypot(base.real(), base.imag()), angle = std::arg(base);
        double length = std::pow(size, real), phase = angle * real;
        if (exponent.imag() != 0) {
            length /= std::exp(angle * exponent.imag());
            phase += exponent.imag() * std::log(size);
        }
        result = {length * std::cos(phase), length * std::sin(phase)};
    }
    const bool is_finite = std::isfinite(result.real()) && std::isfinite(result.imag());
    return is_finite ? std::optional(of(result)) : std::nullopt;
}

std::optional<Constant> floating_operation(BinaryOp op, double a, double b) {
    switch (op) {
    case BinaryOp::add:
        return of(a + b);
    case BinaryOp::sub:
        return of(a - b);
    case BinaryOp::mul:
        return of(a * b);
    case BinaryOp::true_div:
        return b == 0 ? std::nullopt : std::optional(of(a / b));
    case BinaryOp::floor_div:
    case BinaryOp::mod: {
        if (b == 0) return std::nullopt;
        // The remainder takes the divisor's sign; the quotient is what is left of a without it, whole.
        double remainder = std::fmod(a, b);
        double quotient = (a - remainder) / b;
        if (remainder != 0 && (remainder < 0) != (b < 0)) {
            remainder += b;
            quotient -= 1;
        }
        if (remainder == 0) remainder = std::copysign(0.0, b);
        if (op == BinaryOp::mod) return of(remainder);
        if (quotient == 0) return of(std::copysign(0.0, a / b));
        const double whole = std::floor(quotient);
        return of(quotient - whole > 0.5 ? whole + 1 : whole);
    }
    case BinaryOp::pow: {
        if (a == 0 && b < 0) return std::nullopt;
        const double result = std::pow(a, b);
        if (std::isnan(result) && !std::isnan(a) && !std::isnan(b)) return complex_power(a, b);
        // Python raises OverflowError.
        if (std::isinf(result) && std::isfinite(a) && std::isfinite(b)) return std::nullopt;
        return of(result);
    }
    default:
        return std::nullopt;
    }
}

std::optional<Constant> complex_operation(BinaryOp op, std::complex<double> a, std::complex<double> b) {
    switch (op) {
    case BinaryOp::add:
        return of(a + b);
    case BinaryOp::sub:
        return of(a - b);
    case BinaryOp::mul:
        return of(product(a, b));
    case BinaryOp::true_div:
        return b == 0.0 ? std::nullopt : std::optional(of(quotient(a, b)));
    case BinaryOp::pow:
        return complex_power(a, b);
    default:
        return std::nullopt;
    }
}

/// Returns the type of a scalar operation's result, by the kernel language's promotion, or null if both are
/// Python's own. A NumPy scalar keeps its type against a weak Python number of its kind.
const Type* result_type(const Constant& left, const Constant& right) {
    if (left.type && right.type) return promote(left.type, right.type);
    const Constant& typed = left.type ? left : right;
    const Constant& weak = left.type ? right : left;
    if (!typed.type) return nullptr;
    if (weak.is_complex() && !typed.type->is_complex()) return promote(Type::complex64(), typed.type);
    if (weak.is_float() && !typed.type->is_floating() && !typed.type->is_complex()) return Type::float64();
    return typed.type;
}

} // namespace

WideInt Constant::integer() const {
    return is<bool>() ? WideInt(std::get<bool>(value)) : std::get<WideInt>(value);
}

double Constant::number() const {
    return is_float() ? std::get<double>(value) : static_cast<double>(integer());
}

std::complex<double> Constant::complex() const {
    return is_complex() ? std::get<std::complex<double>>(value) : std::complex<double>(number());
}

bool Constant::truth() const {
    if (!of_class.empty()) return true;
    if (is_tuple()) return !std::get<std::vector<Constant>>(value).empty();
    if (is_complex()) return complex() != 0.0;
    return is_float() ? std::get<double>(value) != 0 : integer() != 0;
}

std::optional<Constant> apply(UnaryOp op, const Constant& operand) {
    if (op == UnaryOp::logical_not) return of(!operand.truth());
    Constant result = operand;
    if (operand.is_complex() && op != UnaryOp::invert) {
        if (op == UnaryOp::minus) result.value = -operand.complex();
        return result;
    }
    if (!operand.is_real()) return std::nullopt;
    if (op == UnaryOp::invert) {
        if (operand.is_float()) return std::nullopt;
        result.value = ~operand.integer();
    } else if (operand.is_float()) {
        result.value = op == UnaryOp::minus ? -operand.number() : operand.number();
    } else {
        WideInt negated = 0;
        if (__builtin_sub_overflow(WideInt(0), operand.integer(), &negated)) return std::nullopt;
        result.value = op == UnaryOp::minus ? negated : operand.integer();
    }
    return operand.type ? convert(result, operand.type) : result;
}

std::optional<Constant> apply(BinaryOp op, const Constant& left, const Constant& right) {
    if (left.is_tuple() || right.is_tuple()) {
        if (op != BinaryOp::add || !left.is_tuple() || !right.is_tuple()) return std::nullopt;
        Constant joined = left;
        auto& elements = std::get<std::vector<Constant>>(joined.value);
        elements.insert(elements.end(), std::get<std::vector<Constant>>(right.value).begin(),
                        std::get<std::vector<Constant>>(right.value).end());
        return joined;
    }
    const auto is_number = [](const Constant& value) { return value.is_real() || value.is_complex(); };
    if (!is_number(left) || !is_number(right)) return std::nullopt;
    std::optional<Constant> result;
    const bool bitwise = op == BinaryOp::bit_and || op == BinaryOp::bit_or || op == BinaryOp::bit_xor;
    if (left.is_complex() || right.is_complex())
        result = complex_operation(op, left.complex(), right.complex());
    else if (left.is_float() || right.is_float())
        result = floating_operation(op, left.number(), right.number());
    else
        result = integer_operation(op, left.integer(), right.integer());
    if (!result) return std::nullopt;
    if (bitwise && left.is<bool>() && right.is<bool>()) return of(result->truth());
    if (const Type* type = result_type(left, right)) {
        // NumPy divides integers into doubles.
        if (op == BinaryOp::true_div && !type->is_floating() && !type->is_complex())
            return convert(*result, Type::float64());
        return convert(*result, type);
    }
    return result;
}

std::optional<bool> apply(CompareOp op, const Constant& left, const Constant& right) {
    if (left.is_complex() || right.is_complex()) {
        const bool numbers = (left.is_complex() || left.is_real()) && (right.is_complex() || right.is_real());
        if (!numbers || (op != CompareOp::eq && op != CompareOp::ne)) return std::nullopt;
        return (left.complex() == right.complex()) == (op == CompareOp::eq);
    }
    if (!left.is_real() || !right.is_real()) return std::nullopt;
    const auto compare = [&](const auto& a, const auto& b) -> std::optional<bool> {
        switch (op) {
        case CompareOp::lt:
            return a < b;
        case CompareOp::le:
            return a <= b;
        case CompareOp::gt:
            return a > b;
        case CompareOp::ge:
            return a >= b;
        case CompareOp::eq:
            return a == b;
        case CompareOp::ne:
            return a != b;
        default:
            return std::nullopt;
        }
    };
    if (left.is_float() || right.is_float()) return compare(left.number(), right.number());
    return compare(left.integer(), right.integer());
}

std::optional<Constant> convert(const Constant& value, const Type* type) {
    Constant result{false, type};
    if (type->is_complex() && (value.is_complex() || value.is_real())) {
        const Type* part = type->fields()[0].type;
        result.value = std::complex<double>(rounded(part, value.complex().real()),
                                            rounded(part, value.complex().imag()));
        return result;
    }
    if (!value.is_real()) return std::nullopt;
    if (type->is_bool()) {
        result.value = value.truth();
    } else if (type->is_floating()) {
        result.value = rounded(type, value.number());
    } else if (type->is_integer()) {
        const auto whole = value.is_float() ? truncated(value.number()) : std::optional(value.integer());
        if (!whole || !holds(type, *whole)) return std::nullopt;
        result.value = *whole;
    } else {
        return std::nullopt;
    }
    return result;
}

namespace {

using Arguments = std::vector<Constant>;

std::optional<Constant> own_function(std::string_view name, const Arguments& arguments) {
    if (arguments.empty()) return std::nullopt;
    const Constant& first = arguments[0];
    if (name == "len" && arguments.size() == 1)
        return first.is_tuple()
                   ? std::optional(
                         of(static_cast<WideInt>(std::get<std::vector<Constant>>(first.value).size())))
                   : std::nullopt;
    if (name == "min" || name == "max") {
        const Arguments& values = arguments.size() == 1 && first.is_tuple()
                                      ? std::get<std::vector<Constant>>(first.value)
                                      : arguments;
        if (values.empty()) return std::nullopt;
        const Constant* best = &values[0];
        for (const Constant& candidate : values) {
            const auto better = apply(name == "min" ? CompareOp::lt : CompareOp::gt, candidate, *best);
            if (!better) return std::nullopt;
            if (*better) best = &candidate;
        }
        return *best;
    }
    if (name == "pow" && arguments.size() == 2) return apply(BinaryOp::pow, first, arguments[1]);
    if (name == "complex" && arguments.size() <= 2) {
        for (const Constant& argument : arguments)
            if (!argument.is_real() && !(argument.is_complex() && arguments.size() == 1)) return std::nullopt;
        return of(arguments.size() == 1 ? first.complex()
                                        : std::complex<double>(first.number(), arguments[1].number()));
    }
    if (name == "abs" && first.is_complex() && arguments.size() == 1)
        return of(std::hypot(first.complex().real(), first.complex().imag()));
    if (arguments.size() != 1 || !first.is_real())
        return name == "bool" ? std::optional(of(first.truth())) : std::nullopt;
    if (name == "bool") return of(first.truth());
    if (name == "float") return of(first.number());
    if (name == "abs") {
        const auto negative = apply(CompareOp::lt, first, of(WideInt(0)));
        if (first.is_float()) return Constant{std::fabs(first.number()), first.type};
        return negative == true ? apply(UnaryOp::minus, first) : apply(UnaryOp::plus, first);
    }
    if (name == "int" || name == "round") {
        if (first.is_integer()) return of(first.integer());
        const auto whole = truncated(name == "round" ? std::nearbyint(first.number()) : first.number());
        return whole ? std::optional(of(*whole)) : std::nullopt;
    }
    return std::nullopt;
}

struct MathFunction {
    std::string_view name;
    double (*function)(double);
};

constexpr MathFunction math_functions[] = {
    {"acos", [](double x) { return std::acos(x); }},
    {"acosh", [](double x) { return std::acosh(x); }},
    {"asin", [](double x) { return std::asin(x); }},
    {"asinh", [](double x) { return std::asinh(x); }},
    {"atan", [](double x) { return std::atan(x); }},
    {"atanh", [](double x) { return std::atanh(x); }},
    {"cbrt", [](double x) { return std::cbrt(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"cosh", [](double x) { return std::cosh(x); }},
    {"degrees", [](double x) { return x * (180 / M_PI); }},
    {"erf", [](double x) { return std::erf(x); }},
    {"erfc", [](double x) { return std::erfc(x); }},
    {"exp", [](double x) { return std::exp(x); }},
    {"exp2", [](double x) { return std::exp2(x); }},
    {"expm1", [](double x) { return std::expm1(x); }},
    {"fabs", [](double x) { return std::fabs(x); }},
    {"gamma", [](double x) { return std::tgamma(x); }},
    {"log", [](double x) { return std::log(x); }},
    {"log10", [](double x) { return std::log10(x); }},
    {"log1p", [](double x) { return std::log1p(x); }},
    {"log2", [](double x) { return std::log2(x); }},
    {"radians", [](double x) { return x * (M_PI / 180); }},
    {"sin", [](double x) { return std::sin(x); }},
    {"sinh", [](double x) { return std::sinh(x); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"tan", [](double x) { return std::tan(x); }},
    {"tanh", [](double x) { return std::tanh(x); }},
};

/// Returns the result, unless it is one that Python raises for: a NaN or an infinity that no argument had.
std::optional<Constant> checked(double result, const Arguments& arguments) {
    if (!std::isfinite(result))
        for (const Constant& argument : arguments)
            if (!std::isfinite(argument.number())) return of(result);
    return std::isfinite(result) ? std::optional(of(result)) : std::nullopt;
}

std::optional<Constant> math_function(std::string_view name, const Arguments& arguments) {
    for (const Constant& argument : arguments)
        if (!argument.is_real()) return std::nullopt;
    if (arguments.size() == 1) {
        const double x = arguments[0].number();
        if (name == "floor" || name == "ceil" || name == "trunc") {
            if (arguments[0].is_integer()) return of(arguments[0].integer());
            const auto whole = truncated(name == "floor" ? std::floor(x) : name == "ceil" ? std::ceil(x) : x);
            return whole ? std::optional(of(*whole)) : std::nullopt;
        }
        for (const MathFunction& known : math_functions)
            if (known.name == name) return checked(known.function(x), arguments);
    } else if (arguments.size() == 2) {
        const double x = arguments[0].number(), y = arguments[1].number();
        if (name == "log") {
            const double base = std::log(y);
            return base == 0 ? std::nullopt : checked(std::log(x) / base, arguments);
        }
        if (name == "pow") return checked(std::pow(x, y), arguments);
        if (name == "atan2") return of(std::atan2(x, y));
        if (name == "hypot") return checked(std::hypot(x, y), arguments);
        if (name == "copysign") return of(std::copysign(x, y));
        if (name == "fmod") return checked(std::fmod(x, y), arguments);
    }
    return std::nullopt;
}

} // namespace

std::string imaginary_digits(std::string_view text) {
    std::string digits;
    for (const char c : text)
        if (c != '_' && c != 'j' && c != 'J') digits += c;
    return digits;
}

std::optional<Constant> call_constant(std::string_view path, const Arguments& arguments) {
    if (path.starts_with("math.")) return math_function(path.substr(5), arguments);
    return own_function(path, arguments);
}

} // namespace cudapy
