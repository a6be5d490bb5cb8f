#include "runtime/cuda/gpu_stack.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/cuda/device_info.h"
#include "runtime/cuda/recursion_stack.h"
#include "runtime/support/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace cudapy::runtime {

namespace {

constexpr std::size_t usual_bytes = 32 * 1024, least_bytes = 4 * 1024;
constexpr std::size_t most_bytes = 512 * 1024; ///< the most that a thread can have on any GPU
/// The stacks of all threads together may take one in so many parts of the GPU's memory.
constexpr std::size_t part_of_memory = 16;

/// Returns the bytes that CUDAPY_GPU_STACK asks for; 0 if it is not set.
std::size_t asked_bytes() {
    const char* text = std::getenv("CUDAPY_GPU_STACK");
    if (!text || !*text) return 0;
    const std::string_view view = text;
    std::size_t bytes = 0;
    const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), bytes);
    if (error != std::errc() || end != view.data() + view.size() || bytes < 1 || bytes > most_bytes)
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("CUDAPY_GPU_STACK is \"{}\", and must be a number of bytes from 1 to {}",
                                view, most_bytes));
    return bytes;
}

std::size_t fitting_bytes(Device device) {
    const DeviceInfo info = device_info(device);
    const auto threads = static_cast<std::size_t>(info.multiprocessors) *
                         static_cast<std::size_t>(info.threads_per_multiprocessor);
    const std::size_t fitting = info.memory_bytes / part_of_memory / std::max<std::size_t>(threads, 1);
    return std::clamp(fitting / 1024 * 1024, least_bytes, usual_bytes);
}

} // namespace

void give_recursion_stack(Device device) {
    const auto index = static_cast<std::size_t>(device.index);
    if (index < recursion_stacks.size() && recursion_stacks[index].load(std::memory_order_relaxed) != 0)
        return;
    const std::size_t asked = asked_bytes();
    const std::size_t wanted = asked ? asked : fitting_bytes(device);
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "making the GPU current");
    std::size_t present = 0;
    cuda::check(driver.ctx_get_limit(&present, cuda::stack_bytes),
                "asking for the stack of the GPU's threads");
    if (present < wanted)
        cuda::check(driver.ctx_set_limit(cuda::stack_bytes, wanted),
                    "giving the GPU's threads a stack for functions that call themselves");
    if (index < recursion_stacks.size()) recursion_stacks[index] = std::max(present, wanted);
}

} // namespace cudapy::runtime
