#pragma once
// Tuples compared: `(a, b) < (c, d)`, by the first parts that differ, as Python does it.

#include "translator/check/expressions/value.h"

#include <vector>

namespace cudapy::checker {

struct Body;

/// Checks a comparison whose operands are tuples.
Value compare_tuples(Body& body, const syntax::Compare& expr, std::vector<Value> values);

} // namespace cudapy::checker
