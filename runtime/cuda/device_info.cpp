#include "runtime/cuda/device_info.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/support/file_system.h"

#include <map>
#include <mutex>

namespace cudapy::runtime {

namespace {

DeviceInfo ask_driver(Device device) {
    const cuda::Driver& driver = cuda::driver();
    int handle = 0;
    cuda::check(driver.device_get(&handle, device.index), "opening the GPU");
    const auto attribute = [&](cuda::DeviceAttribute which) {
        int value = 0;
        cuda::check(driver.device_get_attribute(&value, which, handle), "asking what the GPU is");
        return value;
    };
    DeviceInfo info;
    info.name = device_name(device);
    char id[32] = {};
    cuda::check(driver.device_get_bus_id(id, sizeof id, handle), "asking for the GPU's bus");
    info.bus_id = id;
    cuda::check(driver.device_total_memory(&info.memory_bytes, handle), "asking for the GPU's memory");
    info.major = attribute(cuda::compute_capability_major);
    info.minor = attribute(cuda::compute_capability_minor);
    info.clock_khz = attribute(cuda::clock_khz);
    info.memory_clock_khz = attribute(cuda::memory_clock_khz);
    info.memory_bus_bits = attribute(cuda::memory_bus_bits);
    info.multiprocessors = attribute(cuda::multiprocessor_count);
    info.warp_size = attribute(cuda::warp_size);
    info.threads_per_block = attribute(cuda::max_block_threads);
    info.threads_per_multiprocessor = attribute(cuda::threads_per_multiprocessor);
    info.blocks_per_multiprocessor = attribute(cuda::blocks_per_multiprocessor);
    info.shared_bytes_per_block = attribute(cuda::shared_bytes_per_block);
    info.most_shared_bytes_per_block = attribute(cuda::most_shared_bytes_per_block);
    info.shared_bytes_per_multiprocessor = attribute(cuda::shared_bytes_per_multiprocessor);
    info.reserved_shared_bytes_per_block = attribute(cuda::reserved_shared_bytes_per_block);
    info.registers_per_block = attribute(cuda::registers_per_block);
    info.registers_per_multiprocessor = attribute(cuda::registers_per_multiprocessor);
    info.l2_bytes = attribute(cuda::l2_bytes);
    info.constant_bytes = attribute(cuda::constant_bytes);
    info.largest_block = {attribute(cuda::max_block_x), attribute(cuda::max_block_y),
                          attribute(cuda::max_block_z)};
    info.largest_grid = {attribute(cuda::max_grid_x), attribute(cuda::max_grid_y),
                         attribute(cuda::max_grid_z)};
    info.cooperative_launches = attribute(cuda::cooperative_launches) != 0;
    return info;
}

} // namespace

DeviceInfo device_info(Device device) {
    if (device.kind != Device::Kind::cuda)
        throw Error(ErrorKind::invalid_argument, "the host is not a CUDA device");
    require_cuda_device(device.index);
    // Some drivers take half a millisecond to tell a clock rate. The table is never destroyed, because
    // kernels may be launched while the process ends.
    static auto& known = *new std::map<int, DeviceInfo>;
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    const auto found = known.find(device.index);
    return found != known.end() ? found->second
                                : known.emplace(device.index, ask_driver(device)).first->second;
}

int driver_version() {
    int version = 0;
    cuda::check(cuda::driver().driver_get_version(&version), "asking for the driver's version");
    return version;
}

std::string cpu_name() {
    const std::string text = read_file("/proc/cpuinfo").value_or("");
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = take_line(rest);
        if (!line.starts_with("model name")) continue;
        const std::size_t colon = line.find(": ");
        if (colon != std::string_view::npos) return std::string(line.substr(colon + 2));
    }
    return "";
}

} // namespace cudapy::runtime
