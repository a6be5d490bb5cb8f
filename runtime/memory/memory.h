#pragma once
// Buffers, which own memory of a device or of the host.

#include "runtime/cuda/device.h"
#include "runtime/queue/stream.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

namespace cudapy::runtime {

/// A block of memory on a device, zeroed when asked. Host buffers are 64-byte aligned.
///
/// A buffer on a GPU is made and freed in the order of streams' work. Its home is the stream that is current
/// when it is made. Work that its home is given afterwards can use it. When it is freed, the memory is given
/// back as soon as the work has ended that its home, and all streams named to use_on, have at that time. The
/// host waits for neither.
class Buffer : public std::enable_shared_from_this<Buffer> {
  public:
    Buffer() = default;
    /// Takes memory. Throws Error out_of_memory, which tells the sizes asked for, used and free. A size of 0
    /// gives a null pointer.
    Buffer(Device device, std::size_t bytes, bool zeroed);
    /// Makes a buffer of page-locked memory of the host, for start_copy and on_host_memory. Without a GPU it
    /// is ordinary memory.
    static Buffer pinned(std::size_t bytes, bool zeroed);
    /// Makes a buffer of managed memory in the same way, see take_managed in pinned.h.
    static Buffer managed(std::size_t bytes, bool zeroed, bool is_global);
    /// Makes a buffer of memory that something else owns. The owner frees it after the buffer is gone, in the
    /// order of the work of the buffer's home, which is the current stream.
    static Buffer borrowed(Device device, void* data, std::size_t bytes);
    /// Makes a buffer on a device of memory of the host, which something else owns. Memory of pinned() and
    /// managed() buffers is kept until the work that uses the buffer has ended. Other memory is page-locked
    /// while the buffer lives; freeing the buffer waits for the GPU. Throws Error driver, and Error recording
    /// while the current stream records a graph.
    static Buffer on_host_memory(Device device, void* data, std::size_t bytes);
    ~Buffer();
    Buffer(Buffer&& other) noexcept;
    Buffer& operator=(Buffer&& other) noexcept;

    void* data() const { return data_; } ///< a device pointer on CUDA
    std::size_t bytes() const { return bytes_; }
    Device device() const { return device_; }
    bool is_borrowed() const {
        return origin_ == Origin::borrowed || origin_ == Origin::kept || origin_ == Origin::registered;
    }

    /// Must be called before the stream (null: the default one) is given work that uses the buffer. At the
    /// first use in a stream, that stream waits for the work that the buffer's home has; later calls cost one
    /// load. If the stream records a graph, the graph keeps the buffer. It can be called from any thread.
    void use_on(const StreamRef& stream) const {
        if (handle_of(stream.get()) != known_.load(std::memory_order_acquire)) [[unlikely]]
            join(stream);
    }
    /// Must be called when other code learns the address, and may use the memory in streams that we do not
    /// know. Freeing the buffer then waits for the whole device.
    void share() const;

    /// Frees the memory now. It never throws.
    void free() noexcept;

  private:
    /// The enumerators say where the memory comes from. The first three are taken for this buffer, and the
    /// others belong to something else: `kept` memory knows the streams that use it itself, and `registered`
    /// memory is page-locked as long as the buffer lives.
    enum class Origin { own, pinned, managed, borrowed, kept, registered };

    void join(const StreamRef& stream) const;
    void hand_back() const noexcept;
    void unregister() const noexcept;

    Device device_;
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
    StreamRef home_; ///< null: the default stream
    mutable std::vector<StreamRef> others_;
    mutable std::atomic<CUstream_st*> known_{nullptr}; ///< a stream for which no more need be done
    mutable std::atomic<bool> is_shared_{false};
    Origin origin_ = Origin::own;
    void* registered_ = nullptr; ///< the host's address of memory that is registered
};

/// Copies between host memory and a buffer at byte offsets, or between buffers (also of different devices),
/// on the thread's current stream. They return when the host memory may be used again and, for copies to the
/// host, holds the data.
void copy_to_buffer(const Buffer& to, std::size_t offset, const void* from, std::size_t bytes);
void copy_from_buffer(void* to, const Buffer& from, std::size_t offset, std::size_t bytes);
void copy_buffer(const Buffer& to, std::size_t to_offset, const Buffer& from, std::size_t from_offset,
                 std::size_t bytes);

/// These functions copy in the same way, but return at once if the host's memory is pinned. That memory is
/// kept, and must not be touched, until the current stream has done the copy. start_copy also copies from and
/// to host buffers.
void start_copy_to_buffer(const Buffer& to, std::size_t offset, const void* from, std::size_t bytes);
void start_copy_from_buffer(void* to, const Buffer& from, std::size_t offset, std::size_t bytes);
void start_copy(const Buffer& to, std::size_t to_offset, const Buffer& from, std::size_t from_offset,
                std::size_t bytes);

} // namespace cudapy::runtime
