#pragma once
// CUDA only: tells which kernels fit no coarsened variant.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Returns the reason why the kernel may not be coarsened, as explain() shows it, or null. Threads that tell
/// the host something, or whose results depend on more than their place in the grid, are not coarsened.
const char* obstacle_to_coarsening(const program::Function& kernel);
/// Returns the same of groups within blocks, for a kernel that runs for all threads of its blocks. They must
/// be apart along y, and work together only by barriers and shared memory.
const char* obstacle_to_coarsening_in_blocks(const program::Function& kernel);

} // namespace cudapy::lower
