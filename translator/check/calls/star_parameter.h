#pragma once
// Functions that take any number of arguments, `def f(a, *rest)`, in a dialect that has them. A call asks for
// a version of the function that has a parameter of its own for each argument, so that each may have another
// type, or be a function.

#include "translator/check/context.h"

namespace cudapy::checker {

struct Body;

/// Returns whether the last parameter of the function takes the arguments that are left.
bool has_star_parameter(const syntax::Function& function);
/// Returns the version of a function that a call asks for. A function without a star parameter is its only
/// version. Returns null, with a report, where the function has no such versions.
FunctionInfo* version_for(Body& body, FunctionInfo& function, const syntax::Call& call);

} // namespace cudapy::checker
