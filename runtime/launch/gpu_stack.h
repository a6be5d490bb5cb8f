#pragma once
// The stack of a GPU's threads. The driver sets it aside for all threads that the GPU can run at the same
// time, however few a launch has, and keeps it when the launch has ended. So a kernel that needs a large
// stack gets it for its launch, and the stack is given back after the wait that finds the GPU without work.

#include "runtime/cuda/device.h"

#include <cstddef>
#include <mutex>
#include <string>

namespace cudapy::runtime {

/// Kernels with more local memory than this get their stack only for their launches. The stacks that a
/// process keeps are therefore at most this large, unless somebody else has asked for more.
inline constexpr std::size_t most_kept_stack = 2 * 1024;

/// Returns the bytes of stack that a thread of a kernel gets whose functions call themselves. They are
/// CUDAPY_GPU_STACK bytes, or else 32 KB. The 32 KB become less, but not less than 4 KB, if the stacks of all
/// threads would take more than a sixteenth of the GPU's memory. Throws invalid_argument when
/// CUDAPY_GPU_STACK is no number from 1 to 524288.
std::size_t recursion_stack_bytes(Device device);

/// Returns how many threads the GPU can run at the same time, each of which has a stack.
std::size_t threads_with_stack(Device device);

/// While it lives, the GPU's threads have a stack of at least so many bytes. The kernel is launched in the
/// meantime. If the GPU's free memory is not enough, a recursion gets a smaller stack, but not less than 4
/// KB, unless CUDAPY_GPU_STACK asked for the size.
class StackForLaunch {
  public:
    /// The device's context must be current.
    StackForLaunch(Device device, std::size_t bytes, bool is_recursion) noexcept;
    /// Returns the driver's result; 0 if the threads have the stack.
    int status() const { return status_; }

  private:
    std::unique_lock<std::mutex> lock_; ///< nobody gives the stack back before the launch is made
    int status_ = 0;
};

/// Returns why a launch that needs so many bytes cannot be made, where the GPU has no memory for them.
std::string no_stack_text(Device device, std::size_t bytes, bool is_recursion);

/// While it lives, the GPU's threads keep a stack of at least so many bytes. Graphs have it, because what
/// they launch was made for that stack. Throws Error driver and out_of_memory.
class KeptStack {
  public:
    KeptStack(Device device, std::size_t bytes, bool is_recursion);
    ~KeptStack();
    KeptStack(const KeptStack&) = delete;
    KeptStack& operator=(const KeptStack&) = delete;

  private:
    Device device_;
};

/// Gives the stack that launches were given back to the GPU, if none of its streams has work, none records a
/// graph, and no KeptStack lives. Costs one load if no launch was given one. It never throws.
void give_stack_back(Device device) noexcept;

} // namespace cudapy::runtime
