#pragma once
// Writes the number itself where a name for a part of an array has one: in `before = Y` the part begins at 0,
// so that `before[i]` is `Y[i]` and not `Y[before + i]`.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Must come after mark_constants.
void fold_known_positions(program::Function& function);

} // namespace cudapy::lower
