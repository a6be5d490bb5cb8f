// Complex numbers: how they are made, their parts and functions.

#include "translator/check/function_checker.h"

#include <charconv>
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

} // namespace

/// `2j`: like a floating literal it takes the precision of what it meets.
Value FunctionChecker::imaginary_literal(const syntax::Expr& expr) {
    std::string digits;
    for (const char c : context_.sources.text(expr.span))
        if (c != '_' && c != 'j' && c != 'J') digits += c;
    std::vector<ExprPtr> parts;
    parts.push_back(std::make_unique<program::Literal>(expr.span, Type::float32(), 0.0));
    parts.push_back(std::make_unique<program::Literal>(expr.span, Type::float32(),
                                                       std::strtod(digits.c_str(), nullptr), digits));
    Value value =
        strong(std::make_unique<program::Construct>(expr.span, Type::complex64(), std::move(parts)));
    value.weak = Value::Weak::floating;
    return value;
}

/// `complex(re, im)`, `complex64(re, im)`, `complex128(z)`; `type` is null where the arguments decide.
Value FunctionChecker::complex_call(const syntax::Call& expr, const Type* type, const std::string& name) {
    if (!plain_arguments(expr, name, 1, 2)) return {};
    const bool has_parts = expr.arguments.size() == 2;
    auto values = numbers(expr, name, !has_parts);
    if (!values) return {};
    const bool weak = !type && (*values)[0].is_weak() && (!has_parts || (*values)[1].is_weak());
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

/// `z.real`, `z.imag`: nothing for any other attribute.
std::optional<Value> FunctionChecker::complex_part(const syntax::Attribute& expr, Value& owner) {
    if (!owner.type()->is_complex() || (expr.name != "real" && expr.name != "imag")) return std::nullopt;
    settle(owner);
    return strong(
        std::make_unique<program::FieldExpr>(expr.span, std::move(owner.node), expr.name == "real" ? 0 : 1));
}

/// The value before the dot, where it is a complex number; else an empty one, and nothing is reported.
Value FunctionChecker::complex_owner(const syntax::Expr& expr) {
    if (entity(expr)) return {};
    if (expr.kind == syntax::ExprKind::name) {
        const Local* local = find_local(syntax::as<syntax::Name>(expr).id);
        if (!local || local->poisoned || !local->variable->type->is_complex()) return {};
    } else if (dimensions(expr) > 0) {
        return {};
    }
    const bool final = final_;
    final_ = false; // whoever asks reports what is wrong with it
    Value value = expression(expr);
    final_ = final;
    return value && value.type()->is_complex() ? std::move(value) : Value{};
}

/// `z.conjugate()`; nothing for any other call.
std::optional<Value> FunctionChecker::complex_method(const syntax::Call& expr) {
    if (expr.function->kind != syntax::ExprKind::attribute) return std::nullopt;
    const auto& callee = syntax::as<syntax::Attribute>(*expr.function);
    if (callee.name != "conjugate") return std::nullopt;
    Value owner = complex_owner(*callee.value);
    if (!owner) return std::nullopt;
    if (!plain_arguments(expr, text(callee), 0, 0)) return Value{};
    settle(owner);
    const Type* type = owner.type();
    return strong(helper(expr.span, type, Helper::complex_conjugate, std::move(owner.node)));
}

/// `abs(z)` and the functions of cmath, which take real numbers too.
Value FunctionChecker::complex_function(Span span, Special function, Value value) {
    settle(value);
    if (!value.type()->is_complex()) {
        const Type* type = promote(Type::complex64(), value.type());
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
    default:
        return strong(helper(span, part_of(type), Helper::complex_magnitude, std::move(value.node)));
    }
}

/// CPython multiplies for whole exponents up to 100.
Value FunctionChecker::complex_power(Span span, Value base, Value exponent) {
    const auto number = exponent.integer();
    if (!number || *number < -100 || *number > 100 || !base.type()->is_complex()) {
        report(diag::ComplexPower{base.syntax ? text(*base.syntax) : "z", false}, span);
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

bool FunctionChecker::refuse_complex(const Value& value, const std::string& where) {
    if (!value.type()->is_complex()) return false;
    report(diag::NoComplex{where, value.type()->name(),
                           value.syntax ? text(*value.syntax) : text(value.node->span)},
           value.syntax ? value.syntax->span : value.node->span,
           explain(*value.node, [](const Type* type) { return type->is_complex(); }));
    return true;
}

} // namespace cudapy::checker
