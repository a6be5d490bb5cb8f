#include "translator/numba/numbers/numbers.h"

#include "translator/builtins/builtins.h"
#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/fold.h"
#include "translator/check/expressions/kept_values.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/numba/numbers/negative_index.h"
#include "translator/numba/numbers/number_types.h"
#include "translator/numba/numbers/small_floats.h"
#include "translator/program/build.h"

namespace cudapy::checker::numba {

using program::ExprPtr;

namespace {

std::string words_of(Body& body, const Value& value) {
    return value.syntax ? text(body, *value.syntax) : text(body, value.node->span);
}

/// Returns a float to the power of an integer.
Value float_power(Span span, const Type* type, Value base, Value exponent) {
    // An int64 does not hold every uint64. The largest int64 stands for those that it does not hold, because
    // the power is the same for all of them.
    if (exponent.type() == Type::uint64()) {
        std::vector<ExprPtr> both;
        both.push_back(std::move(exponent.node));
        both.push_back(std::make_unique<program::Literal>(span, Type::uint64(), INT64_MAX));
        exponent = strong(std::make_unique<program::BuiltinCall>(span, Type::uint64(), find_builtin("min"),
                                                                 nullptr, std::move(both)));
    }
    std::vector<ExprPtr> operands;
    operands.push_back(convert(std::move(base), type));
    operands.push_back(convert(std::move(exponent), Type::int64()));
    return strong(
        std::make_unique<program::HelperCall>(span, type, program::Helper::float_power, std::move(operands)));
}

/// Returns what numba gives for an integer to a negative power: 0, but for 1 and -1, and the least integer
/// for 0.
ExprPtr to_negative_power(Span span, program::Variable* base, program::Variable* exponent) {
    using program::CompareOp;
    const Type* type = base->type;
    const auto number = [&](int64_t value) { return convert(weak_integer(span, value), type); };
    const auto is = [&](program::Variable* variable, int64_t value) {
        return program::make_compare(CompareOp::eq, program::make_ref(variable, span),
                                     convert(weak_integer(span, value), variable->type));
    };
    const auto choice = [&](ExprPtr condition, ExprPtr then_value, ExprPtr else_value) -> ExprPtr {
        return std::make_unique<program::Conditional>(span, type, std::move(condition), std::move(then_value),
                                                      std::move(else_value));
    };
    ExprPtr lowest = std::make_unique<program::Binary>(span, exponent->type, program::BinaryOp::bit_and,
                                                       program::make_ref(exponent, span),
                                                       convert(weak_integer(span, 1), exponent->type));
    ExprPtr is_odd = program::make_compare(CompareOp::ne, std::move(lowest),
                                           convert(weak_integer(span, 0), exponent->type));
    return choice(is(base, 1), number(1),
                  choice(is(base, -1), choice(std::move(is_odd), number(-1), number(1)),
                         choice(is(base, 0), number(INT64_MIN), number(0))));
}

/// Checks `base ** exponent` of integers.
Value integer_power(Body& body, Span span, Value base, Value exponent) {
    const Type* type = operation(program::BinaryOp::power, base.type(), exponent.type()).result;
    const auto known = exponent.integer();
    const auto power = [&](ExprPtr left, ExprPtr right) -> ExprPtr {
        return std::make_unique<program::Binary>(span, type, program::BinaryOp::power, std::move(left),
                                                 std::move(right));
    };
    if (known && *known >= 0) {
        ExprPtr left = convert(std::move(base), type);
        const Span at = exponent.node->span;
        return strong(power(std::move(left), convert(weak_integer(at, *known), type)));
    }
    ExprPtr left = convert(std::move(base), type);
    if (is_never_negative(body, *exponent.node))
        return strong(power(std::move(left), convert(std::move(exponent), type)));
    KeptValues kept(body);
    program::Variable* const of_base = kept.keep(std::move(left), "base");
    program::Variable* const of_exponent = kept.keep(convert(std::move(exponent), type), "exponent");
    ExprPtr is_negative = program::make_compare(program::CompareOp::lt, program::make_ref(of_exponent, span),
                                                convert(weak_integer(span, 0), type));
    ExprPtr result = std::make_unique<program::Conditional>(
        span, type, std::move(is_negative), to_negative_power(span, of_base, of_exponent),
        power(program::make_ref(of_base, span), program::make_ref(of_exponent, span)));
    return strong(kept.before(std::move(result)));
}

/// Returns `base ** exponent` of a float as numba computes it for a known exponent: by squaring.
Value known_power(Body& body, Span span, ExprPtr base, int64_t exponent) {
    const Type* type = base->type;
    KeptValues kept(body);
    const auto product = [&](ExprPtr left, ExprPtr right) -> ExprPtr {
        return std::make_unique<program::Binary>(span, type, program::BinaryOp::mul, std::move(left),
                                                 std::move(right));
    };
    program::Variable* square = base->kind == program::ExprKind::variable
                                    ? program::as<program::VariableRef>(*base).variable
                                    : kept.keep(std::move(base), "base");
    ExprPtr result;
    for (uint64_t rest = static_cast<uint64_t>(exponent < 0 ? -exponent : exponent); rest != 0;) {
        ExprPtr factor = program::make_ref(square, span);
        if (rest & 1) result = result ? product(std::move(result), std::move(factor)) : std::move(factor);
        rest >>= 1;
        if (rest == 0) break;
        ExprPtr other = program::make_ref(square, span);
        square = kept.keep(product(program::make_ref(square, span), std::move(other)), "square");
    }
    if (!result) result = program::make_float(type, 1, span);
    if (exponent < 0)
        result = std::make_unique<program::Binary>(span, type, program::BinaryOp::divide,
                                                   program::make_float(type, 1, span), std::move(result));
    return strong(kept.before(std::move(result)));
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

Value counted(Value value) {
    if (!value || !value.type()->is_integer() || value.is_weak()) return value;
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
        std::vector<ExprPtr> operands;
        operands.push_back(convert(std::move(left), types.result));
        operands.push_back(convert(std::move(right), types.result));
        return strong(std::make_unique<program::HelperCall>(
            span, types.result, program::Helper::complex_raise, std::move(operands)));
    }
    if (op == program::BinaryOp::power && types.result->is_integer())
        return integer_power(body, span, std::move(left), std::move(right));
    constexpr int64_t most_known_exponent = 0x10000;
    const auto exponent = right.integer();
    // A square has a helper of its own.
    if (op == program::BinaryOp::power && exponent && *exponent != 2 &&
        (types.result == Type::float32() || types.result == Type::float64()) &&
        *exponent >= -most_known_exponent && *exponent <= most_known_exponent)
        return known_power(body, span, convert(std::move(left), types.result), *exponent);
    const bool is_by_squaring = op == program::BinaryOp::power && exponent != 2 &&
                                right.type()->is_integer() && left.type() == types.result &&
                                (types.result == Type::float32() || types.result == Type::float64());
    if (is_by_squaring) return float_power(span, types.result, std::move(left), std::move(right));
    const Type* type = computed(types.result);
    // numba widens an operand before it converts it, which gives the same number.
    ExprPtr result = std::make_unique<program::Binary>(span, type, op, convert(std::move(left), type),
                                                       convert(std::move(right), type));
    return strong(convert(strong(std::move(result)), types.result));
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
    const Type* in = own->is_narrow() ? Type::int32() : computed(own);
    Value result = strong(std::make_unique<program::Unary>(
        span, in, inverts ? program::UnaryOp::invert : program::UnaryOp::negate,
        convert(std::move(operand), in)));
    if (in != own) result = strong(convert(std::move(result), own));
    return strong(convert(std::move(result), type));
}

const Type* meet(std::span<const Value> values) {
    const Type* type = values[0].type();
    if (values.size() == 1) return type->is_number() || type->is_date() ? type : nullptr;
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
