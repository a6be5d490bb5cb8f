#pragma once
// Memory of a device or of the host, owned.

#include "runtime/device.h"

#include <cstddef>

namespace cudapy::runtime {

/// A block of memory on a device, zeroed when asked. Host buffers are 64-byte aligned.
class Buffer {
  public:
    Buffer() = default;
    /// Throws out_of_memory with the sizes asked for and free. A size of 0 gives a null pointer.
    Buffer(Device device, std::size_t bytes, bool zeroed);
    /// Memory that something else owns, and frees after the buffer is gone.
    static Buffer borrowed(Device device, void* data, std::size_t bytes);
    ~Buffer();
    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer&& other) noexcept;

    void* data() const { return data_; } ///< a device pointer on CUDA
    std::size_t bytes() const { return bytes_; }
    Device device() const { return device_; }
    bool is_borrowed() const { return borrowed_; }
    /// Frees now; never throws. Waits for kernels that use it where the driver needs that.
    void free() noexcept;

  private:
    Device device_;
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
    bool borrowed_ = false;
};

/// Copies between host memory and a buffer at byte offsets, or between buffers (also of different devices).
/// They return when the host memory may be used again and, for copies to the host, holds the data.
void copy_to_buffer(const Buffer& to, std::size_t offset, const void* from, std::size_t bytes);
void copy_from_buffer(void* to, const Buffer& from, std::size_t offset, std::size_t bytes);
void copy_buffer(const Buffer& to, std::size_t to_offset, const Buffer& from, std::size_t from_offset,
                 std::size_t bytes);

} // namespace cudapy::runtime
