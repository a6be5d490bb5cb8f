#pragma once
// Page-locked memory of the host. GPUs copy to and from it by themselves, while the host goes on.

#include "runtime/queue/stream.h"

#include <cstddef>

namespace cudapy::runtime {

/// Takes page-locked memory for all GPUs, or ordinary memory if there is no GPU. Returns null when there is
/// no memory left. Throws Error driver.
void* take_pinned(std::size_t bytes, bool zeroed);
/// Frees the memory when the work has ended that the streams given to use_pinned have now. The host does not
/// wait.
void give_pinned_back(void* data) noexcept;

/// Returns whether all of these bytes are such memory.
bool is_pinned(const void* data, std::size_t bytes) noexcept;
/// Must be called before a GPU's stream is given work that uses such memory, and keeps the memory until that
/// work has ended. For other memory it does nothing and returns false.
bool use_pinned(const void* data, std::size_t bytes, const StreamRef& stream);

} // namespace cudapy::runtime
