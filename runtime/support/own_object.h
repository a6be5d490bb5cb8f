#pragma once
// The program or shared library that this code is in, as the loader mapped it.

#include <functional>
#include <link.h>

namespace cudapy::runtime {

/// Calls `visit` for each segment of the object, with the segment's header and its address in memory.
void for_own_segments(const std::function<void(const ElfW(Phdr) &, const char*)>& visit);

} // namespace cudapy::runtime
