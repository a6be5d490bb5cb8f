#include "translator/check/numba/numbers.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/fold.h"
#include "translator/check/numba/number_types.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"

namespace cudapy::checker::numba {

using program::ExprPtr;

namespace {

std::string words_of(Body& body, const Value& value) {
    return value.syntax ? text(body, *value.syntax) : text(body, value.node->span);
}

/// Checks `base ** exponent` of integers. numba multiplies as often as the exponent says.
Value integer_power(Body& body, Span span, Value base, Value exponent) {
    const auto power = exponent.integer();
    if (!power || *power < 0) {
        report(body,
               diag::NoOther{"an integer to the power of " +
                             std::string(power ? "a negative integer" : "a variable integer")},
               span);
        return {};
    }
    const Type* type = operation(program::BinaryOp::power, base.type(), exponent.type()).result;
    ExprPtr left = convert(std::move(base), type);
    const Span at = exponent.node->span;
    return strong(std::make_unique<program::Binary>(span, type, program::BinaryOp::power, std::move(left),
                                                    convert(weak_integer(at, *power), type)));
}

} // namespace

void harden(Value& value) {
    if (!value.node || !value.is_weak()) return;
    const auto constant = value.constant;
    const auto* integer = constant ? std::get_if<WideInt>(&*constant) : nullptr;
    const Type* type = value.weak == Value::Weak::integer
                           ? (value.type() == Type::uint64() ? Type::uint64() : Type::int64())
                       : value.type()->is_complex() ? Type::complex128()
                                                    : Type::float64();
    const syntax::Expr* syntax = value.syntax;
    value = strong(convert(std::move(value), type));
    value.syntax = syntax;
    if (integer) value.constant = *integer;
}

Value counted(Body& body, Value value) {
    if (!body.is_numba() || !value || !value.type()->is_integer() || value.is_weak()) return value;
    return strong(convert(std::move(value), Type::int64()));
}

Value binary(Body& body, syntax::BinaryOp written, const std::string& quoted, Span span, Value left,
             Value right) {
    const program::BinaryOp op = typed(written);
    const Operation types = operation(op, left.type(), right.type());
    if (!types) {
        report(body,
               diag::NoCommonType{quoted, left.type()->name(), right.type()->name(), words_of(body, left),
                                  words_of(body, right)},
               right.syntax ? right.syntax->span : right.node->span);
        return {};
    }
    if (op == program::BinaryOp::power && types.result->is_complex()) {
        report(body, diag::NoOther{"`**` of complex numbers under `cuda.jit`"}, span);
        return {};
    }
    if (op == program::BinaryOp::power && types.result->is_integer())
        return integer_power(body, span, std::move(left), std::move(right));
    const Type* type = types.result;
    // numba widens an operand before it converts it, which gives the same number.
    return strong(std::make_unique<program::Binary>(span, type, op, convert(std::move(left), type),
                                                    convert(std::move(right), type)));
}

Value unary(Body& body, syntax::UnaryOp op, Span span, Value operand) {
    const bool inverts = op == syntax::UnaryOp::invert;
    const Type* type = inverts ? inverted(operand.type()) : negated(operand.type());
    if (!type) {
        report(body, diag::IntegerNeeded{"`~`", operand.type()->name(), words_of(body, operand)},
               operand.syntax ? operand.syntax->span : operand.node->span);
        return {};
    }
    const auto constant = operand.integer();
    if (inverts && type->is_bool())
        return strong(std::make_unique<program::Unary>(span, type, program::UnaryOp::logical_not,
                                                       std::move(operand.node)));
    if (op == syntax::UnaryOp::plus) return strong(convert(std::move(operand), type));
    if (constant && type == Type::int64() && *constant != INT64_MIN && !inverts) { // a literal with a sign
        Value result = weak_integer(span, -WideInt(*constant));
        harden(result);
        return result;
    }
    // numba computes an integer in its own width, and widens what comes out.
    const Type* own = operand.type()->is_bool() ? Type::int64() : operand.type();
    const Type* computed = own->is_narrow() ? Type::int32() : own;
    Value result = strong(std::make_unique<program::Unary>(
        span, computed, inverts ? program::UnaryOp::invert : program::UnaryOp::negate,
        convert(std::move(operand), computed)));
    if (computed != own) result = strong(convert(std::move(result), own));
    return strong(convert(std::move(result), type));
}

const Type* meet(std::span<const Value> values) {
    const Type* type = values[0].type();
    if (values.size() == 1) return type->is_number() ? type : nullptr;
    for (const Value& value : values.subspan(1))
        type = type ? unified(type, value.type()) : nullptr;
    return type;
}

ExprPtr stored(Value value, const Type* type) {
    if (!value || !type->is_number() || !value.type()->is_number()) return nullptr;
    if (value.type()->is_complex() && !type->is_complex()) return nullptr;
    const bool truncates = value.type()->is_floating() && type->is_integer();
    return convert(std::move(value), type, truncates);
}

} // namespace cudapy::checker::numba
