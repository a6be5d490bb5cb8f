// Finding how much dynamic shared memory a launch can have, and asking a GPU for more than it gives unasked.

#include "runtime/cuda/cuda_driver.h"
#include "runtime/launch/kernel.h"

#include <fmt/format.h>

#include <algorithm>

namespace cudapy::runtime {

namespace {

/// The most that a block gets on the CPU. It is as much as the GPUs with the most memory give, so that a
/// kernel that runs here also runs on one of them.
constexpr int64_t host_most = 227 * 1024;
/// The bytes that every GPU gives a block unasked, static and dynamic together.
constexpr int64_t unasked = 48 * 1024;

int attribute_of(const cuda::Driver& driver, int device, cuda::DeviceAttribute which) {
    int value = 0;
    cuda::check(driver.device_get_attribute(&value, which, device),
                "asking for the shared memory of a device");
    return value;
}

} // namespace

std::string bytes_text(int64_t bytes) {
    return bytes < most_counted_bytes ? fmt::format("{} bytes", bytes) : "more than 2^62 bytes";
}

int64_t Kernel::most_shared_bytes() const {
    if (on_host_) return host_most;
    const cuda::Driver& driver = cuda::driver();
    int handle = 0;
    cuda::check(driver.device_get(&handle, device().index), "asking for the device");
    const int most = std::max(attribute_of(driver, handle, cuda::most_shared_bytes_per_block),
                              attribute_of(driver, handle, cuda::shared_bytes_per_block));
    return most - static_shared_bytes_;
}

int64_t Kernel::unasked_shared_bytes() const {
    return on_host_ ? host_most : unasked - static_shared_bytes_;
}

bool Kernel::allow_shared(int64_t bytes) const {
    if (bytes <= allowed_shared_.load(std::memory_order_acquire)) [[likely]]
        return true;
    const int64_t most = most_shared_bytes();
    if (bytes > most) return false;
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, static_cast<cuda::Context>(context_));
    cuda::check(scope.status(), "using the GPU's context");
    // We ask for the most at once, so that two threads that come here ask for the same, whatever their
    // numbers are.
    cuda::check(driver.func_set_attribute(static_cast<cuda::Function>(function_),
                                          cuda::most_dynamic_shared_bytes, static_cast<int>(most)),
                "asking for more shared memory for a kernel");
    allowed_shared_.store(most, std::memory_order_release);
    return true;
}

std::string Kernel::shared_limit() const {
    std::string beside;
    if (static_shared_bytes_ > 0)
        beside = fmt::format(", besides its {} bytes of constant size", static_shared_bytes_);
    return fmt::format("the most that {} gives a block of the kernel is {}{}", device().name(),
                       most_shared_bytes(), beside);
}

} // namespace cudapy::runtime
