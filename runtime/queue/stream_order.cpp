#include "runtime/queue/stream_order.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/queue/graph.h"
#include "runtime/queue/stream.h"

#include <array>
#include <mutex>

namespace cudapy::runtime {

namespace {

/// An event for each device, for the process's life. One is enough: a stream that is told to wait for an
/// event waits for what the event has recorded by then, whatever it records later.
struct Events {
    std::mutex mutex;
    std::array<cuda::Event, most_devices> of_devices{};
};

Events& events() {
    static auto* const known = new Events;
    return *known;
}

} // namespace

void* work_stream(Device device) noexcept {
    return handle_of(current_stream(device).get());
}

void order_streams(Device device, void* first, void* second) {
    if (device.is_host() || is_same_stream(first, second)) return;
    refuse_recording(device, "sharing an array with another library");
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    Events& known = events();
    const std::lock_guard lock(known.mutex); // nobody records between our two calls
    cuda::Event& event = known.of_devices.at(static_cast<std::size_t>(device.index));
    if (!event) cuda::check(driver.event_create(&event, cuda::event_disable_timing), "making an event");
    cuda::check(driver.event_record(event, static_cast<cuda::Stream>(first)), "recording an event");
    cuda::check(driver.stream_wait_event(static_cast<cuda::Stream>(second), event, 0),
                "making a stream wait for another one");
}

} // namespace cudapy::runtime
