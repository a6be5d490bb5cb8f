#pragma once
// The call between the runtime and a kernel compiled for the CPU.

#include <cstdint>

namespace cudapy {
namespace generated {

/// What a CPU kernel's entry point is asked to run: blocks [first_block, end_block) in order, block b being
/// (b % grid[0], b / grid[0] % grid[1], b / grid[0] / grid[1]), and of those only threads inside `threads`.
/// The same layout as cudapy::CpuRange and as the structure that emitted host C++ declares for itself.
struct CpuRange {
    std::int64_t threads[3];
    std::int64_t block[3];
    std::int64_t grid[3];
    std::int64_t first_block;
    std::int64_t end_block;
};

/// slots[i] points at the value of slot i.
using CpuEntry = void (*)(const CpuRange*, void* const* slots);

} // namespace generated
} // namespace cudapy
