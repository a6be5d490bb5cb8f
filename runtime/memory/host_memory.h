#pragma once
// Memory of the host, 64-byte aligned.

#include <cstddef>

namespace cudapy::runtime {

/// Returns null when there is no memory.
void* allocate_host(std::size_t bytes, bool zeroed) noexcept;
void free_host(void* block) noexcept;

} // namespace cudapy::runtime
