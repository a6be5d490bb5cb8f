#include "translator/numba/numbers/number_rules.h"

#include "translator/check/body/body.h"
#include "translator/check/body/report.h"
#include "translator/check/expressions/expressions.h"
#include "translator/diagnostics/kinds/type_kinds.h"
#include "translator/numba/calls/stores.h"
#include "translator/numba/names/enums.h"
#include "translator/numba/numbers/folding.h"
#include "translator/numba/numbers/negative_index.h"
#include "translator/numba/numbers/number_types.h"
#include "translator/numba/numbers/numbers.h"
#include "translator/numba/numbers/ranges.h"
#include "translator/numba/numbers/small_floats.h"

#include <algorithm>

namespace cudapy::checker::numba {

using program::ExprPtr;

namespace {

/// Checks `flag is True` of a bool. There is one `True` and one `False`, so that it
/// is `flag == True`. Nothing is returned for another comparison.
std::optional<Value> compare_bools(Body& body, const Comparison& comparison) {
    const bool asks_is = comparison.ops[0] == syntax::CompareOp::is;
    const auto is_written = [](const syntax::Expr* each) { return each->kind == syntax::ExprKind::boolean; };
    if (comparison.ops.size() != 1 || (!asks_is && comparison.ops[0] != syntax::CompareOp::is_not) ||
        std::none_of(comparison.operands.begin(), comparison.operands.end(), is_written))
        return std::nullopt;
    std::vector<ExprPtr> operands;
    for (const syntax::Expr* each : comparison.operands) {
        Value value = expression(body, *each);
        if (!value) return Value();
        if (!value.type()->is_bool()) return std::nullopt;
        operands.push_back(std::move(value.node));
    }
    return strong(std::make_unique<program::Compare>(
        comparison.span, std::move(operands),
        std::vector{asks_is ? program::CompareOp::eq : program::CompareOp::ne}));
}

std::optional<Value> special_comparison(Body& body, const Comparison& comparison) {
    auto result = compare_members(body, comparison);
    return result ? std::move(result) : compare_bools(body, comparison);
}

Value checked_unary(Body& body, const UnaryOperation& operation, Value operand) {
    return unary(body, operation.op, operation.span, std::move(operand));
}

Value checked_binary(Body& body, syntax::BinaryOp op, Span, Span span, Value left, Value right) {
    const bool is_left = op == syntax::BinaryOp::shl;
    if (is_shift(op) && right.integer() && *right.integer() < 0) {
        report(body, diag::NegativeShift{spelling_of(op), is_left ? ">>" : "<<"}, right.node->span);
        return {};
    }
    return binary(body, op, quoted(op), span, std::move(left), std::move(right));
}

const Type* meet_two(const Value& left, const Value& right) {
    return unified(left.type(), right.type());
}

const Type* compared_values(const Value& left, const Value& right, bool is_ordering) {
    return compared(left.type(), right.type(), is_ordering);
}

const Type* joined_or_unified(const Type* one, const Type* other) {
    const Type* both = unified(one, other);
    return both ? both : joined(one, other);
}

std::optional<ExprPtr> stored_number(Value& value, const Type* type) {
    if (value.type()->is_complex() && !type->is_complex()) return std::nullopt;
    return stored(std::move(value), type);
}

const Type* function_precision(const Body&, std::span<const Value> arguments) {
    const Type* met = nullptr;
    for (const Value& value : arguments) {
        if (value.is_weak()) continue; // an integer that says nothing of it
        met = met ? unified(met, value.type()) : value.type();
        if (!met) break;
    }
    return met && met->is_floating() ? computed(met) : Type::float64();
}

Value function_result(const Builtin& builtin, const Type* argument, bool, Value result) {
    return narrowed(builtin, argument, std::move(result));
}

Value by_itself(Value value) {
    value = member_value(std::move(value));
    harden(value);
    return value;
}

} // namespace

const NumberRules number_rules = {
    .has_weak_literals = false,
    .precision = Type::float64(),
    .folded_unary = folded_unary,
    .folded_binary = folded_binary,
    .unary = checked_unary,
    .binary = checked_binary,
    .meet = meet,
    .meet_two = meet_two,
    .compared = compared_values,
    .computed = computed,
    .special_comparison = special_comparison,
    .joined = joined_or_unified,
    .stored = stored_number,
    .counted = counted,
    .range_types = range_types,
    .function_precision = function_precision,
    .function_result = function_result,
    .has_divmod = false,
    .assign_power = power_assign,
    .wraps_indices = true,
    .is_never_negative = is_never_negative,
    .by_itself = by_itself,
};

} // namespace cudapy::checker::numba
