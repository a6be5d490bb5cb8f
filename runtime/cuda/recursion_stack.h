#pragma once
// The sizes of the stacks that runtime/launch/gpu_stack.h gave the threads of GPUs for functions that call
// themselves. They are in a file of their own because the messages of driver errors also tell them.

#include <array>
#include <atomic>
#include <cstddef>

namespace cudapy::runtime {

/// The bytes of a thread's stack, by the index of the device; 0 if no kernel has asked for a stack.
inline std::array<std::atomic<std::size_t>, 64> recursion_stacks{};

/// Returns the bytes of a thread's stack on the device. It is 0 if no kernel has asked for a stack, and for
/// GPUs that the table has no place for.
inline std::size_t recursion_stack(int device_index) noexcept {
    const auto index = static_cast<std::size_t>(device_index);
    return index < recursion_stacks.size() ? recursion_stacks[index].load(std::memory_order_relaxed) : 0;
}

} // namespace cudapy::runtime
