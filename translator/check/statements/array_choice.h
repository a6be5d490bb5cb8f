#pragma once
// A choice from a tuple of arrays by an index that is known only when the kernel runs, as Python writes it.

#include "translator/syntax/ast.h"

#include <vector>

namespace cudapy::checker {

/// Returns whether an expression is an index, no slice, that may be computed several times.
bool is_repeatable_index(const syntax::Expr& index);
/// Returns `a if n == 0 or n == -2 else b` for the items a and b, which are arrays, and the index, where n is
/// `(0, 1)[index]`, so that it is checked as an index of any other tuple.
syntax::ExprPtr choice_by_index(const syntax::Subscript& expr, std::vector<syntax::ExprPtr> items,
                                const syntax::Expr& index);

} // namespace cudapy::checker
