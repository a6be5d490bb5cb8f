#pragma once
// Which launches may still be running: they are numbered, and whoever has waited says up to which they ended.

#include "runtime/cuda/device.h"

#include <cstdint>

namespace cudapy::runtime {

/// A new number, from 1 on, for a launch that was made.
std::uint64_t number_launch() noexcept;
/// The last number given.
std::uint64_t last_launch() noexcept;

/// All launches on the GPU up to that one have ended.
void note_all_ended(Device device, std::uint64_t number) noexcept;
std::uint64_t all_ended(Device device) noexcept;

} // namespace cudapy::runtime
