#include "translator/emit/cuda/struct_defaults.h"

#include "translator/emit/text/literals.h"
#include "translator/types/small_floats.h"

#include <cmath>
#include <complex>
#include <cstdint>
#include <optional>
#include <variant>

#include <fmt/format.h>

namespace cudapy::emit {

using namespace program;

namespace {

/// A number as a Literal has it: the bits of a uint64 may be a negative int64.
using Number = std::variant<bool, int64_t, double>;
using Complex = std::complex<double>;

std::optional<Number> number_of(const Expr& expr);

double as_double(const Number& number, const Type* type) {
    if (const bool* truth = std::get_if<bool>(&number)) return *truth ? 1 : 0;
    if (const double* value = std::get_if<double>(&number)) return *value;
    const int64_t value = std::get<int64_t>(number);
    return type == Type::uint64() ? static_cast<double>(static_cast<uint64_t>(value))
                                  : static_cast<double>(value);
}

WideInt as_integer(const Number& number, const Type* type) {
    if (const bool* truth = std::get_if<bool>(&number)) return *truth ? 1 : 0;
    const int64_t value = std::get<int64_t>(number);
    return type == Type::uint64() ? WideInt(static_cast<uint64_t>(value)) : WideInt(value);
}

/// Returns what becomes of the integer in the type, as C++ has it: its lowest bits.
Number wrapped(const Type* type, WideInt value) {
    const WideInt range = WideInt(1) << (8 * type->size());
    const WideInt bits = value & (range - 1);
    return Number(static_cast<int64_t>(holds(type, bits) ? bits : bits - range));
}

std::optional<Number> converted(const Number& number, const Type* from, const Type* to) {
    const double value = as_double(number, from);
    if (to->is_bool()) return Number(value != 0);
    if (to->is_floating()) return Number(rounded(to, value));
    if (!from->is_floating()) return wrapped(to, as_integer(number, from));
    const bool is_held = std::abs(value) < 0x1p64 && holds(to, static_cast<WideInt>(value));
    return is_held ? std::optional(wrapped(to, static_cast<WideInt>(value))) : std::nullopt;
}

std::optional<Number> number_of(const Unary& expr) {
    const auto operand = number_of(*expr.operand);
    if (!operand) return std::nullopt;
    switch (expr.op) {
    case UnaryOp::negate:
        if (expr.type->is_floating()) return Number(-std::get<double>(*operand));
        return wrapped(expr.type, -as_integer(*operand, expr.type));
    case UnaryOp::invert:
        return wrapped(expr.type, ~as_integer(*operand, expr.type));
    case UnaryOp::logical_not:
        return Number(as_double(*operand, expr.operand->type) == 0);
    }
    return std::nullopt;
}

std::optional<Number> number_of(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::literal: // whose value may have more digits than its type
        return converted(as<Literal>(expr).value, expr.type, expr.type);
    case ExprKind::cast: {
        const Expr& operand = *as<Cast>(expr).operand;
        const auto number = number_of(operand);
        return number ? converted(*number, operand.type, expr.type) : std::nullopt;
    }
    case ExprKind::unary:
        return number_of(as<Unary>(expr));
    default:
        return std::nullopt;
    }
}

Complex rounded_to(const Type* type, Complex value) {
    const Type* part = type->fields()[0].type;
    return {rounded(part, value.real()), rounded(part, value.imag())};
}

std::optional<Complex> complex_of(const Expr& expr) {
    if (!expr.type->is_complex()) {
        const auto number = number_of(expr);
        return number ? std::optional(Complex(as_double(*number, expr.type))) : std::nullopt;
    }
    if (expr.kind == ExprKind::cast) {
        const auto operand = complex_of(*as<Cast>(expr).operand);
        return operand ? std::optional(rounded_to(expr.type, *operand)) : std::nullopt;
    }
    if (expr.kind == ExprKind::unary && as<Unary>(expr).op == UnaryOp::negate) {
        const auto operand = complex_of(*as<Unary>(expr).operand);
        return operand ? std::optional(-*operand) : std::nullopt;
    }
    if (expr.kind == ExprKind::construct) {
        const auto real = complex_of(*as<Construct>(expr).parts[0]);
        const auto imag = complex_of(*as<Construct>(expr).parts[1]);
        return real && imag ? std::optional(Complex(real->real(), imag->real())) : std::nullopt;
    }
    if (expr.kind != ExprKind::binary) return std::nullopt;
    const auto left = complex_of(*as<Binary>(expr).left);
    const auto right = complex_of(*as<Binary>(expr).right);
    if (!left || !right) return std::nullopt;
    if (as<Binary>(expr).op == BinaryOp::add) return rounded_to(expr.type, *left + *right);
    if (as<Binary>(expr).op == BinaryOp::sub) return rounded_to(expr.type, *left - *right);
    return std::nullopt;
}

std::string text_of(const Number& number, const Expr& expr) {
    if (expr.type->is_small_float())
        return fmt::format("{:#06x}", small_float_bits(expr.type, std::get<double>(number)));
    // What the user wrote keeps its spelling, but not the name of a constant, which C++ has not.
    const std::string spelling = expr.kind == ExprKind::literal ? as<Literal>(expr).spelling : std::string();
    return literal_text(Literal(expr.span, expr.type, number, spelling), {Target::cpu, false});
}

std::string braced(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
        if (part.empty()) return "";
        text += (text.empty() ? "{" : ", ") + part;
    }
    return text + "}";
}

} // namespace

std::string default_text(const Expr& value) {
    if (value.type->is_complex()) {
        const auto number = complex_of(value);
        if (!number) return "";
        const Type* part = value.type->fields()[0].type;
        return braced({literal_text(Literal(value.span, part, number->real()), {Target::cpu}),
                       literal_text(Literal(value.span, part, number->imag()), {Target::cpu})});
    }
    if (value.kind == ExprKind::construct) {
        std::vector<std::string> parts;
        for (const ExprPtr& part : as<Construct>(value).parts)
            parts.push_back(default_text(*part));
        return braced(parts);
    }
    const auto number = number_of(value);
    return number ? text_of(*number, value) : "";
}

} // namespace cudapy::emit
