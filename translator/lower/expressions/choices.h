#pragma once
// Minima, maxima, and the branches of which compilers make them.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Returns whether the expression is a minimum or a maximum.
bool is_extremum(const program::Expr& expr);

/// Returns whether a statement of the block, or of a branch in it, gives a variable, or the function's
/// result, a value of a type that the predicate takes.
bool gives_value(const program::Block& block, bool (*is_wanted)(const Type* type));
inline bool gives_value(const program::If& branch, bool (*is_wanted)(const Type* type)) {
    return gives_value(branch.then_body, is_wanted) || gives_value(branch.else_body, is_wanted);
}

} // namespace cudapy::lower
