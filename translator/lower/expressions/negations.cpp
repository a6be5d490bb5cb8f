#include "translator/lower/expressions/negations.h"

#include "translator/lower/rewriting/rewrite.h"

namespace cudapy::lower {

using namespace program;

namespace {

CompareOp opposite(CompareOp op) {
    switch (op) {
    case CompareOp::lt:
        return CompareOp::ge;
    case CompareOp::le:
        return CompareOp::gt;
    case CompareOp::gt:
        return CompareOp::le;
    case CompareOp::ge:
        return CompareOp::lt;
    case CompareOp::eq:
        return CompareOp::ne;
    case CompareOp::ne:
        break;
    }
    return CompareOp::eq;
}

bool has_opposite(const Compare& compare) {
    if (compare.ops.size() != 1) return false;
    const bool is_equality = compare.ops[0] == CompareOp::eq || compare.ops[0] == CompareOp::ne;
    const Type* type = compare.operands[0]->type;
    return type->is_integer() || type->is_bool() || is_equality;
}

void push_in(ExprPtr& expr) {
    if (expr->kind != ExprKind::unary || as<Unary>(*expr).op != UnaryOp::logical_not) return;
    ExprPtr& operand = as<Unary>(*expr).operand;
    if (operand->kind != ExprKind::compare || !has_opposite(as<Compare>(*operand))) return;
    as<Compare>(*operand).ops[0] = opposite(as<Compare>(*operand).ops[0]);
    expr = ExprPtr(std::move(operand));
}

} // namespace

void lower_negations(Function& function) {
    rewrite_expressions(function.body, push_in);
}

} // namespace cudapy::lower
