#include "translator/syntax/decorators.h"

namespace cudapy::syntax {

DerivativeRule derivative_rule(const Expr& decorator) {
    if (decorator.kind != ExprKind::call) return {};
    const auto& call = as<Call>(decorator);
    const Expr& callee = *call.function;
    const std::string* name = callee.kind == ExprKind::name        ? &as<Name>(callee).id
                              : callee.kind == ExprKind::attribute ? &as<Attribute>(callee).name
                                                                   : nullptr;
    const bool is_it = name && (*name == "custom_vjp" || *name == "custom_jvp");
    if (!is_it || call.arguments.size() != 1) return {};
    return {call.arguments[0].value.get(), *name == "custom_vjp"};
}

} // namespace cudapy::syntax
