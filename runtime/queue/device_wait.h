#pragma once
// Waiting for all work of a GPU while graphs are recorded. The driver cannot do both at the same time: the
// wait for the whole context fails and spoils the recording. It does not matter which thread waits, or in
// which mode the stream records.

#include "runtime/cuda/device.h"

#include <functional>

namespace cudapy::runtime {

/// Waits for the work of all streams that do not record. The GPU's context is current. Throws Error driver.
void wait_for_all_work(Device device);

/// Calls `begin`, which makes a stream of the GPU record, when no thread waits for all of the GPU's work.
/// Each call that did not throw needs a call of end_recording().
void begin_recording(Device device, const std::function<void()>& begin);
void end_recording(Device device) noexcept;
/// Returns whether a stream of the GPU records a graph.
bool any_stream_records(Device device);

} // namespace cudapy::runtime
