#include "runtime/cuda/device.h"

#include "runtime/cuda/cuda_driver.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace cudapy::runtime {

std::string Device::name() const {
    return kind == Kind::host ? "cpu" : fmt::format("cuda:{}", index);
}

bool cuda_available(std::string* reason) {
    return cuda::open_driver(reason) != nullptr;
}

int cuda_device_count() {
    if (cuda::forked_after_init()) cuda::driver(); // throws: there are GPUs, which were lost
    const cuda::Driver* driver = cuda::open_driver();
    if (!driver) return 0;
    int count = 0;
    cuda::check(driver->device_get_count(&count), "counting the GPUs");
    return count;
}

namespace {

thread_local int current_index = 0;

} // namespace

Device current_cuda_device() {
    cuda::driver();
    return {Device::Kind::cuda, current_index};
}

int current_cuda_index() noexcept {
    return current_index;
}

int set_current_cuda_device(int index) {
    require_cuda_device(index);
    return std::exchange(current_index, index);
}

void require_cuda_device(int index) {
    cuda::driver();
    const int count = cuda_device_count();
    if (index < 0 || index >= count)
        throw Error(ErrorKind::no_device, fmt::format("there is no device cuda:{}: the driver sees {} GPU{}",
                                                      index, count, count == 1 ? "" : "s"));
}

namespace {

int handle_of(const cuda::Driver& driver, Device device) {
    if (device.kind != Device::Kind::cuda)
        throw Error(ErrorKind::invalid_argument, "the host is not a CUDA device");
    int handle = 0;
    cuda::check(driver.device_get(&handle, device.index), "opening the GPU");
    return handle;
}

} // namespace

int compute_capability(Device device) {
    const cuda::Driver& driver = cuda::driver();
    int handle = handle_of(driver, device);
    int major = 0, minor = 0;
    cuda::check(driver.device_get_attribute(&major, cuda::compute_capability_major, handle),
                "asking for the GPU's architecture");
    cuda::check(driver.device_get_attribute(&minor, cuda::compute_capability_minor, handle),
                "asking for the GPU's architecture");
    return major * 10 + minor;
}

std::string architecture(Device device) {
    return fmt::format("sm_{}", compute_capability(device));
}

void require_capability(Device device, int needed, const std::string& what) {
    const int has = compute_capability(device);
    if (has >= needed) return;
    throw Error(ErrorKind::no_device,
                fmt::format("{} needs a GPU of compute capability {}.{} or later; {} ({}) has {}.{}", what,
                            needed / 10, needed % 10, device.name(), device_name(device), has / 10,
                            has % 10));
}

std::string device_name(Device device) {
    if (device.is_host()) return "host CPU";
    const cuda::Driver& driver = cuda::driver();
    char name[256] = {};
    cuda::check(driver.device_get_name(name, sizeof name, handle_of(driver, device)),
                "asking for the GPU's name");
    return name;
}

} // namespace cudapy::runtime
