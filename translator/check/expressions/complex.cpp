#include "translator/check/expressions/complex.h"

#include "translator/check/aggregates/tuples.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/captured.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/locals.h"
#include "translator/check/body/names.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/builtin_calls.h"
#include "translator/check/calls/calls.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/module/constants.h"
#include "translator/diagnostics/kinds/complex_kinds.h"
#include "translator/program/build.h"
#include "translator/types/small_floats.h"

#include <charconv>
#include <cmath>
#include <complex>
#include <cstdlib>

namespace cudapy::checker {

using program::ExprPtr;
using program::Helper;

namespace {

const Type* part_of(const Type* complex) {
    return complex->fields()[0].type;
}

ExprPtr helper(Span span, const Type* type, Helper helper, ExprPtr operand) {
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(operand));
    return std::make_unique<program::HelperCall>(span, type, helper, std::move(arguments));
}

/// Returns the complex number whose parts are literals.
std::optional<std::complex<double>> constant_number(const program::Expr& expr) {
    switch (expr.kind) {
    case program::ExprKind::literal: {
        const auto* number = std::get_if<double>(&program::as<program::Literal>(expr).value);
        return number ? std::optional(std::complex<double>(*number)) : std::nullopt;
    }
    case program::ExprKind::construct: {
        const auto& parts = program::as<program::Construct>(expr).parts;
        const auto real = constant_number(*parts[0]), imaginary = constant_number(*parts[1]);
        if (!real || !imaginary) return std::nullopt;
        return std::complex<double>(real->real(), imaginary->real());
    }
    case program::ExprKind::unary: {
        const auto operand = constant_number(*program::as<program::Unary>(expr).operand);
        return operand ? std::optional(-*operand) : std::nullopt;
    }
    case program::ExprKind::binary: {
        const auto& node = program::as<program::Binary>(expr);
        const auto left = constant_number(*node.left), right = constant_number(*node.right);
        if (!left || !right) return std::nullopt;
        if (node.op == program::BinaryOp::add) return *left + *right;
        if (node.op == program::BinaryOp::sub) return *left - *right;
        return std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

std::optional<std::complex<double>> weak_number(const Value& value) {
    return value.is_weak() && value.type()->is_complex() ? constant_number(*value.node) : std::nullopt;
}

/// Checks `cmath.polar(z)`, which gives the magnitude and the phase of a number. The number is evaluated
/// once.
Value polar(Body& body, Span span, Value value) {
    const Type* part = part_of(value.type());
    ExprPtr first;
    if (value.node->kind != program::ExprKind::variable && body.is_final()) {
        program::Variable* kept =
            body.function.add_variable("number", value.type(), program::VariableRole::temporary, span);
        auto assign = std::make_unique<program::AssignExpr>(span, kept, std::move(value.node));
        assign->hoists = true;
        first = std::move(assign);
        value.node = program::make_ref(kept, span);
    }
    std::vector<ExprPtr> parts;
    parts.push_back(helper(span, part, Helper::complex_magnitude, program::clone(*value.node)));
    parts.push_back(helper(span, part, Helper::complex_phase, std::move(value.node)));
    ExprPtr made = std::make_unique<program::Construct>(span, Type::tuple({part, part}), std::move(parts));
    if (!first) return strong(std::move(made));
    auto sequence = std::make_unique<program::Sequence>(span, std::move(first), std::move(made));
    sequence->hoists = true;
    return strong(std::move(sequence));
}

} // namespace

Value weak_complex(Span span, std::complex<double> number, const Type* precision,
                   std::string imaginary_spelling) {
    const bool fits =
        holds_magnitude(Type::float32(), number.real()) && holds_magnitude(Type::float32(), number.imag());
    const Type* part = fits ? precision : Type::float64();
    std::vector<ExprPtr> parts;
    parts.push_back(program::make_float(part, number.real(), span));
    parts.push_back(
        std::make_unique<program::Literal>(span, part, number.imag(), std::move(imaginary_spelling)));
    Value value = strong(
        std::make_unique<program::Construct>(span, promote(Type::complex64(), part), std::move(parts)));
    value.weak = Value::Weak::floating;
    return value;
}

/// Returns the value of `2j`. Like a floating literal it takes the precision of the values that it meets.
Value imaginary_literal(Body& body, const syntax::Expr& expr) {
    const std::string digits = imaginary_digits(body.context.sources.text(expr.span));
    return weak_complex(expr.span, {0.0, std::strtod(digits.c_str(), nullptr)}, body.precision, digits);
}

/// Checks `complex(re, im)`, `complex64(re, im)` or `complex128(z)`. `type` is null if the arguments decide
/// it.
Value complex_call(Body& body, const syntax::Call& expr, const Type* type, const std::string& name) {
    if (!plain_arguments(body, expr, name, 1, 2)) return {};
    const bool has_parts = expr.arguments.size() == 2;
    auto values = numbers(body, expr, name, !has_parts);
    if (!values) return {};
    const bool weak = !type && is_without_width(*values, false);
    if (weak) type = promote(Type::complex64(), precision(body, *values, false));
    if (!type) {
        type = Type::complex64();
        for (const Value& value : *values)
            if (!value.is_weak()) type = promote(type, value.type());
    }
    if (!has_parts) {
        Value result = strong(convert(std::move((*values)[0]), type, true));
        if (weak) result.weak = Value::Weak::floating;
        return result;
    }
    std::vector<ExprPtr> parts;
    for (Value& value : *values)
        parts.push_back(convert(std::move(value), part_of(type)));
    Value result = strong(std::make_unique<program::Construct>(expr.span, type, std::move(parts)));
    if (weak) result.weak = Value::Weak::floating;
    return result;
}

/// Returns `z.real` or `z.imag`, or nothing for any other attribute.
std::optional<Value> complex_part(Body& body, const syntax::Attribute& expr, Value& owner) {
    if (!owner.type()->is_complex() || (expr.name != "real" && expr.name != "imag")) return std::nullopt;
    const std::size_t place = expr.name == "real" ? 0 : 1;
    if (const auto number = weak_number(owner))
        return weak_floating(expr.span, place == 0 ? number->real() : number->imag(), body.precision);
    if (is_constant(*owner.node) && owner.node->kind == program::ExprKind::construct)
        return strong(std::move(program::as<program::Construct>(*owner.node).parts[place]));
    settle(owner);
    return strong(std::make_unique<program::FieldExpr>(expr.span, std::move(owner.node), place));
}

bool is_complex(Body& body, const syntax::Expr& expr) {
    if (const auto found = entity(body, expr)) {
        const bool captured = found->kind == Entity::Kind::constant || is_captured_field(body, expr);
        if (!captured) return false;
    } else if (expr.kind == syntax::ExprKind::name) {
        const Local* local = find_local(body, expr);
        if (!local || local->poisoned || !local->variable->type->is_complex()) return false;
    } else if (dimensions(body, expr) > 0) {
        return false;
    }
    // Whoever asks reports what is wrong with it. Nothing else is made of the value: what is made in silence
    // lacks what is to be evaluated once.
    const Silence silence(body);
    const Value value = expression(body, expr);
    return value && value.type()->is_complex();
}

std::optional<Value> complex_method(Body& body, const syntax::Call& expr, Value owner) {
    const auto& method = syntax::as<syntax::Attribute>(*expr.function);
    if (method.name != "conjugate") return std::nullopt;
    if (!plain_arguments(body, expr, text(body, method), 0, 0)) return Value{};
    if (const auto number = weak_number(owner))
        return weak_complex(expr.span, std::conj(*number), body.precision);
    settle(owner);
    const Type* type = owner.type();
    return strong(helper(expr.span, type, Helper::complex_conjugate, std::move(owner.node)));
}

/// Checks `abs(z)` and the functions of cmath, which take real numbers too.
Value complex_function(Body& body, Span span, Special function, Value value) {
    if (const auto number = weak_number(value); number && function == Special::abs)
        return weak_floating(span, std::hypot(number->real(), number->imag()), body.precision);
    settle(value);
    if (!value.type()->is_complex()) {
        const Type* real = value.type()->is_floating() ? value.type() : body.precision;
        const Type* type = promote(Type::complex64(), real);
        value = strong(convert(std::move(value), type));
    }
    const Type* type = value.type();
    switch (function) {
    case Special::complex_exp:
        return strong(helper(span, type, Helper::complex_exp, std::move(value.node)));
    case Special::complex_sqrt:
        return strong(helper(span, type, Helper::complex_sqrt, std::move(value.node)));
    case Special::complex_phase:
        return strong(helper(span, part_of(type), Helper::complex_phase, std::move(value.node)));
    case Special::complex_polar:
        return polar(body, span, std::move(value));
    default:
        return strong(helper(span, part_of(type), Helper::complex_magnitude, std::move(value.node)));
    }
}

/// Checks `cmath.rect(r, phi)`, which has the precision of its arguments.
Value rect(Body& body, Span span, std::vector<Value> values) {
    const Type* part = precision(body, values, false);
    std::vector<ExprPtr> arguments;
    for (Value& value : values)
        arguments.push_back(convert(std::move(value), part));
    return strong(std::make_unique<program::HelperCall>(span, promote(Type::complex64(), part),
                                                        Helper::complex_rect, std::move(arguments)));
}

/// Checks a power with a complex operand. CPython multiplies if the exponent is a whole number up to 100.
Value complex_power(Body& body, Span span, Value base, Value exponent) {
    const auto number = exponent.integer();
    if (!number || *number < -100 || *number > 100 || !base.type()->is_complex()) {
        report(body, diag::ComplexPower{base.syntax ? text(body, *base.syntax) : "z", false}, span);
        return {};
    }
    settle(base);
    const Type* type = base.type();
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(base.node));
    arguments.push_back(std::make_unique<program::Literal>(exponent.node->span, Type::int32(), *number));
    return strong(
        std::make_unique<program::HelperCall>(span, type, Helper::complex_power, std::move(arguments)));
}

bool refuse_complex(Body& body, const Value& value, const std::string& where) {
    if (!value.type()->is_complex()) return false;
    report(body,
           diag::NoComplex{where, value.type()->name(),
                           value.syntax ? text(body, *value.syntax) : text(body, value.node->span)},
           value.syntax ? value.syntax->span : value.node->span,
           explain(body, *value.node, [](const Type* type) { return type->is_complex(); }));
    return true;
}

} // namespace cudapy::checker
