#pragma once
// Rewrites a function of numba's dialect in the language that the checker knows, before it is checked: once
// for the arguments of a launch or a call, and once for each function.

#include "translator/check/dialect.h"

namespace cudapy::checker::numba {

/// Returns the function in which each item of a tuple among the arguments has a parameter of its own, and an
/// array without dimensions has one. Returns nothing for other arguments.
std::optional<Rewriting> rewritten(const Context& context, const FunctionInfo& generic,
                                   const std::vector<InstanceRequest::Argument>& arguments);
/// Writes the body anew.
void desugar(Body& body);

} // namespace cudapy::checker::numba
