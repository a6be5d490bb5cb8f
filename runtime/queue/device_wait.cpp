#include "runtime/queue/device_wait.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/queue/stream.h"

#include <condition_variable>
#include <map>
#include <mutex>

namespace cudapy::runtime {

namespace {

struct Gate {
    int waiting = 0;   ///< threads that wait for all work of the GPU
    int recording = 0; ///< its streams that record
};

std::mutex mutex;
std::condition_variable changed;
/// The gates by the GPUs' numbers. They are never destroyed, because threads may still wait when the process
/// ends.
auto& gates = *new std::map<int, Gate>;

void wait_for_each_stream(Device device) {
    const cuda::Driver& driver = cuda::driver();
    cuda::check(driver.stream_synchronize(nullptr), "waiting for the GPU");
    for (const StreamRef& stream : living_streams(device))
        if (!stream->recording())
            cuda::check(driver.stream_synchronize(stream->handle()), "waiting for the GPU");
}

} // namespace

void wait_for_all_work(Device device) {
    std::unique_lock lock(mutex);
    Gate& gate = gates[device.index];
    ++gate.waiting;
    const bool is_recording = gate.recording > 0;
    lock.unlock();
    const auto leave = [&] {
        lock.lock();
        --gate.waiting;
        changed.notify_all();
    };
    try {
        if (is_recording)
            wait_for_each_stream(device);
        else
            cuda::check(cuda::driver().ctx_synchronize(), "waiting for the GPU");
    } catch (...) {
        leave();
        throw;
    }
    leave();
}

void begin_recording(Device device, const std::function<void()>& begin) {
    std::unique_lock lock(mutex);
    Gate& gate = gates[device.index];
    changed.wait(lock, [&] { return gate.waiting == 0; });
    begin();
    ++gate.recording;
}

bool any_stream_records(Device device) {
    const std::lock_guard lock(mutex);
    return gates[device.index].recording > 0;
}

void end_recording(Device device) noexcept {
    const std::lock_guard lock(mutex);
    --gates[device.index].recording;
}

} // namespace cudapy::runtime
