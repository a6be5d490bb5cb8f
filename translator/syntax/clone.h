#pragma once
// Deep copies of nodes of the syntax tree. A pass that needs the same code twice gives each place nodes of
// its own, because later passes tell nodes apart by their addresses.

#include "translator/syntax/ast.h"

#include <functional>

namespace cudapy::syntax {

/// Returns a copy of the expression; of null it returns null. The function of a lambda is shared.
ExprPtr clone(const ExprPtr& expr);
ExprPtr clone(const Expr& expr);
StmtPtr clone(const Stmt& stmt);
Block clone(const Block& block);
/// Returns what is in a copy in place of an expression; null for a copy of the expression.
using Replace = std::function<ExprPtr(const Expr&)>;
ExprPtr clone(const ExprPtr& expr, const Replace& replace);
StmtPtr clone(const Stmt& stmt, const Replace& replace);
Block clone(const Block& block, const Replace& replace);
/// Returns a copy of the function with the body that is given in place of its own.
Function clone(const Function& function, Block body);

} // namespace cudapy::syntax
