#include "translator/lower/expressions/guard_division.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

namespace cudapy::lower {

using namespace program;

namespace {

bool is_division(BinaryOp op) {
    return op == BinaryOp::divide || op == BinaryOp::remainder;
}

/// Returns whether the expression is made of literals and of what the launch itself sets, and so is positive
/// whatever the user's data.
bool is_positive(const Expr& expr) {
    if (const auto value = constant_value(expr)) return *value > 0;
    switch (expr.kind) {
    case ExprKind::coordinate:
        return is_extent(as<CoordinateExpr>(expr).coordinate);
    case ExprKind::cast:
        return holds(expr.type, as<Cast>(expr).operand->type) && is_positive(*as<Cast>(expr).operand);
    default:
        return false;
    }
}

bool may_trap(const Expr& divisor) {
    const auto value = constant_value(divisor);
    return value ? *value == 0 || *value == -1 : !is_positive(divisor);
}

ExprPtr guarded(BinaryOp op, ExprPtr left, ExprPtr right, Span span) {
    const Type* type = left->type;
    const Helper helper = op == BinaryOp::divide ? Helper::quotient : Helper::remainder;
    return make_helper_call(helper, type, span, std::move(left), std::move(right));
}

} // namespace

void lower_host_division(Function& function) {
    rewrite_expressions(function.body, [](ExprPtr& expr) {
        if (expr->kind != ExprKind::binary || !expr->type->is_integer()) return;
        auto& node = as<Binary>(*expr);
        if (is_division(node.op) && may_trap(*node.right))
            expr = guarded(node.op, std::move(node.left), std::move(node.right), node.span);
    });
    rewrite_statements(function.body, [](StmtPtr stmt, Block& out) {
        if (stmt->kind == StmtKind::augmented_assign) {
            auto& node = as<AugmentedAssign>(*stmt);
            if (node.operation->is_integer() && is_division(node.op) && may_trap(*node.value)) {
                ExprPtr value = guarded(node.op, make_read(node.lvalue), std::move(node.value), node.span);
                out.push_back(make_assign(std::move(node.lvalue), std::move(value), node.span));
                return;
            }
        }
        out.push_back(std::move(stmt));
    });
}

} // namespace cudapy::lower
