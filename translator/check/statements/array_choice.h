#pragma once
// A choice from a tuple of arrays by an index that is known only when the kernel runs, as Python writes it.

#include "translator/syntax/ast.h"

#include <vector>

namespace cudapy::checker {

/// Returns whether an expression is an index, no slice, that may be computed several times.
bool is_repeatable_index(const syntax::Expr& index);
/// Returns `a if k == 0 or k == -2 else b` for the items a and b, which are arrays, and the index k.
syntax::ExprPtr choice_by_index(Span span, std::vector<syntax::ExprPtr> items, const syntax::Expr& index);

} // namespace cudapy::checker
