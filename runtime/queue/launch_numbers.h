#pragma once
// The numbers of launches, which tell which ones may still be running. Code that has waited notes the number
// up to which all launches have ended.

#include "runtime/cuda/device.h"

#include <cstdint>

namespace cudapy::runtime {

/// Returns a new number for a launch that was made. Numbers begin at 1.
std::uint64_t number_launch() noexcept;
/// Returns the last number that was given.
std::uint64_t last_launch() noexcept;

/// Notes that all launches on the GPU up to this number have ended.
void note_all_ended(Device device, std::uint64_t number) noexcept;
std::uint64_t all_ended(Device device) noexcept;

} // namespace cudapy::runtime
