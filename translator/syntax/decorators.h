#pragma once
// Decorators that the translator knows.

#include "translator/syntax/ast.h"

namespace cudapy::syntax {

/// The rule of a function's derivative that `@cp.custom_vjp(rule)` or `@cp.custom_jvp(rule)` names.
struct DerivativeRule {
    const Expr* name = nullptr; ///< null for any other decorator
    bool is_vjp = false;        ///< in reverse mode
};
DerivativeRule derivative_rule(const Expr& decorator);

} // namespace cudapy::syntax
