#pragma once
// Devices: the GPUs of the CUDA driver, which is opened when it is first needed, and the host.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace cudapy::runtime {

/// A device that has memory and runs kernels: CUDA device `index`, or the host.
struct Device {
    enum class Kind { cuda, host } kind = Kind::host;
    int index = 0;
    bool operator==(const Device&) const = default;
    bool is_host() const { return kind == Kind::host; }
    std::string name() const; ///< "cuda:0", "cpu"
};

/// The number of GPUs for which tables by device have places.
constexpr std::size_t most_devices = 64;

/// Returns whether there is a usable GPU. If there is none, `reason` says what is missing: the driver, a
/// device, or what the driver reported.
bool cuda_available(std::string* reason = nullptr);
int cuda_device_count();
/// Returns the GPU that this thread works with: number 0 unless the thread chose another. Throws Error
/// no_device, which says what was looked for and what to install.
Device current_cuda_device();
/// Returns the number of that GPU, whether there is one or not. It is cheap.
int current_cuda_index() noexcept;
/// Chooses the GPU that this thread works with, and returns the number of the one before. Throws Error
/// no_device when there is no such GPU.
int set_current_cuda_device(int index);
/// Throws Error no_device when there is no GPU of this number. It is cheap.
void require_cuda_device(int index);
/// Returns the name of the device's architecture, such as "sm_90".
std::string architecture(Device device);
/// Returns the compute capability times ten: 90 for 9.0.
int compute_capability(Device device);
/// Throws Error no_device if the device's compute capability is less than `needed`, which `what` needs.
void require_capability(Device device, int needed, const std::string& what);
std::string device_name(Device device);

} // namespace cudapy::runtime
