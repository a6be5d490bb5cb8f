#pragma once
// The number of threads or blocks along x, y and z.

#include <array>
#include <cstdint>
#include <string>

namespace cudapy::runtime {

using Extent = std::array<std::int64_t, 3>;

/// Returns how many threads a block of this extent has.
inline int64_t count_of(const Extent& block) {
    return block[0] * block[1] * block[2];
}

/// Returns "64", "64 x 8" or "64 x 8 x 2".
std::string text_of(const Extent& extent);

} // namespace cudapy::runtime
