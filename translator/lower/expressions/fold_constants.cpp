#include "translator/lower/expressions/fold_constants.h"

#include "translator/lower/analysis/side_effects.h"
#include "translator/lower/rewriting/rewrite.h"

namespace cudapy::lower {

using namespace program;

namespace {

bool has_name(const Expr& expr) {
    bool found = false;
    visit_all(expr, [&](const Expr& part) {
        found = found || (part.kind == ExprKind::literal && !as<Literal>(part).name.empty());
    });
    return found;
}

/// Returns whether the operation is Python's own: C++ has no such operator, or its operator differs where an
/// operand is negative.
bool is_pythons(const Binary& node) {
    switch (node.op) {
    case BinaryOp::power:
        return true;
    case BinaryOp::floor_divide:
    case BinaryOp::floor_modulo:
        return constant_value(*node.left).value_or(0) < 0 || constant_value(*node.right).value_or(0) < 0;
    default:
        return false;
    }
}

/// Makes `n` of `min(n, n)`, which generic code may ask for.
void choose(ExprPtr& expr) {
    auto& call = as<BuiltinCall>(*expr);
    const Special special = call.builtin->special;
    if ((special != Special::min && special != Special::max) || call.arguments.size() != 2) return;
    if (is_same_simple(*call.arguments[0], *call.arguments[1])) expr = ExprPtr(std::move(call.arguments[0]));
}

void fold(ExprPtr& expr) {
    if (expr->kind == ExprKind::builtin_call) return choose(expr);
    if (expr->kind != ExprKind::binary || !is_pythons(as<Binary>(*expr)) || has_name(*expr)) return;
    if (const auto value = constant_value(*expr)) expr = make_int(expr->type, *value, expr->span);
}

} // namespace

void fold_constants(Function& function) {
    rewrite_expressions(function.body, fold);
}

} // namespace cudapy::lower
