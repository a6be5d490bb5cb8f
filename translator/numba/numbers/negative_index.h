#pragma once
// Negative indices in the dialect of numba.cuda. A signed index below zero counts from the end there, also
// one that is known only when the kernel runs.

#include "translator/program/program.h"

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns whether an integer is never negative, whatever the arguments are. A sum or product of two such
/// numbers is none either, since the overflow of signed integers is undefined in numba.
bool is_never_negative(Body& body, const program::Expr& expr);

} // namespace numba

} // namespace cudapy::checker
