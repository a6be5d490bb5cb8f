#pragma once
// Memory of the host that GPUs reach by themselves, while the host goes on. Kernels on all GPUs use it at the
// address that it has on the host. Page-locked memory stays on the host; managed memory moves to where it is
// used.

#include "runtime/cuda/device.h"
#include "runtime/queue/stream.h"

#include <cstddef>

namespace cudapy::runtime {

/// Takes page-locked memory for all GPUs, or ordinary memory if there is no GPU. Returns null when there is
/// no memory left. Throws Error driver.
void* take_pinned(std::size_t bytes, bool zeroed);
/// Takes managed memory. It is for kernels on any stream; if not `is_global`, only for those on GPUs that use
/// it at the same time as the host. Returns null when there is no memory left. Throws Error driver.
void* take_managed(std::size_t bytes, bool zeroed, bool is_global);
/// Frees memory of both kinds when the work has ended that the streams given to use_pinned and use_in_place
/// have now. The host does not wait, unless share_in_place was called.
void give_pinned_back(void* data) noexcept;

/// Returns whether all of these bytes are page-locked memory.
bool is_pinned(const void* data, std::size_t bytes) noexcept;
/// Must be called before a GPU's stream is given a copy from or to page-locked memory, and keeps the memory
/// until that work has ended. For other memory it does nothing and returns false.
bool use_pinned(const void* data, std::size_t bytes, const StreamRef& stream);
/// The same for memory of both kinds, and for kernels.
bool use_in_place(const void* data, std::size_t bytes, const StreamRef& stream);
/// Must be called when other code learns the address, and may use the memory on the GPU in streams that we do
/// not know. Freeing the memory then waits for the GPU.
void share_in_place(const void* data, std::size_t bytes, Device device);

} // namespace cudapy::runtime
