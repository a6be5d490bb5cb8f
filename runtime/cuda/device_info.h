#pragma once
// The properties of a GPU, in the driver's numbers.

#include "runtime/cuda/device.h"
#include "runtime/launch/extent.h"

#include <cstddef>
#include <string>

namespace cudapy::runtime {

struct DeviceInfo {
    std::string name, bus_id; ///< the address on the PCI bus, such as "0000:0A:00.0"
    int major = 0, minor = 0; ///< the compute capability
    std::size_t memory_bytes = 0;
    int clock_khz = 0, memory_clock_khz = 0, memory_bus_bits = 0;
    int multiprocessors = 0, warp_size = 0;
    int threads_per_block = 0, threads_per_multiprocessor = 0, blocks_per_multiprocessor = 0;
    int shared_bytes_per_block = 0, most_shared_bytes_per_block = 0, shared_bytes_per_multiprocessor = 0;
    int reserved_shared_bytes_per_block = 0; ///< the part of each block's that the system keeps
    int registers_per_block = 0, registers_per_multiprocessor = 0;
    int l2_bytes = 0, constant_bytes = 0;
    Extent largest_block{}, largest_grid{};
    bool cooperative_launches = false;
};

/// The driver is asked once for each device. Throws Error no_device for a device that is not there,
/// invalid_argument for the host.
DeviceInfo device_info(Device device);

/// Returns the newest version of CUDA that the driver knows, as 1000 * major + 10 * minor. Throws Error
/// no_device.
int driver_version();

/// Returns the operating system's name of the processor, such as "AMD EPYC 9B14"; empty when there is none.
std::string cpu_name();

} // namespace cudapy::runtime
