#pragma once
// The number of threads or blocks along x, y and z.

#include <array>
#include <cstdint>

namespace cudapy::runtime {

using Extent = std::array<std::int64_t, 3>;

} // namespace cudapy::runtime
