#pragma once
// The order of work on two streams of a device.

#include "runtime/cuda/device.h"

namespace cudapy::runtime {

/// Makes the work that is launched on the stream `second` from now on wait for the work that was launched on
/// `first`. Null is the default stream. The host does not wait. Throws Error driver.
void order_streams(Device device, void* first, void* second);

/// Returns the handle of the stream to which this thread gives work for the device. Null is the default
/// stream.
void* work_stream(Device device) noexcept;

/// Returns whether two handles stand for one stream. The default stream has the handles 0 and 1.
inline bool is_same_stream(const void* a, const void* b) {
    const auto plain = [](const void* stream) {
        return stream == reinterpret_cast<const void*>(1) ? nullptr : stream;
    };
    return plain(a) == plain(b);
}

} // namespace cudapy::runtime
