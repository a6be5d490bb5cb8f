#pragma once
// Where the memory of buffers comes from, and how much of it is used: a pool for each GPU, from which memory
// is taken and given back in the order of streams' work, so that freeing waits for nothing; malloc on the
// host.

#include "runtime/cuda/device.h"
#include "runtime/queue/stream.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace cudapy::runtime {

/// All in bytes.
struct MemoryInfo {
    std::size_t used = 0;             ///< by buffers that live
    std::size_t reserved = 0;         ///< taken from the device for them, and for those to come
    std::size_t peak = 0;             ///< the most that was ever used
    std::optional<std::size_t> limit; ///< of what may be used
    std::size_t free = 0;             ///< on the device, for any program
    std::size_t total = 0;            ///< of the device
};
MemoryInfo memory_info(Device device);

/// The most that buffers on the device may use together from now on; nothing: as much as there is.
void set_memory_limit(Device device, std::optional<std::size_t> bytes);

/// From now on the peak is the most that is used later.
void reset_peak_memory(Device device);

/// Gives reserved memory that no buffer uses back to the device. Waits for its work, because memory is freed
/// in its order. Throws Error kernel when a kernel failed.
void trim_memory(Device device);

/// What drops buffers that nobody needs any more, asked once before memory is said to be out.
void set_memory_reclaimer(void (*reclaim)());

/// What kind of memory: that of the device, or page-locked memory of the host, which is the device.
enum class MemoryKind { ordinary, pinned };

/// At least one byte on the device, for work that the stream (null: the default one) has from now on, zeroed
/// when asked. Throws out_of_memory with the sizes asked for, used and free.
void* take_memory(Device device, std::size_t bytes, bool zeroed, const StreamRef& stream,
                  MemoryKind kind = MemoryKind::ordinary);

/// Gives it back when all work that the streams have now has ended; the first is the one that it was taken
/// for. `everywhere` waits for all work of the device. Never throws.
void give_memory_back(Device device, void* data, std::size_t bytes, const StreamRef& home,
                      const std::vector<StreamRef>& others, bool everywhere,
                      MemoryKind kind = MemoryKind::ordinary) noexcept;

} // namespace cudapy::runtime
