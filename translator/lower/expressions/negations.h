#pragma once
// Writes `not n == 3` as `n != 3`, and `not a < b` of integers as `a >= b`. For floating numbers the second
// would be wrong where one of them is NaN.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Chains of comparisons must be gone.
void lower_negations(program::Function& function);

} // namespace cudapy::lower
