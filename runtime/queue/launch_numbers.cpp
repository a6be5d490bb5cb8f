#include "runtime/queue/launch_numbers.h"

#include <array>
#include <atomic>

namespace cudapy::runtime {

namespace {

std::atomic<std::uint64_t> last{0};
std::array<std::atomic<std::uint64_t>, most_devices> ended{};

std::atomic<std::uint64_t>& ended_on(Device device) noexcept {
    return ended[static_cast<std::size_t>(device.index) % most_devices];
}

} // namespace

std::uint64_t number_launch() noexcept {
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

std::uint64_t last_launch() noexcept {
    return last.load(std::memory_order_relaxed);
}

void note_all_ended(Device device, std::uint64_t number) noexcept {
    std::atomic<std::uint64_t>& known = ended_on(device);
    std::uint64_t before = known.load(std::memory_order_relaxed);
    while (before < number && !known.compare_exchange_weak(before, number, std::memory_order_relaxed)) {
    }
}

std::uint64_t all_ended(Device device) noexcept {
    return ended_on(device).load(std::memory_order_relaxed);
}

} // namespace cudapy::runtime
