#include "translator/numba/numbers/negative_index.h"

#include "translator/check/body/body.h"
#include "translator/check/body/locals.h"
#include "translator/check/expressions/bounds.h"
#include "translator/numba/state.h"
#include "translator/program/build.h"

namespace cudapy::checker::numba {

using program::BinaryOp;
using program::ExprKind;

namespace {

bool of_binary(Body& body, const program::Binary& node) {
    const bool left = is_never_negative(body, *node.left);
    const bool right = is_never_negative(body, *node.right);
    switch (node.op) {
    case BinaryOp::add:
    case BinaryOp::mul:
    case BinaryOp::floor_divide:
    case BinaryOp::bit_or:
        return left && right;
    case BinaryOp::floor_modulo:
        return right; // it has the sign of the divisor
    case BinaryOp::shift_right:
        return left;
    case BinaryOp::bit_and:
        return left || right;
    default:
        return false;
    }
}

} // namespace

bool is_never_negative(Body& body, const program::Expr& expr) {
    if (!expr.type->is_integer() && !expr.type->is_bool()) return false;
    if (!expr.type->is_signed()) return true;
    switch (expr.kind) {
    case ExprKind::variable: {
        const Local* local = local_of(body, program::as<program::VariableRef>(expr).variable);
        return local && local->is<Local::Inferred>() && !facts_of(body, *local).may_be_negative;
    }
    case ExprKind::binary:
        return of_binary(body, program::as<program::Binary>(expr));
    case ExprKind::conditional: {
        const auto& node = program::as<program::Conditional>(expr);
        return is_never_negative(body, *node.then_value) && is_never_negative(body, *node.else_value);
    }
    case ExprKind::cast: {
        const program::Expr& operand = *program::as<program::Cast>(expr).operand;
        const bool widens =
            operand.type->is_bool() || (operand.type->is_integer() && holds(expr.type, operand.type));
        return widens && is_never_negative(body, operand);
    }
    case ExprKind::builtin_call: {
        const auto& call = program::as<program::BuiltinCall>(expr);
        const auto of = [&](std::size_t i) { return is_never_negative(body, *call.arguments[i]); };
        if (call.builtin->special == Special::min) return of(0) && of(1);
        if (call.builtin->special == Special::max) return of(0) || of(1);
        break;
    }
    default:
        break;
    }
    return bounds_of(expr).least >= 0;
}

} // namespace cudapy::checker::numba
