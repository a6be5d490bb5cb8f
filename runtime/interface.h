#pragma once
// Between the interface for C++ programs (runtime/include/cudapy) and what stands behind it.

#include "runtime/device.h"
#include "runtime/include/cudapy/device.h"
#include "runtime/kernel.h"

#include <memory>
#include <string>

namespace cudapy::runtime {

inline Device device_of(cudapy::Device device) {
    return {device.is_cuda() ? Device::Kind::cuda : Device::Kind::host, device.index()};
}
inline cudapy::Device device_of(Device device) {
    return device.kind == Device::Kind::cuda ? cudapy::Device::cuda(device.index) : cudapy::Device::cpu();
}

/// CUDA C++ compiled for the GPU, or found in the cache, and loaded; `name` is for messages.
std::shared_ptr<Module> module_of_text(Device device, const std::string& source, const std::string& name);

} // namespace cudapy::runtime
