#pragma once
// Which expressions may be written several times, as operands of formulas.

#include "translator/program/program.h"

namespace cudapy::differentiate {

/// Returns whether an expression is cheap and has no effects, so that it may be written several times.
bool is_repeatable(const program::Expr& expr);

} // namespace cudapy::differentiate
