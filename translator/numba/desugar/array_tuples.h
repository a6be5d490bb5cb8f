#pragma once
// Tuples of arrays and records as arguments of device functions in the dialect of numba, `total((a, b), i)`.
// The call gives the items one by one, and asks for a version of the function that has a parameter for each,
// as kernels have for such arguments.

#include "translator/check/context.h"
#include "translator/check/dialect.h"

#include <optional>

namespace cudapy::checker {

struct Body;

namespace numba {

/// Returns the call and the version of the function for a call that gives such tuples, and nothing for any
/// other call.
std::optional<OtherCall> with_items_of_tuples(Body& body, const syntax::Call& call, FunctionInfo& callee);

} // namespace numba
} // namespace cudapy::checker
