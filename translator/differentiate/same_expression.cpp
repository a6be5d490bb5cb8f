#include "translator/differentiate/same_expression.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/program/walk.h"

#include <algorithm>
#include <vector>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Returns whether two nodes of one kind are alike, apart from their operands.
bool is_alike_node(const Expr& a, const Expr& b) {
    switch (a.kind) {
    case ExprKind::literal:
    case ExprKind::variable:
    case ExprKind::length:
    case ExprKind::coordinate:
        return lower::is_same_simple(a, b);
    case ExprKind::unary:
        return as<Unary>(a).op == as<Unary>(b).op;
    case ExprKind::binary:
        return as<Binary>(a).op == as<Binary>(b).op;
    case ExprKind::compare:
        return as<Compare>(a).ops == as<Compare>(b).ops;
    case ExprKind::logical:
        return as<Logical>(a).is_and == as<Logical>(b).is_and;
    case ExprKind::conditional:
    case ExprKind::cast:
        return true;
    case ExprKind::load:
        return as<Load>(a).array == as<Load>(b).array;
    case ExprKind::field:
        return as<FieldExpr>(a).field == as<FieldExpr>(b).field;
    case ExprKind::helper_call: // of the checked mode
        return as<HelperCall>(a).helper == Helper::in_range && as<HelperCall>(b).helper == Helper::in_range;
    case ExprKind::builtin_call:
        return as<BuiltinCall>(a).builtin == as<BuiltinCall>(b).builtin && !lower::has_effects(a);
    default:
        return false;
    }
}

} // namespace

bool is_alike(const Expr& a, const Expr& b) {
    if (a.kind != b.kind || a.type != b.type || !is_alike_node(a, b)) return false;
    std::vector<const Expr*> left, right;
    visit_operands(a, [&](const ExprPtr& operand) { left.push_back(operand.get()); });
    visit_operands(b, [&](const ExprPtr& operand) { right.push_back(operand.get()); });
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const Expr* one, const Expr* other) { return is_alike(*one, *other); });
}

} // namespace cudapy::differentiate
