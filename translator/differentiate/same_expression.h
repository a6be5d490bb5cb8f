#pragma once
// Compares expressions by what they are made of.

#include "translator/program/program.h"

namespace cudapy::differentiate {

/// Returns whether two expressions without effects are written alike, so that they give the same value where
/// no variable and no array of theirs changes in between. Casts count.
bool is_same_expression(const program::Expr& a, const program::Expr& b);

} // namespace cudapy::differentiate
