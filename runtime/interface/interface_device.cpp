#include "runtime/include/cudapy/device.h"
#include "runtime/queue/synchronize.h"

#include "runtime/cuda/pointer_device.h"
#include "runtime/interface/interface.h"
#include "runtime/support/error.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace cudapy {

namespace {

thread_local std::optional<Device> chosen;

void require(Device device) {
    std::string reason;
    if (!device.is_cuda()) return;
    if (!runtime::cuda_available(&reason)) throw Error(ErrorKind::no_device, reason);
    if (const int count = runtime::cuda_device_count(); device.index() >= count)
        throw Error(ErrorKind::no_device,
                    fmt::format("there is no {}: the machine has {} of them", device.name(), count));
}

/// Returns the device that CUDAPY_TARGET names; nothing if it is not set.
std::optional<Device> from_environment() {
    const char* variable = std::getenv("CUDAPY_TARGET");
    if (!variable || !*variable) return std::nullopt;
    const std::string_view name = variable;
    if (name == "cpu") return Device::cpu();
    if (name == "cuda") return runtime::device_of(runtime::current_cuda_device());
    int index = -1;
    if (name.starts_with("cuda:")) {
        const auto [end, error] = std::from_chars(name.data() + 5, name.data() + name.size(), index);
        if (error != std::errc() || end != name.data() + name.size()) index = -1;
    }
    if (index < 0)
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("the environment's CUDAPY_TARGET must be \"cuda\", \"cuda:1\" and so on, or "
                                "\"cpu\", it is \"{}\"",
                                name));
    require(Device::cuda(index));
    return Device::cuda(index);
}

} // namespace

std::string Device::name() const {
    return runtime::device_of(*this).name();
}

bool cuda_available(std::string* reason) {
    return runtime::cuda_available(reason);
}

int cuda_device_count() {
    return runtime::cuda_available() ? runtime::cuda_device_count() : 0;
}

Device device_of_pointer(const void* pointer) {
    return Device::cuda(runtime::device_of_pointer(pointer));
}

Device current_device() {
    if (chosen) return *chosen;
    if (const auto named = from_environment()) return *named;
    return runtime::cuda_available() ? runtime::device_of(runtime::current_cuda_device()) : Device::cpu();
}

void set_current_device(Device device) {
    require(device);
    if (device.is_cuda()) runtime::set_current_cuda_device(device.index());
    chosen = device;
}

void synchronize(Device device) {
    runtime::explained([&] { runtime::synchronize(runtime::device_of(device)); });
}

} // namespace cudapy
