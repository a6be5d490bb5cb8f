#pragma once
// CUDA only: tells which kernels fit no coarsened variant.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Returns why groups may not do what the kernel does, as a clause for people, or null. Threads that tell the
/// host something, or are told apart by more than their place in the grid, run alone.
const char* obstacle_to_coarsening(const program::Function& kernel);
/// Returns the same of groups within blocks, for a kernel that runs for all threads of its blocks. They must
/// be apart along y, and work together by barriers and shared memory alone.
const char* obstacle_to_coarsening_in_blocks(const program::Function& kernel);

} // namespace cudapy::lower
