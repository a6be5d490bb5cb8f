#include "runtime/memory.h"

#include "runtime/assertions.h"
#include "runtime/cuda_driver.h"
#include "runtime/stream.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <sys/sysinfo.h>
#include <utility>

namespace cudapy::runtime {

namespace {

constexpr std::size_t host_alignment = 64;
// From here on a zeroed buffer is taken from calloc, whose fresh pages are zero already and are first touched
// by the kernel that uses them.
constexpr std::size_t large = 1 << 20;

cuda::DevicePointer device_pointer(const Buffer& buffer, std::size_t offset) {
    return reinterpret_cast<cuda::DevicePointer>(buffer.data()) + offset;
}

/// Zeroed or not, with the pointer that free() takes stored just before the block.
void* allocate_host(std::size_t bytes, bool zeroed) {
    if (bytes > SIZE_MAX / 2) return nullptr;
    if (zeroed && bytes >= large) {
        char* raw = static_cast<char*>(std::calloc(bytes + 2 * host_alignment, 1));
        if (!raw) return nullptr;
        auto address = (reinterpret_cast<std::uintptr_t>(raw) + 2 * host_alignment - 1) / host_alignment *
                       host_alignment;
        char* block = raw + (address - reinterpret_cast<std::uintptr_t>(raw));
        std::memcpy(block - sizeof(void*), &raw, sizeof(void*));
        return block;
    }
    std::size_t total = (bytes + 2 * host_alignment - 1) / host_alignment * host_alignment;
    char* raw = static_cast<char*>(std::aligned_alloc(host_alignment, total));
    if (!raw) return nullptr;
    char* block = raw + host_alignment;
    std::memcpy(block - sizeof(void*), &raw, sizeof(void*));
    if (zeroed) std::memset(block, 0, bytes);
    return block;
}

void free_host(void* block) {
    void* raw;
    std::memcpy(&raw, static_cast<char*>(block) - sizeof(void*), sizeof(void*));
    std::free(raw);
}

void check_range(const Buffer& buffer, std::size_t offset, std::size_t bytes) {
    if (offset > buffer.bytes() || bytes > buffer.bytes() - offset)
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("copying {} bytes at offset {} is outside a buffer of {} bytes", bytes,
                                offset, buffer.bytes()));
}

} // namespace

Buffer::Buffer(Device device, std::size_t bytes, bool zeroed) : device_(device), bytes_(bytes) {
    if (bytes == 0) return;
    if (device.kind == Device::Kind::host) {
        data_ = allocate_host(bytes, zeroed);
        if (!data_) {
            struct sysinfo info {};
            sysinfo(&info);
            throw Error(ErrorKind::out_of_memory,
                        fmt::format("no memory on cpu for {} bytes: {} of {} bytes are free", bytes,
                                    uint64_t(info.freeram) * info.mem_unit,
                                    uint64_t(info.totalram) * info.mem_unit));
        }
        return;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    cuda::DevicePointer pointer = 0;
    cuda::Result result = driver.mem_alloc(&pointer, bytes);
    if (result == cuda::error_out_of_memory) {
        std::size_t free = 0, total = 0;
        driver.mem_get_info(&free, &total);
        throw Error(ErrorKind::out_of_memory,
                    fmt::format("no memory on {} for {} bytes: {} of {} bytes are free", device.name(), bytes,
                                free, total));
    }
    cuda::check(result, "allocating GPU memory");
    if (zeroed) {
        result = driver.memset_d8_async(pointer, 0, bytes, nullptr);
        if (result != cuda::success) {
            driver.mem_free(pointer);
            cuda::fail(result, "clearing GPU memory");
        }
    }
    data_ = reinterpret_cast<void*>(pointer);
}

Buffer Buffer::borrowed(Device device, void* data, std::size_t bytes) {
    Buffer result;
    result.device_ = device;
    result.data_ = data;
    result.bytes_ = bytes;
    result.borrowed_ = true;
    return result;
}

Buffer::~Buffer() {
    free();
}

Buffer::Buffer(Buffer&& other) noexcept
    : device_(other.device_), data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)), borrowed_(other.borrowed_) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
    if (this != &other) {
        free();
        device_ = other.device_;
        data_ = std::exchange(other.data_, nullptr);
        bytes_ = std::exchange(other.bytes_, 0);
        borrowed_ = other.borrowed_;
    }
    return *this;
}

void Buffer::free() noexcept {
    void* data = std::exchange(data_, nullptr);
    bytes_ = 0;
    if (!data || borrowed_) return;
    if (device_.kind == Device::Kind::host) {
        free_host(data);
        return;
    }
    // In a forked child the memory is the parent's. While the process exits the driver may be gone already,
    // and has then freed it: its error is no concern.
    if (cuda::forked_after_init()) return;
    try {
        const cuda::Driver& driver = cuda::driver();
        cuda::ContextScope scope(driver, cuda::primary_context(device_.index));
        if (scope.status() == cuda::success) driver.mem_free(reinterpret_cast<cuda::DevicePointer>(data));
    } catch (const std::exception&) {
    }
}

void copy_to_buffer(const Buffer& to, std::size_t offset, const void* from, std::size_t bytes) {
    check_range(to, offset, bytes);
    if (bytes == 0) return;
    if (to.device().kind == Device::Kind::host) {
        std::memmove(static_cast<char*>(to.data()) + offset, from, bytes);
        return;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(to.device().index));
    cuda::check(scope.status(), "using the GPU's context");
    cuda::check(driver.memcpy_htod(device_pointer(to, offset), from, bytes), "copying to the GPU");
}

void copy_from_buffer(void* to, const Buffer& from, std::size_t offset, std::size_t bytes) {
    check_range(from, offset, bytes);
    if (bytes == 0) return;
    if (from.device().kind == Device::Kind::host) {
        std::memmove(to, static_cast<const char*>(from.data()) + offset, bytes);
        return;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(from.device().index));
    cuda::check(scope.status(), "using the GPU's context");
    cuda::check(driver.memcpy_dtoh(to, device_pointer(from, offset), bytes), "copying from the GPU");
    report_failed_assertions(from.device(), !has_other_streams());
}

void copy_buffer(const Buffer& to, std::size_t to_offset, const Buffer& from, std::size_t from_offset,
                 std::size_t bytes) {
    check_range(to, to_offset, bytes);
    check_range(from, from_offset, bytes);
    if (bytes == 0) return;
    if (from.device().kind == Device::Kind::host) {
        copy_to_buffer(to, to_offset, static_cast<const char*>(from.data()) + from_offset, bytes);
        return;
    }
    if (to.device().kind == Device::Kind::host) {
        copy_from_buffer(static_cast<char*>(to.data()) + to_offset, from, from_offset, bytes);
        return;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::Context to_context = cuda::primary_context(to.device().index);
    cuda::ContextScope scope(driver, to_context);
    cuda::check(scope.status(), "using the GPU's context");
    if (to.device() == from.device())
        cuda::check(
            driver.memcpy_dtod(device_pointer(to, to_offset), device_pointer(from, from_offset), bytes),
            "copying on the GPU");
    else
        cuda::check(driver.memcpy_peer(device_pointer(to, to_offset), to_context,
                                       device_pointer(from, from_offset),
                                       cuda::primary_context(from.device().index), bytes),
                    "copying between GPUs");
}

} // namespace cudapy::runtime
