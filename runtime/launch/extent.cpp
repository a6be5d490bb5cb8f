#include "runtime/launch/extent.h"

#include <fmt/format.h>

namespace cudapy::runtime {

std::string text_of(const Extent& extent) {
    const auto& [x, y, z] = extent;
    if (z != 1) return fmt::format("{} x {} x {}", x, y, z);
    if (y != 1) return fmt::format("{} x {}", x, y);
    return fmt::format("{}", x);
}

} // namespace cudapy::runtime
