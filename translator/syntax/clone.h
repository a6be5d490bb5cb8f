#pragma once
// Deep copies of nodes of the syntax tree. A pass that needs the same code twice gives each place nodes of
// its own, because later passes tell nodes apart by their addresses.

#include "translator/syntax/ast.h"

namespace cudapy::syntax {

/// Returns a copy of the expression; of null it returns null. The function of a lambda is shared.
ExprPtr clone(const ExprPtr& expr);
StmtPtr clone(const Stmt& stmt);
Block clone(const Block& block);
/// Returns a copy of the function with the body that is given in place of its own.
Function clone(const Function& function, Block body);

} // namespace cudapy::syntax
