#pragma once
// Waiting for all work of a GPU while graphs are recorded. The driver has no way to do both: whichever thread
// waits for the whole context, and in whichever mode a stream records, the wait fails and the recording is
// spoilt.

#include "runtime/cuda/device.h"

#include <functional>

namespace cudapy::runtime {

/// Waits for the work of all streams that do not record. The GPU's context is current. Throws Error driver.
void wait_for_all_work(Device device);

/// Calls `begin`, which makes a stream of the GPU record, when no thread waits for all of its work. Each that
/// did not throw needs an end_recording().
void begin_recording(Device device, const std::function<void()>& begin);
void end_recording(Device device) noexcept;

} // namespace cudapy::runtime
