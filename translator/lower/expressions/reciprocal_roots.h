#pragma once
// CUDA only: computes `1.0 / math.sqrt(x)` of a float without a division.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Makes of each such quotient a call of a helper, whose result is as near as that of the two operations.
void lower_reciprocal_roots(program::Function& function, Target target);

} // namespace cudapy::lower
