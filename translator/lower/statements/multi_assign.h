#pragma once
// Makes single assignments of `a, b = x, y` and `a = b = x`, with temporaries only where one is in another's
// way.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Function::has_effects and array_uses must be known.
void lower_multi_assign(program::Function& function);

} // namespace cudapy::lower
