#pragma once
// Parts of tuples whose number is known only when the kernel runs: `t[i]`. All parts have one type.

#include "translator/check/expressions/value.h"

namespace cudapy::checker {

struct Body;

/// Checks `t[i]`. Constants become a table; of other parts, the one is chosen by comparisons.
Value chosen_part(Body& body, const syntax::Subscript& expr, Value tuple);

} // namespace cudapy::checker
