#pragma once
// What the stacks of a GPU's threads were made for functions that call themselves (gpu_stack.h). It is apart,
// because the errors of the driver tell it.

#include <array>
#include <atomic>
#include <cstddef>

namespace cudapy::runtime {

/// Bytes of a thread, by the index of the device; 0 where no kernel has asked.
inline std::array<std::atomic<std::size_t>, 64> recursion_stacks{};

/// Bytes of a thread of the device; 0 where no kernel has asked, and for GPUs that the table has no place
/// for.
inline std::size_t recursion_stack(int device_index) noexcept {
    const auto index = static_cast<std::size_t>(device_index);
    return index < recursion_stacks.size() ? recursion_stacks[index].load(std::memory_order_relaxed) : 0;
}

} // namespace cudapy::runtime
