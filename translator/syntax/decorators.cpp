#include "translator/syntax/decorators.h"

namespace cudapy::syntax {

const Expr* custom_vjp_rule(const Expr& decorator) {
    if (decorator.kind != ExprKind::call) return nullptr;
    const auto& call = as<Call>(decorator);
    const Expr& callee = *call.function;
    const bool is_it = (callee.kind == ExprKind::name && as<Name>(callee).id == "custom_vjp") ||
                       (callee.kind == ExprKind::attribute && as<Attribute>(callee).name == "custom_vjp");
    return is_it && call.arguments.size() == 1 ? call.arguments[0].value.get() : nullptr;
}

} // namespace cudapy::syntax
