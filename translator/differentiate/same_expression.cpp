#include "translator/differentiate/same_expression.h"

#include "translator/program/walk.h"

#include <vector>

namespace cudapy::differentiate {

using namespace program;

namespace {

/// Returns whether the nodes are alike, apart from their operands.
bool is_same_node(const Expr& a, const Expr& b) {
    if (a.kind != b.kind || a.type != b.type) return false;
    switch (a.kind) {
    case ExprKind::literal:
        return as<Literal>(a).value == as<Literal>(b).value;
    case ExprKind::variable:
        return as<VariableRef>(a).variable == as<VariableRef>(b).variable;
    case ExprKind::coordinate:
        return as<CoordinateExpr>(a).coordinate == as<CoordinateExpr>(b).coordinate;
    case ExprKind::length:
        return as<Length>(a).array == as<Length>(b).array && as<Length>(a).axis == as<Length>(b).axis;
    case ExprKind::unary:
        return as<Unary>(a).op == as<Unary>(b).op;
    case ExprKind::binary:
        return as<Binary>(a).op == as<Binary>(b).op;
    case ExprKind::compare:
        return as<Compare>(a).ops == as<Compare>(b).ops;
    case ExprKind::logical:
        return as<Logical>(a).is_and == as<Logical>(b).is_and;
    case ExprKind::load:
        return as<Load>(a).array == as<Load>(b).array;
    case ExprKind::field:
        return as<FieldExpr>(a).field == as<FieldExpr>(b).field;
    case ExprKind::cast:
        return true;
    default:
        return false;
    }
}

} // namespace

bool is_same_expression(const Expr& a, const Expr& b) {
    if (!is_same_node(a, b)) return false;
    std::vector<const Expr*> left, right;
    visit_operands(a, [&](const ExprPtr& operand) { left.push_back(operand.get()); });
    visit_operands(b, [&](const ExprPtr& operand) { right.push_back(operand.get()); });
    if (left.size() != right.size()) return false;
    for (std::size_t i = 0; i < left.size(); ++i)
        if (!is_same_expression(*left[i], *right[i])) return false;
    return true;
}

} // namespace cudapy::differentiate
