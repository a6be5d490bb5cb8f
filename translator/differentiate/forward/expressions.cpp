// Tangents of operators, conditions, loads and parts.

#include "translator/differentiate/forward/forward.h"

#include "translator/builtins/derivatives.h"
#include "translator/lower/rewriting/rewrite.h"
#include "translator/program/build.h"
#include "translator/program/walk.h"

#include <algorithm>

namespace cudapy::differentiate {

using namespace program;

/// Puts the tangents' statements that an expression needs before the statement at hand.
Dual Forward::dual(ExprPtr expr) {
    switch (expr->kind) {
    case ExprKind::variable: {
        Variable* dot = dot_of(as<VariableRef>(*expr).variable);
        ExprPtr tangent = dot ? make_ref(dot, expr->span) : nullptr;
        return {std::move(expr), std::move(tangent)};
    }
    case ExprKind::load:
        return load(std::move(expr));
    case ExprKind::view:
        return view(std::move(expr));
    case ExprKind::unary: {
        auto& node = as<Unary>(*expr);
        Dual operand = dual(std::move(node.operand));
        node.operand = std::move(operand.value);
        if (!operand.dot || node.op != UnaryOp::negate) return {std::move(expr), nullptr};
        auto dot = std::make_unique<Unary>(expr->span, expr->type, UnaryOp::negate, std::move(operand.dot));
        return {std::move(expr), std::move(dot)};
    }
    case ExprKind::binary:
        return binary(std::move(expr));
    case ExprKind::logical:
        return logical(std::move(expr));
    case ExprKind::conditional:
        return conditional(std::move(expr));
    case ExprKind::cast: {
        auto& node = as<Cast>(*expr);
        Dual operand = dual(std::move(node.operand));
        node.operand = std::move(operand.value);
        if (!operand.dot || !is_differentiable(expr->type)) return {std::move(expr), nullptr};
        return {std::move(expr), convert(std::move(operand.dot), node.type)};
    }
    case ExprKind::construct:
        return construct(std::move(expr));
    case ExprKind::field: {
        auto& node = as<FieldExpr>(*expr);
        Dual operand = dual(std::move(node.operand));
        node.operand = std::move(operand.value);
        if (node.item) {
            node.item = dual(std::move(node.item)).value;
            make_repeatable(node.item, "item");
        }
        if (!operand.dot || !is_differentiable(expr->type)) return {std::move(expr), nullptr};
        auto dot = node.item ? std::make_unique<FieldExpr>(expr->span, std::move(operand.dot), node.field,
                                                           clone(*node.item))
                             : std::make_unique<FieldExpr>(expr->span, std::move(operand.dot), node.field);
        return {std::move(expr), std::move(dot)};
    }
    case ExprKind::call:
        return call(std::move(expr));
    case ExprKind::builtin_call:
        return builtin_call(std::move(expr));
    case ExprKind::helper_call:
        return helper_call(std::move(expr));
    case ExprKind::assign_expr: {
        auto& node = as<AssignExpr>(*expr);
        Dual value = dual(std::move(node.value));
        Variable* variable = node.variable;
        Variable* dot = dot_of(variable);
        if (dot)
            emit(make_assign(dot, dot_or_zero(std::move(value.dot), variable->type, expr->span), expr->span));
        emit(make_assign(variable, std::move(value.value), expr->span));
        ++effects_;
        return {make_ref(variable, expr->span), dot ? make_ref(dot, expr->span) : nullptr};
    }
    case ExprKind::sequence: {
        auto& node = as<Sequence>(*expr);
        ExprPtr first = dual(std::move(node.first)).value;
        if (first->kind == ExprKind::call || first->kind == ExprKind::builtin_call ||
            first->kind == ExprKind::helper_call) {
            const Span span = first->span;
            emit(std::make_unique<Evaluate>(span, std::move(first)));
        }
        ++effects_;
        return dual(std::move(node.second));
    }
    case ExprKind::compare: {
        std::vector<Dual> operands = duals(as<Compare>(*expr).operands);
        for (std::size_t i = 0; i < operands.size(); ++i)
            as<Compare>(*expr).operands[i] = std::move(operands[i].value);
        return {std::move(expr), nullptr};
    }
    default:
        return {std::move(expr), nullptr};
    }
}

/// Returns the duals of operands that are evaluated one after the other: where a later one needs a statement
/// that changes something, the earlier ones are kept before it.
std::vector<Dual> Forward::duals(std::vector<ExprPtr>& operands) {
    std::vector<Dual> result;
    for (ExprPtr& operand : operands) {
        Block before;
        Block* const outer = out_;
        out_ = &before;
        const int effects = effects_;
        Dual made = dual(std::move(operand));
        out_ = outer;
        if (effects_ != effects)
            for (Dual& earlier : result) {
                if (earlier.value->type->is_array()) continue;
                if (earlier.dot) keep_from(before, earlier.dot, "earlier_dot");
                keep_from(before, earlier.value, "earlier");
            }
        for (StmtPtr& stmt : before)
            emit(std::move(stmt));
        result.push_back(std::move(made));
    }
    return result;
}

/// Does the same for operands that are evaluated in another order, which is none afterwards.
std::vector<Dual> Forward::duals_in_order(std::vector<ExprPtr>& operands, std::vector<std::size_t>& order) {
    if (order.empty()) return duals(operands);
    std::vector<ExprPtr> ordered;
    for (const std::size_t i : order)
        ordered.push_back(std::move(operands[i]));
    std::vector<Dual> made = duals(ordered);
    std::vector<Dual> result(made.size());
    for (std::size_t i = 0; i < made.size(); ++i)
        result[order[i]] = std::move(made[i]);
    return result;
}

Dual Forward::binary(ExprPtr expr) {
    auto& node = as<Binary>(*expr);
    const std::string_view path = derivative_name(node.op);
    if (!is_differentiable(expr->type) || path.empty()) {
        std::vector<ExprPtr> operands;
        operands.push_back(std::move(node.left));
        operands.push_back(std::move(node.right));
        std::vector<Dual> made = duals(operands);
        node.left = std::move(made[0].value);
        node.right = std::move(made[1].value);
        return {std::move(expr), nullptr};
    }
    return apply(path, std::move(expr), {&node.left, &node.right});
}

/// Makes a conditional of the tangents, or statements where a branch needs some.
Dual Forward::conditional(ExprPtr expr) {
    auto& node = as<Conditional>(*expr);
    node.condition = dual(std::move(node.condition)).value;
    const Span span = expr->span;
    const Type* type = expr->type;
    Block blocks[2];
    ExprPtr* values[] = {&node.then_value, &node.else_value};
    Dual made[2];
    Block* const outer = out_;
    for (int i = 0; i < 2; ++i) {
        out_ = &blocks[i];
        made[i] = dual(std::move(*values[i]));
    }
    out_ = outer;
    const bool has_dot = made[0].dot || made[1].dot;
    if (blocks[0].empty() && blocks[1].empty()) {
        if (has_dot) make_repeatable(node.condition, "condition");
        ExprPtr dot;
        if (has_dot)
            dot = make_select(clone(*node.condition), dot_or_zero(std::move(made[0].dot), type, span),
                              dot_or_zero(std::move(made[1].dot), type, span));
        for (int i = 0; i < 2; ++i)
            *values[i] = std::move(made[i].value);
        return {std::move(expr), std::move(dot)};
    }
    Variable* value = function_.add_variable("chosen", type, VariableRole::temporary, span);
    Variable* tangent =
        has_dot ? function_.add_variable("chosen_dot", type, VariableRole::temporary, span) : nullptr;
    for (const Dual& each : made) { // of arrays: names for one of them
        if (!type->is_array()) break;
        lower::add_roots(*value, *each.value);
        if (each.dot)
            lower::add_roots(*tangent, *each.dot);
        else if (tangent)
            refuse(span, "a name for arrays of which one has no tangents",
                   "its elements would have none either",
                   "read both arrays, and choose between the elements");
    }
    auto branch = std::make_unique<If>(span, std::move(node.condition));
    Block* bodies[] = {&branch->then_body, &branch->else_body};
    for (int i = 0; i < 2; ++i) {
        *bodies[i] = std::move(blocks[i]);
        if (tangent)
            bodies[i]->push_back(make_assign(tangent, dot_or_zero(std::move(made[i].dot), type, span), span));
        bodies[i]->push_back(make_assign(value, std::move(made[i].value), span));
    }
    emit(std::move(branch));
    ++effects_;
    if (type->is_array())
        return {lower::make_address(value, span), tangent ? lower::make_address(tangent, span) : nullptr};
    return {make_ref(value, span), tangent ? make_ref(tangent, span) : nullptr};
}

/// Makes a conditional of `a and b`, where that has a tangent or `b` needs statements.
Dual Forward::logical(ExprPtr expr) {
    auto& node = as<Logical>(*expr);
    const Span span = expr->span;
    Dual left = dual(std::move(node.left));
    Block before;
    Block* const outer = out_;
    out_ = &before;
    Dual right = dual(std::move(node.right));
    out_ = outer;
    if (!left.dot && !right.dot && before.empty()) {
        node.left = std::move(left.value);
        node.right = std::move(right.value);
        return {std::move(expr), nullptr};
    }
    const Type* type = expr->type;
    keep(left.value, "first");
    if (left.dot) keep(left.dot, "first_dot");
    ExprPtr truth = type->is_bool() ? clone(*left.value)
                                    : make_compare(CompareOp::ne, clone(*left.value), make_zero(type, span));
    if (!node.is_and) truth = make_not(std::move(truth));
    Variable* value = function_.add_variable("chosen", type, VariableRole::temporary, span);
    const bool has_dot = left.dot || right.dot;
    Variable* tangent =
        has_dot ? function_.add_variable("chosen_dot", type, VariableRole::temporary, span) : nullptr;
    auto branch = std::make_unique<If>(span, std::move(truth));
    branch->then_body = std::move(before);
    if (tangent) {
        branch->then_body.push_back(
            make_assign(tangent, dot_or_zero(std::move(right.dot), type, span), span));
        branch->else_body.push_back(make_assign(tangent, dot_or_zero(std::move(left.dot), type, span), span));
    }
    branch->then_body.push_back(make_assign(value, std::move(right.value), span));
    branch->else_body.push_back(make_assign(value, std::move(left.value), span));
    emit(std::move(branch));
    ++effects_;
    return {make_ref(value, span), tangent ? make_ref(tangent, span) : nullptr};
}

Dual Forward::construct(ExprPtr expr) {
    auto& node = as<Construct>(*expr);
    std::vector<Dual> parts = duals_in_order(node.parts, node.order);
    const bool any =
        std::any_of(parts.begin(), parts.end(), [](const Dual& part) { return part.dot != nullptr; });
    std::vector<ExprPtr> tangents;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Type* type = parts[i].value->type;
        node.parts[i] = std::move(parts[i].value);
        if (any) tangents.push_back(dot_or_zero(std::move(parts[i].dot), type, expr->span));
    }
    if (!any || !is_differentiable(expr->type)) return {std::move(expr), nullptr};
    auto dot = std::make_unique<Construct>(expr->span, expr->type, std::move(tangents));
    return {std::move(expr), std::move(dot)};
}

Dual Forward::load(ExprPtr expr) {
    auto& node = as<Load>(*expr);
    node.index = dual(std::move(node.index)).value;
    Variable* dot = dot_of(node.array);
    if (!dot) return {std::move(expr), nullptr};
    make_repeatable(node.index, "index");
    auto tangent = std::make_unique<Load>(expr->span, dot, clone(*node.index));
    return {std::move(expr), std::move(tangent)};
}

Dual Forward::view(ExprPtr expr) {
    auto& node = as<ArrayView>(*expr);
    node.start = dual(std::move(node.start)).value;
    for (ExprPtr& length : node.lengths)
        length = dual(std::move(length)).value;
    Variable* dot = dot_of(node.array);
    if (!dot) return {std::move(expr), nullptr};
    make_repeatable(node.start, "begin");
    for (ExprPtr& length : node.lengths)
        make_repeatable(length, "length");
    ExprPtr tangent = clone(*expr);
    as<ArrayView>(*tangent).array = dot;
    return {std::move(expr), std::move(tangent)};
}

} // namespace cudapy::differentiate
