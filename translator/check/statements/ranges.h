#pragma once
// The types of loops over a range.

#include "translator/check/expressions/value.h"

#include <span>

namespace cudapy::checker {

struct Body;

struct RangeTypes {
    const Type* counter = nullptr;  ///< signed, and holds all bounds; null if an error was reported
    const Type* variable = nullptr; ///< the type of the loop's own variable
    bool is_never_negative = false; ///< the variable
};

/// Returns the types of `for i in range(…)` with these bounds, as CudaPy's own dialect has them.
RangeTypes python_range(Body& body, std::span<const Value> bounds);

} // namespace cudapy::checker
