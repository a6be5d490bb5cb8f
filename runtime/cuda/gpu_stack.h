#pragma once
// The stack of a GPU's threads. The compiler finds how much of it a kernel's calls need, but not where
// functions call themselves: then there is as much as the context's limit says, 1 KB unless somebody has
// asked for more.

#include "runtime/cuda/device.h"

#include <cstddef>

namespace cudapy::runtime {

/// Sees to it that each thread of a kernel on the GPU whose functions call themselves has a stack for that:
/// CUDAPY_GPU_STACK bytes, else 32 KB, or what a sixteenth of the GPU's memory is enough for where all
/// threads that can run at the same time have it, but 4 KB at least. What somebody has set stays where it is
/// more. Cheap after the first time. Throws invalid_argument when CUDAPY_GPU_STACK is no number from 1 to
/// 524288, and what the driver fails with.
void give_recursion_stack(Device device);

} // namespace cudapy::runtime
