#include "translator/check/expressions/operators.h"

#include "translator/check/aggregates/tuple_compare.h"
#include "translator/check/aggregates/tuple_membership.h"
#include "translator/check/aggregates/tuple_operators.h"
#include "translator/check/aggregates/vectors.h"
#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/explain.h"
#include "translator/check/body/report.h"
#include "translator/check/calls/string_constants.h"
#include "translator/check/expressions/chains.h"
#include "translator/check/expressions/complex.h"
#include "translator/check/expressions/expressions.h"
#include "translator/check/expressions/list_literals.h"
#include "translator/check/expressions/number_rules.h"
#include "translator/check/expressions/type_rules.h"
#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/diagnostics/kinds/struct_kinds.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/diagnostics/kinds/vector_kinds.h"

#include <algorithm>

namespace cudapy::checker {

using program::BinaryOp;
using program::ExprPtr;
using Op = syntax::BinaryOp;

namespace {

const char* comparison_spelling(syntax::CompareOp op) {
    switch (op) {
    case syntax::CompareOp::is:
        return "is";
    case syntax::CompareOp::is_not:
        return "is not";
    case syntax::CompareOp::in:
        return "in";
    case syntax::CompareOp::not_in:
        return "not in";
    case syntax::CompareOp::lt:
        return "<";
    case syntax::CompareOp::le:
        return "<=";
    case syntax::CompareOp::gt:
        return ">";
    case syntax::CompareOp::ge:
        return ">=";
    case syntax::CompareOp::eq:
        return "==";
    case syntax::CompareOp::ne:
        return "!=";
    }
    return "";
}

/// Checks an operation that is not folded.
Value typed_unary(Body& body, const UnaryOperation& operation) {
    if (operation.op == syntax::UnaryOp::logical_not) {
        ExprPtr operand = condition(body, operation.operand);
        if (!operand) return {};
        return strong(std::make_unique<program::Unary>(operation.span, Type::bool_(),
                                                       program::UnaryOp::logical_not, std::move(operand)));
    }
    bool minus = operation.op == syntax::UnaryOp::minus;
    bool invert = operation.op == syntax::UnaryOp::invert;
    constexpr uint64_t two_to_63 = uint64_t{1} << 63;
    if (minus && operation.operand.kind == syntax::ExprKind::integer) {
        auto& integer = syntax::as<syntax::Integer>(operation.operand);
        if (!integer.too_large && integer.value == two_to_63) return weak_integer(operation.span, INT64_MIN);
        if (integer.too_large || integer.value > two_to_63) {
            report(body, diag::IntegerTooLarge{text(body, operation.span)}, operation.span);
            return {};
        }
    }
    const std::string sign = minus ? "`-`" : invert ? "`~`" : "`+`";
    Value value = storable(body, operation.operand, sign);
    if (value && value.type()->is_vector() && minus && value.type()->fields()[0].type->is_narrow()) {
        const std::string component = value.type()->fields()[0].type->name();
        report(body,
               diag::VectorOperands{diag::VectorOperands::Reason::narrow, sign, value.type()->name(), "", "",
                                    component},
               operation.span);
        return {};
    }
    if (value && value.type()->is_vector() && minus)
        return strong(std::make_unique<program::Unary>(operation.span, value.type(), program::UnaryOp::negate,
                                                       std::move(value.node)));
    if (const TypeRules* rules = value ? rules_of(body, value.type()) : nullptr)
        return rules->unary(body, operation.op, operation.span, std::move(value));
    if (value && value.type()->is_aggregate()) value = number(body, operation.operand, sign);
    return value ? body.numbers.unary(body, operation, std::move(value)) : Value();
}

Value typed_binary(Body& body, const BinaryOperation& operation) {
    if (operation.op == Op::mat_mul) {
        report(body, diag::NoMatrixProduct{}, operation.op_span);
        return {};
    }
    if (operation.op == Op::mul && operation.left.kind == syntax::ExprKind::unsupported &&
        syntax::as<syntax::UnsupportedExpr>(operation.left).construct == syntax::Construct::list) {
        report(body, repeated_list(body, operation.left, operation.right), operation.span);
        return {};
    }
    Value left = storable(body, operation.left, quoted(operation.op));
    if (!left && dimensions(body, operation.left) > 0 && dimensions(body, operation.right) > 0)
        return {}; // one message for both
    Value right = storable(body, operation.right, quoted(operation.op));
    if (left && right && is_of_tuples(operation.op, left, right))
        return tuple_operation(body, operation.op, operation.span, std::move(left), std::move(right),
                               operation.left, operation.right);
    const bool of_vectors = left && right && (left.type()->is_vector() || right.type()->is_vector());
    const auto refuse = [&](Value& side, const syntax::Expr& syntax, const Value& other) {
        const bool fits = of_vectors || (!other && side && side.type()->is_vector());
        if (side && side.type()->is_aggregate() && !(fits && side.type()->is_vector()))
            side = number(body, syntax, quoted(operation.op)); // says what it is
    };
    refuse(left, operation.left, right);
    refuse(right, operation.right, left);
    return binary(body, operation.op, operation.op_span, operation.span, std::move(left), std::move(right));
}

} // namespace

bool is_shift(Op op) {
    return op == Op::shl || op == Op::shr;
}

bool is_bitwise(Op op) {
    return op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor;
}

const char* spelling_of(Op op) {
    switch (op) {
    case Op::add:
        return "+";
    case Op::sub:
        return "-";
    case Op::mul:
        return "*";
    case Op::true_div:
        return "/";
    case Op::floor_div:
        return "//";
    case Op::mod:
        return "%";
    case Op::pow:
        return "**";
    case Op::shl:
        return "<<";
    case Op::shr:
        return ">>";
    case Op::bit_and:
        return "&";
    case Op::bit_or:
        return "|";
    case Op::bit_xor:
        return "^";
    case Op::mat_mul:
        return "@";
    }
    return "";
}

std::string quoted(Op op) {
    return "`" + std::string(spelling_of(op)) + "`";
}

BinaryOp typed(Op op) {
    switch (op) {
    case Op::add:
        return BinaryOp::add;
    case Op::sub:
        return BinaryOp::sub;
    case Op::mul:
        return BinaryOp::mul;
    case Op::true_div:
        return BinaryOp::divide;
    case Op::floor_div:
        return BinaryOp::floor_divide;
    case Op::mod:
        return BinaryOp::floor_modulo;
    case Op::pow:
        return BinaryOp::power;
    case Op::shl:
        return BinaryOp::shift_left;
    case Op::shr:
        return BinaryOp::shift_right;
    case Op::bit_and:
        return BinaryOp::bit_and;
    case Op::bit_or:
        return BinaryOp::bit_or;
    default:
        return BinaryOp::bit_xor;
    }
}

bool need_integer(Body& body, const Value& value, const std::string& where) {
    if (refuse_complex(body, value, where)) return false;
    if (!value.type()->is_floating()) return true;
    report(body,
           diag::IntegerNeeded{where, value.type()->name(),
                               value.syntax ? text(body, *value.syntax) : text(body, value.node->span)},
           value.syntax ? value.syntax->span : value.node->span,
           explain(body, *value.node, [](const Type* type) { return type->is_floating(); }));
    return false;
}

const Type* common_type(Body& body, std::span<const Value> values, const std::string& where) {
    if (const Type* type = body.numbers.meet(values)) return type;
    if (!body.is_final())
        return values[0].type(); // what follows from it must still be there when it is reported
    const std::size_t second = first_apart(values);
    std::size_t first = 0;
    while (first + 1 < second && meet(values[first], values[second]))
        ++first;
    const Value& left = values[first];
    const Value& right = values[second];
    const auto words = [&](const Value& value) {
        return value.syntax ? text(body, *value.syntax) : text(body, value.node->span);
    };
    const auto span = [](const Value& value) { return value.syntax ? value.syntax->span : value.node->span; };
    auto labels = explain(body, *left.node, [](const Type* type) { return type->is_integer(); });
    report(body,
           diag::NoCommonType{where, left.type()->name(), right.type()->name(), words(left), words(right)},
           span(right), std::move(labels));
    return nullptr;
}

const Type* common_type(Body& body, const Value& left, const Value& right, const std::string& where) {
    if (const Type* type = body.numbers.meet_two(left, right)) return type;
    std::vector<Value> both;
    both.push_back(copy(left));
    both.push_back(copy(right));
    return common_type(body, both, where);
}

UnaryOperation operation_of(const syntax::Unary& expr) {
    return {expr.span, expr.op, *expr.operand};
}

BinaryOperation operation_of(const syntax::Binary& expr) {
    return {expr.span, expr.op, expr.op_span, *expr.left, *expr.right};
}

Comparison operation_of(const syntax::Compare& expr) {
    Comparison comparison{expr.span, {}, expr.ops, expr.op_spans};
    for (const syntax::ExprPtr& operand : expr.operands)
        comparison.operands.push_back(operand.get());
    return comparison;
}

Value unary(Body& body, const UnaryOperation& operation) {
    auto folded = body.numbers.folded_unary(body, operation);
    if (!folded) return typed_unary(body, operation);
    if (!folded->is_as_written) return std::move(folded->value);
    Value value = typed_unary(body, operation);
    value.constant = folded->value.constant;
    return value;
}

Value binary(Body& body, const BinaryOperation& operation) {
    auto folded = body.numbers.folded_binary(body, operation);
    if (!folded) return typed_binary(body, operation);
    if (!folded->is_as_written) return std::move(folded->value);
    Value value = typed_binary(body, operation);
    value.constant = folded->value.constant;
    return value;
}
Value binary(Body& body, Op op, Span op_span, Span span, Value left, Value right) {
    if (!left || !right) return {};
    if (const TypeRules* rules = rules_of(body, left.type(), right.type()))
        return rules->binary(body, op, quoted(op), span, std::move(left), std::move(right));
    if (left.type()->is_aggregate() || right.type()->is_aggregate())
        return vector_binary(body, op, quoted(op), span, std::move(left), std::move(right));
    if (op == Op::mat_mul) {
        report(body, diag::NoMatrixProduct{}, op_span);
        return {};
    }
    if (op == Op::floor_div || op == Op::mod)
        if (refuse_complex(body, left, quoted(op)) || refuse_complex(body, right, quoted(op))) return {};
    if (is_shift(op) || is_bitwise(op)) {
        bool good = need_integer(body, left, quoted(op));
        good &= need_integer(body, right, quoted(op));
        if (!good) return {};
    }
    return body.numbers.binary(body, op, op_span, span, std::move(left), std::move(right));
}

Value compare(Body& body, const Comparison& comparison) {
    if (comparison.ops.size() == 1)
        if (const auto is_same =
                string_test(body, comparison.ops[0], *comparison.operands[0], *comparison.operands[1]))
            return strong(program::make_bool(*is_same, comparison.span));
    if (auto result = body.numbers.special_comparison(body, comparison)) return std::move(*result);
    for (std::size_t i = 0; i < comparison.ops.size(); ++i) {
        syntax::CompareOp op = comparison.ops[i];
        if (op == syntax::CompareOp::is || op == syntax::CompareOp::is_not) {
            report(body, diag::NoIdentity{comparison_spelling(op), op == syntax::CompareOp::is ? "==" : "!="},
                   comparison.op_spans[i]);
            return {};
        }
        if (op == syntax::CompareOp::in || op == syntax::CompareOp::not_in)
            return membership(body, comparison);
    }
    std::vector<Value> values;
    bool failed = false;
    for (std::size_t i = 0; i < comparison.operands.size(); ++i) {
        const char* op = comparison_spelling(comparison.ops[i == 0 ? 0 : i - 1]);
        Value value = storable(body, *comparison.operands[i], "`" + std::string(op) + "`");
        if (value && (value.type()->is_struct() || value.type()->is_vector())) {
            const std::size_t other = i == 0 ? 1 : i - 1;
            const bool ordering = comparison.ops[i == 0 ? 0 : i - 1] < syntax::CompareOp::eq;
            const Type* field = value.type();
            std::string path;
            for (; field->is_aggregate(); field = field->fields()[0].type)
                path += (path.empty() ? "" : ".") + field->fields()[0].name;
            report(body,
                   diag::StructCompared{text(body, *comparison.operands[std::min(i, other)]),
                                        text(body, *comparison.operands[std::max(i, other)]),
                                        value.type()->name(), path, ordering},
                   comparison.span);
            return {};
        }
        if (value && value.type()->is_tuple() && i > 0 && values[0] && !values[0].type()->is_tuple())
            value = number(body, *comparison.operands[i], "`" + std::string(op) + "`"); // reports it
        values.push_back(std::move(value));
        failed |= !values.back();
    }
    if (failed) return {};
    for (const Value& value : values)
        if (const TypeRules* rules = rules_of(body, value.type()))
            return rules->compared(body, comparison, std::move(values));
    if (values[0].type()->is_tuple()) {
        std::size_t other = 1;
        while (other < values.size() && values[other].type()->is_tuple())
            ++other;
        if (other == values.size()) return compare_tuples(body, comparison, std::move(values));
        const std::string op = comparison_spelling(comparison.ops[other - 1]);
        number(body, *comparison.operands[other - 1], "`" + op + "`"); // reports it
        return {};
    }
    for (std::size_t i = 0; i < comparison.ops.size(); ++i) {
        if (comparison.ops[i] == syntax::CompareOp::eq || comparison.ops[i] == syntax::CompareOp::ne)
            continue;
        const std::string where = "`" + std::string(comparison_spelling(comparison.ops[i])) + "`";
        if (refuse_complex(body, values[i], where) || refuse_complex(body, values[i + 1], where)) return {};
    }
    if (compares_in_several_types(body, values)) return compare_chain(body, comparison, std::move(values));
    const bool is_ordering = comparison.ops[0] < syntax::CompareOp::eq;
    const Type* type =
        values.size() == 2 ? body.numbers.compared(values[0], values[1], is_ordering) : nullptr;
    if (!type) type = common_type(body, values, "a comparison"); // which reports that there is none
    if (!type) return {};
    if (type->is_narrow()) type = Type::int32();
    type = body.numbers.computed(type);
    std::vector<ExprPtr> operands;
    for (Value& value : values)
        operands.push_back(convert(std::move(value), type));
    std::vector<program::CompareOp> ops;
    for (syntax::CompareOp op : comparison.ops)
        ops.push_back(static_cast<program::CompareOp>(op));
    return strong(std::make_unique<program::Compare>(comparison.span, std::move(operands), std::move(ops)));
}

} // namespace cudapy::checker
