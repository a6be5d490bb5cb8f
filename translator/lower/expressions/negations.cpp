#include "translator/lower/expressions/negations.h"

#include "translator/lower/rewriting/rewrite.h"

namespace cudapy::lower {

using namespace program;

namespace {

bool has_negation(const Compare& compare) {
    if (compare.ops.size() != 1) return false;
    const bool is_equality = compare.ops[0] == CompareOp::eq || compare.ops[0] == CompareOp::ne;
    const Type* type = compare.operands[0]->type;
    return type->is_integer() || type->is_bool() || is_equality;
}

void push_in(ExprPtr& expr) {
    if (expr->kind != ExprKind::unary || as<Unary>(*expr).op != UnaryOp::logical_not) return;
    ExprPtr& operand = as<Unary>(*expr).operand;
    if (operand->kind != ExprKind::compare || !has_negation(as<Compare>(*operand))) return;
    as<Compare>(*operand).ops[0] = negated(as<Compare>(*operand).ops[0]);
    expr = ExprPtr(std::move(operand));
}

} // namespace

void lower_negations(Function& function) {
    rewrite_expressions(function.body, push_in);
}

} // namespace cudapy::lower
