#pragma once
// `not n == 3` is `n != 3`, and `not a < b` of integers `a >= b`. Of floating numbers it is not, where one is
// no number.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Chains of comparisons must be gone.
void lower_negations(program::Function& function);

} // namespace cudapy::lower
