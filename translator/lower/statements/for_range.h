#pragma once
// Makes C's `for` of `for i in range(…)`. The bounds are evaluated once, and the variable keeps Python's
// value.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Loops must have no `else` any more; Function::has_effects and array_uses must be known.
void lower_for_range(program::Function& function);

} // namespace cudapy::lower
