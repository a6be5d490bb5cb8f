#pragma once
// Takes conditions apart, and drops those that hold anyway.

#include "translator/differentiate/gather/bar_accesses.h"
#include "translator/differentiate/gather/elements.h"
#include "translator/program/program.h"

#include <vector>

namespace cudapy::differentiate {

/// Adds the parts of `a and b and c`; of `not (a or b)` where it `is_negated`.
void add_conditions(const program::Expr& expr, bool is_negated, std::vector<program::ExprPtr>& conditions);
/// Returns `a and b and c` of its parts; null where there are none.
program::ExprPtr all_of(std::vector<program::ExprPtr> conditions);

/// Returns whether a comparison holds because coordinates and extents are not negative.
bool is_always(const program::Expr& condition, const Positions& positions, const Elements& elements);
/// Drops the comparisons that hold where others of them do.
void drop_implied(std::vector<program::ExprPtr>& conditions, const Positions& positions);

} // namespace cudapy::differentiate
