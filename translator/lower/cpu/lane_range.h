#pragma once
// Host only: limits work-item loops to the threads for which there is something to do.

#include "translator/program/program.h"

namespace cudapy::lower {

/// A work-item loop whose whole work is under `threadIdx.x < n`, with n the same for all threads, ends at n.
/// So the last steps of a tree of sums are as short as they would be written by hand. `threadIdx.x == 0`
/// becomes a loop of one thread.
void limit_lanes(program::Function& block);

} // namespace cudapy::lower
