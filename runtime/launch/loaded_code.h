#pragma once
// The count of the code of kernels that is loaded into each GPU.

#include "runtime/cuda/device.h"

#include <array>
#include <atomic>
#include <cstddef>

namespace cudapy::runtime {

/// The code of one module, which is counted while this lives.
class LoadedCode {
  public:
    LoadedCode(Device device, std::size_t bytes) : place_(place_of(device)), bytes_(bytes) {
        place_.fetch_add(bytes_, std::memory_order_relaxed);
    }
    ~LoadedCode() { place_.fetch_sub(bytes_, std::memory_order_relaxed); }
    LoadedCode(const LoadedCode&) = delete;
    LoadedCode& operator=(const LoadedCode&) = delete;

    /// Returns the bytes of all code on the GPU.
    static std::size_t of(Device device) { return place_of(device).load(std::memory_order_relaxed); }

  private:
    static std::atomic<std::size_t>& place_of(Device device) {
        return all[static_cast<std::size_t>(device.index) % most_devices];
    }

    inline static std::array<std::atomic<std::size_t>, most_devices> all{};
    std::atomic<std::size_t>& place_;
    std::size_t bytes_;
};

} // namespace cudapy::runtime
