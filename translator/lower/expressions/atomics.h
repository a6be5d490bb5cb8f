#pragma once
// Chooses how a target does atomic operations.

#include "translator/options.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// CUDA C++ has most atomics; the others, and all of them on the host, become calls of helpers. On the host
/// only one core works with an array in shared memory. All variants of a kernel are lowered.
void lower_atomics(program::Function& function, Target target);

} // namespace cudapy::lower
