#pragma once
// Waiting for a whole device.

#include "runtime/cuda/device.h"

namespace cudapy::runtime {

/// Waits for all work of the device; throws Error kernel when a kernel failed.
void synchronize(Device device);

} // namespace cudapy::runtime
