#pragma once
// CUDA only: finds alternating branches, where each thread takes another way than its neighbours.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Returns whether a branch of the kernel depends on the place of a thread along the axis by more than
/// limits, as `if idx % 2 == 0`, so that the threads of most groups would diverge.
bool has_alternating_branches(const program::Function& kernel, int axis);

} // namespace cudapy::lower
