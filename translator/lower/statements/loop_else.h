#pragma once
// Moves the `else` of a loop after it, under a flag that each `break` clears. Without a `break` it just
// follows.

#include "translator/program/program.h"

namespace cudapy::lower {

void lower_loop_else(program::Function& function);

} // namespace cudapy::lower
