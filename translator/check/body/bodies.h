#pragma once
// The bodies of many functions are checked on several cores.

#include "translator/check/context.h"

#include <vector>

namespace cudapy::checker {

/// Checks the bodies of functions, see check_body. A function that needs what all functions share, such as an
/// instance of a generic function, is checked by itself, after the others. The result and the reports do not
/// depend on the number of cores.
void check_bodies(Context& context, const std::vector<FunctionInfo*>& functions);

} // namespace cudapy::checker
