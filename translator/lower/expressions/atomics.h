#pragma once
// How a target does atomic operations.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// CUDA C++ has most of them; the others, and all on the host, become calls of helpers. What is in shared
/// memory only one core of the host works with. All forms of a kernel are lowered.
void lower_atomics(program::Program& program, Target target);

} // namespace cudapy::lower
