#pragma once
// The order of work on two streams of a device.

#include "runtime/cuda/device.h"

namespace cudapy::runtime {

/// What is launched on the stream `second` from now on waits for what was launched on `first`; null is the
/// default stream. The host does not wait. Throws Error driver.
void order_streams(Device device, void* first, void* second);

/// The handle of the stream that this thread gives work for the device to; null is the default stream.
void* work_stream(Device device) noexcept;

/// Whether two handles are one stream: the default one has the handles 0 and 1.
inline bool is_same_stream(const void* a, const void* b) {
    const auto plain = [](const void* stream) {
        return stream == reinterpret_cast<const void*>(1) ? nullptr : stream;
    };
    return plain(a) == plain(b);
}

} // namespace cudapy::runtime
