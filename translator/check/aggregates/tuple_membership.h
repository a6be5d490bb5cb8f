#pragma once
// `x in t` and `x not in t`: searches in tuples.

#include "translator/check/expressions/operators.h"

namespace cudapy::checker {

struct Body;

/// Checks `x in t` and `x not in t`, which compare the value with each part of a tuple.
Value membership(Body& body, const Comparison& comparison);

} // namespace cudapy::checker
