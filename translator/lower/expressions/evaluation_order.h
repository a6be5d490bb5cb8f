#pragma once
// Keeps the order of evaluation. Python evaluates operands and arguments from left to right; C++ leaves the
// order open. Where it matters, the part that comes first goes into a temporary.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Function::has_effects and array_uses must be known.
void lower_evaluation_order(program::Function& function);

} // namespace cudapy::lower
