#pragma once
// Page-locked memory of the host, which GPUs copy to and from by themselves, while the host goes on.

#include "runtime/queue/stream.h"

#include <cstddef>

namespace cudapy::runtime {

/// For all GPUs; ordinary memory where there is none. Null when there is none left. Throws Error driver.
void* take_pinned(std::size_t bytes, bool zeroed);
/// Frees it, when the work that streams given to use_pinned have now has ended. The host does not wait.
void give_pinned_back(void* data) noexcept;

/// Whether all of it is such memory.
bool is_pinned(const void* data, std::size_t bytes) noexcept;
/// To be called before a GPU's stream is given work that uses such memory: keeps it until that has ended.
/// False, and does nothing, for other memory.
bool use_pinned(const void* data, std::size_t bytes, const StreamRef& stream);

} // namespace cudapy::runtime
