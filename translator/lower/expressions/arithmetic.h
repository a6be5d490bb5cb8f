#pragma once
// Writes Python's //, %, **, min and max with what C++ has: a plain operator where the operands allow it,
// else a helper.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// Loops must be ForC already, so that their variables are known not to be negative.
void lower_arithmetic(program::Function& function, Target target);

} // namespace cudapy::lower
