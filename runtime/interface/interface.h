#pragma once
// The link between the interface for C++ programs (runtime/include/cudapy) and the runtime.

#include "runtime/cuda/device.h"
#include "runtime/include/cudapy/device.h"
#include "runtime/launch/assertions.h"
#include "runtime/launch/kernel.h"
#include "runtime/support/error.h"

#include <memory>
#include <string>

namespace cudapy::runtime {

inline Device device_of(cudapy::Device device) {
    return {device.is_cuda() ? Device::Kind::cuda : Device::Kind::host, device.index()};
}
inline cudapy::Device device_of(Device device) {
    return device.kind == Device::Kind::cuda ? cudapy::Device::cuda(device.index) : cudapy::Device::cpu();
}

/// Compiles CUDA C++ for the GPU, or finds the compiled code in the cache, and loads it. `name` is for
/// messages.
std::shared_ptr<Module> module_of_text(Device device, const std::string& source, const std::string& name);

/// Calls `action` and returns its result. If the device's memory was lost because of a failed assertion, it
/// throws an Error that says which.
template <typename Action>
auto explained(Action&& action) {
    try {
        return action();
    } catch (const LostContext&) {
        if (const std::string said = lost_assertions(); !said.empty())
            throw Error(ErrorKind::assertion, said);
        throw;
    }
}

} // namespace cudapy::runtime
