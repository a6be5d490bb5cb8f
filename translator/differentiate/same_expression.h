#pragma once
// Compares expressions by what they are made of.

#include "translator/program/program.h"

namespace cudapy::differentiate {

/// Returns whether two expressions are written alike, so that they have one value wherever both are evaluated
/// in one state. Casts count.
bool is_alike(const program::Expr& a, const program::Expr& b);

} // namespace cudapy::differentiate
