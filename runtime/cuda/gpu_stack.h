#pragma once
// The stack of a GPU's threads. The compiler finds how much of it a kernel's calls need, unless functions
// call themselves. A thread then has as much as the context's limit says: 1 KB, unless somebody has asked for
// more.

#include "runtime/cuda/device.h"

#include <cstddef>

namespace cudapy::runtime {

/// Gives the threads of kernels whose functions call themselves a stack for that. It has CUDAPY_GPU_STACK
/// bytes, or else 32 KB. The 32 KB become less, but not less than 4 KB, if the stacks of all threads that can
/// run at the same time would take more than a sixteenth of the GPU's memory. A larger limit that somebody
/// has set stays. It is cheap after the first time. Throws invalid_argument when CUDAPY_GPU_STACK is no
/// number from 1 to 524288, and what the driver fails with.
void give_recursion_stack(Device device);

} // namespace cudapy::runtime
