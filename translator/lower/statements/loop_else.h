#pragma once
// `else` of a loop: it follows the loop, under a flag that each `break` clears; without a `break` it just
// follows.

#include "translator/program/program.h"

namespace cudapy::lower {

void lower_loop_else(program::Function& function);

} // namespace cudapy::lower
