#pragma once
// Devices: the CUDA driver, opened when first asked for, and the host as the other device.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace cudapy::runtime {

/// Where memory is and kernels run: CUDA device `index`, or the host.
struct Device {
    enum class Kind { cuda, host } kind = Kind::host;
    int index = 0;
    bool operator==(const Device&) const = default;
    bool is_host() const { return kind == Kind::host; }
    std::string name() const; ///< "cuda:0", "cpu"
};

/// Tables by device have places for so many GPUs.
constexpr std::size_t most_devices = 64;

/// Whether there is a usable GPU; `reason` (when not) says what is missing: driver, device, or the driver's
/// error.
bool cuda_available(std::string* reason = nullptr);
int cuda_device_count();
/// The device that this thread works with, 0 unless it chose another. Throws Error no_device with what was
/// looked for and what to install.
Device current_cuda_device();
/// Its number, whether there is a GPU or not: cheap.
int current_cuda_index() noexcept;
/// Chooses the device that this thread works with; gives the one before. Throws Error no_device when there is
/// no such.
int set_current_cuda_device(int index);
/// "sm_90" for the device.
std::string architecture(Device device);
/// 90 for compute capability 9.0.
int compute_capability(Device device);
/// Throws Error no_device where the device has less than `needed`, which `what` needs.
void require_capability(Device device, int needed, const std::string& what);
std::string device_name(Device device);

} // namespace cudapy::runtime
