#pragma once
// Facts about lists, which kernels do not have, for the messages about them.

#include "translator/diagnostics/kinds/statement_kinds.h"
#include "translator/syntax/ast.h"

namespace cudapy::checker {

struct Body;

/// Returns what is wrong with `[0.0, 0.0, 0.0]`.
diag::NoContainers list(Body& body, const syntax::UnsupportedExpr& expr);
/// Returns what is wrong with `[0.0] * n`.
diag::NoContainers repeated_list(Body& body, const syntax::Expr& elements, const syntax::Expr& count);

} // namespace cudapy::checker
