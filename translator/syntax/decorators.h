#pragma once
// Decorators that the translator knows.

#include "translator/syntax/ast.h"

namespace cudapy::syntax {

/// Returns what `@cp.custom_vjp(rule)` names as the rule of a function's derivative; null for any other
/// decorator.
const Expr* custom_vjp_rule(const Expr& decorator);

} // namespace cudapy::syntax
