#pragma once
// Loops over ranges in the dialect of numba.

#include "translator/check/statements/ranges.h"

namespace cudapy::checker::numba {

/// Returns the types that numba gives such a loop, whose bounds may be floats and uint64, too.
RangeTypes range_types(Body& body, std::span<const Value> bounds);

} // namespace cudapy::checker::numba
