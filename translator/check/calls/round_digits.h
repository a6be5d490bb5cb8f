#pragma once
// `round(x, digits)` gives a number of the same type, rounded to a power of ten. For a narrow integer it
// gives an int.

#include "translator/check/expressions/value.h"

namespace cudapy::checker {

struct Body;

/// Checks `round(x, digits)`.
Value round_digits(Body& body, const syntax::Call& expr);

} // namespace cudapy::checker
