#pragma once
// Writes `a < b < c`, and the values of `and` and `or`, with C++'s two-sided operators.

#include "translator/program/program.h"

namespace cudapy::lower {

void lower_chains(program::Function& function);

} // namespace cudapy::lower
