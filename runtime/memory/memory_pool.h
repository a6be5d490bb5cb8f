#pragma once
// The source of the memory of buffers, and how much of it is used. Each GPU has a pool, from which memory is
// taken, and to which it is given back, in the order of streams' work, so that freeing waits for nothing. On
// the host it is malloc.

#include "runtime/cuda/device.h"
#include "runtime/queue/stream.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace cudapy::runtime {

/// The use of a device's memory. All numbers are bytes.
struct MemoryInfo {
    std::size_t used = 0;             ///< the bytes of buffers that live
    std::size_t reserved = 0;         ///< taken from the device for them, and for those to come
    std::size_t peak = 0;             ///< the most that was ever used
    std::optional<std::size_t> limit; ///< the most that may be used
    std::size_t free = 0;             ///< the free memory of the device, for any program
    std::size_t total = 0;            ///< all memory of the device
    std::size_t stacks = 0;           ///< a GPU's: the stacks of all threads that it can run at the same time
    std::size_t printing = 0;         ///< a GPU's: the memory for what kernels print
    std::size_t code = 0;             ///< a GPU's: the kernels that are loaded
};
MemoryInfo memory_info(Device device);

/// Sets the most that buffers on the device may use together from now on. Without a number they may use as
/// much as there is.
void set_memory_limit(Device device, std::optional<std::size_t> bytes);

/// Resets the peak, which is from now on the most that is used after this call.
void reset_peak_memory(Device device);

/// Gives reserved memory that no buffer uses back to the device, and the stack that launches had. It waits
/// for the device's work, because memory is freed in the order of that work. Throws Error kernel when a
/// kernel failed.
///
/// Without it, a GPU gets back what is reserved beyond the arrays' own memory and a GiB, or CUDAPY_GPU_KEEP
/// bytes, as soon as the process has waited for it.
void trim_memory(Device device);
/// Does the same, but for the stack.
void trim_pool(Device device);

/// Lets two GPUs copy each other's memory without a way through the host's, if they can. The first call for
/// two GPUs takes microseconds.
void connect_pools(Device one, Device other);

/// Sets a function that drops buffers that nobody needs any more. It is called once before memory is reported
/// to have run out.
void set_memory_reclaimer(void (*reclaim)());

/// The kinds of memory: ordinary memory of the device, page-locked memory, or managed memory (for all
/// streams, or see take_managed). But for ordinary memory the device is the host.
enum class MemoryKind { ordinary, pinned, managed, managed_by_host };

/// Takes memory of the device, at least one byte, for work that the stream (null: the default one) is given
/// from now on. With `zeroed` it is all zeros. Throws Error out_of_memory, which tells the sizes asked for,
/// used and free.
void* take_memory(Device device, std::size_t bytes, bool zeroed, const StreamRef& stream,
                  MemoryKind kind = MemoryKind::ordinary);

/// Gives memory back when all work that the streams have now has ended. `home` is the stream that the memory
/// was taken for. With `everywhere` it waits for all work of the device. It never throws.
void give_memory_back(Device device, void* data, std::size_t bytes, const StreamRef& home,
                      const std::vector<StreamRef>& others, bool everywhere,
                      MemoryKind kind = MemoryKind::ordinary) noexcept;

} // namespace cudapy::runtime
