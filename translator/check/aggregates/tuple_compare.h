#pragma once
// Comparisons of tuples, such as `(a, b) < (c, d)`. The first parts that differ decide, as in Python.

#include "translator/check/expressions/operators.h"

#include <vector>

namespace cudapy::checker {

struct Body;

/// Checks a comparison whose operands are tuples.
Value compare_tuples(Body& body, const Comparison& comparison, std::vector<Value> values);

} // namespace cudapy::checker
