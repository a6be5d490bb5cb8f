#include "runtime/launch/gpu_stack.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/cuda/device_info.h"
#include "runtime/cuda/recursion_stack.h"
#include "runtime/memory/memory_pool.h"
#include "runtime/queue/device_wait.h"
#include "runtime/queue/stream.h"
#include "runtime/support/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace cudapy::runtime {

namespace {

constexpr std::size_t usual_bytes = 32 * 1024, least_bytes = 4 * 1024;
constexpr std::size_t most_bytes = 512 * 1024; ///< the most that a thread can have on any GPU
/// The stacks of all threads together may take one in so many parts of the GPU's memory.
constexpr std::size_t part_of_memory = 16;

/// The stacks of one GPU.
struct Stacks {
    std::mutex mutex; ///< held while the limit is changed, and until the launch is made that needs it
    std::atomic<bool> is_given{false};
    std::size_t before = 0; ///< the limit that the driver had before the stack was given
    int keepers = 0;        ///< the KeptStacks that live
};

/// They are never destroyed, because kernels may be launched while the process ends.
auto& all_stacks = *new std::array<Stacks, most_devices>;

Stacks& stacks_of(Device device) {
    return all_stacks[static_cast<std::size_t>(device.index) % most_devices];
}

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

/// Sets the limit, and returns the driver's result. Where memory does not suffice, memory that no array uses
/// is given back first.
cuda::Result set_limit(const cuda::Driver& driver, Device device, std::size_t bytes) {
    const cuda::Result result = driver.ctx_set_limit(cuda::stack_bytes, bytes);
    if (result != cuda::error_out_of_memory) return result;
    trim_pool(device);
    return driver.ctx_set_limit(cuda::stack_bytes, bytes);
}

/// Gives the threads a stack of at least so many bytes, and returns the driver's result. The lock of the
/// stacks is held.
cuda::Result give_stack(const cuda::Driver& driver, Device device, std::size_t bytes, bool is_recursion) {
    Stacks& stacks = stacks_of(device);
    std::size_t present = 0;
    cuda::Result result = driver.ctx_get_limit(&present, cuda::stack_bytes);
    if (result != cuda::success) return result;
    std::size_t given = bytes;
    if (present < bytes) {
        result = set_limit(driver, device, given);
        const bool can_be_less = is_recursion && asked_bytes() == 0;
        while (result == cuda::error_out_of_memory && can_be_less && given > least_bytes) {
            given = std::max(given / 2, least_bytes);
            result = given > present ? set_limit(driver, device, given) : cuda::success;
        }
        if (result != cuda::success) return result;
        if (!stacks.is_given) stacks.before = present;
        stacks.is_given = true;
    }
    const auto index = static_cast<std::size_t>(device.index);
    if (is_recursion && index < recursion_stacks.size()) recursion_stacks[index] = std::max(present, given);
    return cuda::success;
}

/// Returns whether no stream of the GPU has work or records.
bool is_idle(const cuda::Driver& driver, Device device) {
    if (any_stream_records(device)) return false;
    if (driver.stream_query(nullptr) != cuda::success) return false;
    const std::vector<StreamRef> streams = living_streams(device);
    return std::all_of(streams.begin(), streams.end(), [&](const StreamRef& stream) {
        return driver.stream_query(stream->handle()) == cuda::success;
    });
}

} // namespace

std::size_t threads_with_stack(Device device) {
    const DeviceInfo info = device_info(device);
    return static_cast<std::size_t>(info.multiprocessors) *
           static_cast<std::size_t>(info.threads_per_multiprocessor);
}

std::size_t recursion_stack_bytes(Device device) {
    if (const std::size_t asked = asked_bytes()) return asked;
    const std::size_t threads = std::max<std::size_t>(threads_with_stack(device), 1);
    const std::size_t fitting = device_info(device).memory_bytes / part_of_memory / threads;
    return std::clamp(fitting / 1024 * 1024, least_bytes, usual_bytes);
}

StackForLaunch::StackForLaunch(Device device, std::size_t bytes, bool is_recursion) noexcept
    : lock_(stacks_of(device).mutex) {
    try {
        status_ = give_stack(cuda::driver(), device, bytes, is_recursion);
    } catch (const std::exception&) {
        status_ = cuda::error_out_of_memory; // what trim_pool threw, when it waited for the device
    }
}

std::string no_stack_text(Device device, std::size_t bytes, bool is_recursion) {
    const std::size_t least = is_recursion && asked_bytes() == 0 ? std::min(bytes, least_bytes) : bytes;
    return fmt::format(
        "{} has no memory for the stacks of its threads, {} bytes for each of the {} that it can "
        "run at the same time. Free arrays, or {}",
        device.name(), least, threads_with_stack(device),
        is_recursion ? "set CUDAPY_GPU_STACK=BYTES to a smaller stack, if the recursion is not deep"
                     : "make the kernel's local arrays smaller");
}

KeptStack::KeptStack(Device device, std::size_t bytes, bool is_recursion) : device_(device) {
    Stacks& stacks = stacks_of(device);
    const std::lock_guard lock(stacks.mutex);
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "making the GPU current");
    cuda::check(give_stack(driver, device, bytes, is_recursion),
                "giving the GPU's threads a stack for functions that call themselves");
    ++stacks.keepers;
}

KeptStack::~KeptStack() {
    {
        const std::lock_guard lock(stacks_of(device_).mutex);
        --stacks_of(device_).keepers;
    }
    if (!cuda::forked_after_init()) give_stack_back(device_);
}

void give_stack_back(Device device) noexcept {
    if (device.is_host()) return;
    Stacks& stacks = stacks_of(device);
    if (!stacks.is_given.load(std::memory_order_relaxed)) return;
    try {
        const std::unique_lock lock(stacks.mutex, std::try_to_lock);
        if (!lock || !stacks.is_given || stacks.keepers > 0) return;
        const cuda::Driver& driver = cuda::driver();
        cuda::ContextScope scope(driver, cuda::primary_context(device.index));
        if (scope.status() != cuda::success || !is_idle(driver, device)) return;
        if (driver.ctx_set_limit(cuda::stack_bytes, stacks.before) == cuda::success) stacks.is_given = false;
    } catch (const std::exception&) {
    }
}

} // namespace cudapy::runtime
