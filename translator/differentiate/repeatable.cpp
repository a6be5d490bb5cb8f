#include "translator/differentiate/repeatable.h"

namespace cudapy::differentiate {

using namespace program;

bool is_repeatable(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::literal:
    case ExprKind::variable:
    case ExprKind::length:
    case ExprKind::coordinate:
        return true;
    case ExprKind::load:
        return is_repeatable(*as<Load>(expr).index);
    case ExprKind::field:
        return is_repeatable(*as<FieldExpr>(expr).operand) &&
               (!as<FieldExpr>(expr).item || is_repeatable(*as<FieldExpr>(expr).item));
    case ExprKind::cast:
        return is_repeatable(*as<Cast>(expr).operand);
    case ExprKind::unary:
        return is_repeatable(*as<Unary>(expr).operand);
    case ExprKind::binary: { // what indices are made of
        const auto& node = as<Binary>(expr);
        const bool is_cheap =
            node.op == BinaryOp::add || node.op == BinaryOp::sub || node.op == BinaryOp::mul;
        return is_cheap && expr.type->is_integer() && is_repeatable(*node.left) && is_repeatable(*node.right);
    }
    default:
        return false;
    }
}

} // namespace cudapy::differentiate
