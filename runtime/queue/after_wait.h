#pragma once
// The work that follows each wait for a GPU.

#include "runtime/cuda/device.h"

namespace cudapy::runtime {

/// Must be called when launches on the device were waited for. `all_ended` says whether all have ended. It
/// gives back the stack that the launches had, see gpu_stack.h, and throws what report_failed_assertions
/// throws.
void after_wait(Device device, bool all_ended);

} // namespace cudapy::runtime
