#pragma once
// Chains of comparisons such as `a < b < c`. Each pair is compared in a type of its own: two integers are
// compared as integers, whatever the second one is compared with next.

#include "translator/check/expressions/operators.h"

#include <vector>

namespace cudapy::checker {

struct Body;

/// Checks such a chain.
Value compare_chain(Body& body, const Comparison& comparison, std::vector<Value> values);
/// Returns whether the pairs of a chain of comparisons are compared in types that differ.
bool compares_in_several_types(const Body& body, const std::vector<Value>& values);

} // namespace cudapy::checker
