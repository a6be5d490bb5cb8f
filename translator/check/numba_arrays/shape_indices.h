#pragma once
// Extents of arrays whose dimension is known only when the kernel runs, `a.shape[i]`.

#include "translator/check/arrays/parts.h"
#include "translator/check/expressions/value.h"

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns the extent of the part along the dimension that an integer says. A negative one counts from the
/// end.
Value chosen_extent(Body& body, const syntax::Subscript& expr, const Part& part, program::ExprPtr index);

} // namespace numba

} // namespace cudapy::checker
