#include "translator/numba/desugar/known_conditions.h"

#include "translator/check/arrays/parts.h"
#include "translator/check/body/body.h"
#include "translator/check/body/names.h"
#include "translator/check/calls/string_constants.h"
#include "translator/check/module/constants.h"
#include "translator/numba/desugar/none_tests.h"

namespace cudapy::checker::numba {

namespace {

using cudapy::Constant;

/// Returns the number that is known of an expression, as numba knows it: one that is written out or comes
/// from outside, and `array.ndim`. What `len` is of the arguments that a star parameter takes becomes one
/// that is written out.
std::optional<Constant> known_number(Body& body, const syntax::Expr& expr) {
    switch (expr.kind) {
    case syntax::ExprKind::integer:
        return Constant{static_cast<WideInt>(syntax::as<syntax::Integer>(expr).value)};
    case syntax::ExprKind::floating:
        return Constant{syntax::as<syntax::Floating>(expr).value};
    case syntax::ExprKind::boolean:
        return Constant{syntax::as<syntax::Boolean>(expr).value};
    case syntax::ExprKind::unary: {
        const auto& unary = syntax::as<syntax::Unary>(expr);
        const bool is_sign = unary.op == syntax::UnaryOp::minus || unary.op == syntax::UnaryOp::plus;
        const auto operand = is_sign ? known_number(body, *unary.operand) : std::nullopt;
        return operand ? cudapy::apply(unary.op, *operand) : std::nullopt;
    }
    case syntax::ExprKind::name: {
        const auto found = entity(body, expr);
        if (!found || found->kind != Entity::Kind::constant || !found->binding) return std::nullopt;
        if (const auto* truth = std::get_if<bool>(&found->binding->value)) return Constant{*truth};
        if (const auto* integer = std::get_if<int64_t>(&found->binding->value))
            return Constant{static_cast<WideInt>(*integer)};
        if (const auto* real = std::get_if<double>(&found->binding->value)) return Constant{*real};
        return std::nullopt;
    }
    case syntax::ExprKind::attribute: {
        const auto& attribute = syntax::as<syntax::Attribute>(expr);
        const int rank = attribute.name == "ndim" ? dimensions(body, *attribute.value) : -1;
        return rank < 1 ? std::nullopt : std::optional(Constant{WideInt{rank}});
    }
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<bool> known_condition(Body& body, const syntax::Expr& condition) {
    if (const auto number = known_number(body, condition)) return number->truth();
    if (condition.kind != syntax::ExprKind::compare) return std::nullopt;
    if (const auto is_none = none_test(body, condition)) return is_none;
    const auto& compare = syntax::as<syntax::Compare>(condition);
    if (compare.ops.size() == 1)
        if (const auto is_same =
                string_test(body, compare.ops[0], *compare.operands[0], *compare.operands[1]))
            return is_same;
    const bool is_order = compare.ops[0] <= syntax::CompareOp::ne;
    if (compare.ops.size() != 1 || !is_order) return std::nullopt;
    const auto left = known_number(body, *compare.operands[0]);
    const auto right = left ? known_number(body, *compare.operands[1]) : std::nullopt;
    return right ? cudapy::apply(compare.ops[0], *left, *right) : std::nullopt;
}

} // namespace cudapy::checker::numba
