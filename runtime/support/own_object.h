#pragma once
// The program or shared library that this code is in, as the loader mapped it.

#include <functional>
#include <link.h>

namespace cudapy::runtime {

/// Calls `visit(segment, where it begins in memory)` for each of its segments.
void for_own_segments(const std::function<void(const ElfW(Phdr) &, const char*)>& visit);

} // namespace cudapy::runtime
