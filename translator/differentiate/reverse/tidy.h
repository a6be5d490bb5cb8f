#pragma once
// Writes sums of bars as people do.

#include "translator/program/program.h"

#include <set>

namespace cudapy::differentiate {

/// Returns whether a statement, or one inside of it, names the variable.
bool mentions(const program::Stmt& stmt, const program::Variable* variable);

/// Returns whether the expression is written as 0, or as numbers that all are.
bool is_zero(const program::Expr& expr);

/// Moves `x_bar = 0` to where something is first added, and makes `x_bar = y` of `x_bar = 0; x_bar += y`. The
/// variables are not arrays.
void tidy_sums(program::Block& body, const std::set<const program::Variable*>& bars);

/// Drops `x = y` after `y = x` where neither of the variables has changed in between.
void drop_restores_of_same(program::Block& body);

/// Makes one branch of two that follow each other with the same condition, where the first one does not
/// change it: those of both sweeps.
void merge_branches(program::Block& body);

} // namespace cudapy::differentiate
