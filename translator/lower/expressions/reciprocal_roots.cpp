#include "translator/lower/expressions/reciprocal_roots.h"

#include "translator/lower/rewriting/rewrite.h"

namespace cudapy::lower {

using namespace program;

namespace {

bool is_one(const Expr& expr) {
    const auto* value =
        expr.kind == ExprKind::literal ? std::get_if<double>(&as<Literal>(expr).value) : nullptr;
    return value && *value == 1.0;
}

bool is_root(const Expr& expr) {
    return expr.kind == ExprKind::builtin_call && as<BuiltinCall>(expr).builtin == find_builtin("math.sqrt");
}

} // namespace

void lower_reciprocal_roots(Function& function, Target target) {
    if (target != Target::cuda) return;
    const auto lower = [](ExprPtr& expr) {
        if (expr->kind != ExprKind::binary || expr->type != Type::float32()) return;
        auto& quotient = as<Binary>(*expr);
        if (quotient.op != BinaryOp::divide || !is_one(*quotient.left) || !is_root(*quotient.right)) return;
        auto& root = as<BuiltinCall>(*quotient.right);
        if (root.arguments[0]->type != Type::float32()) return;
        expr =
            make_helper_call(Helper::reciprocal_root, expr->type, expr->span, std::move(root.arguments[0]));
    };
    for (Function* variant : function.variants())
        rewrite_expressions(variant->body, lower);
}

} // namespace cudapy::lower
