#pragma once
// Names for records that functions return in the dialect of numba: `r = pick(a, i)`, where every `return` of
// `pick` gives an element of the array a. A version of the function returns the index, and the name is that
// element: `r = a[pick(a, i)]`.

#include "translator/check/context.h"

namespace cudapy::checker {

struct Body;

namespace numba {

/// Writes such assignments with the elements, where the array is a parameter.
void write_returned_records(Body& body);
/// Returns the version of a function that returns indices, for a call that asks for it, and else the
/// function.
FunctionInfo& version_with_index(Body& body, const syntax::Call& call, FunctionInfo& callee);

} // namespace numba
} // namespace cudapy::checker
