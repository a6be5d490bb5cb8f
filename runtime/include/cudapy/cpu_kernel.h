#pragma once
// The contract between the runtime and a kernel compiled for the CPU. The translator, the runtime and the
// text that the translator emits keep to it; it is plain C++17, since C++ programs include it too. Emitted
// files declare the structures for themselves, and tests/translator/emit/contract_test.cpp compares the two.

#include <cstdint>

namespace cudapy {
namespace generated {

/// What a CPU kernel's entry point is asked to run: blocks [first_block, end_block) in order, block b being
/// (b % grid[0], b / grid[0] % grid[1], b / grid[0] / grid[1]), and of those only threads inside `threads`.
/// For kernels that do not use blocks the block may be as large as the launcher likes.
struct CpuRange {
    std::int64_t threads[3];
    std::int64_t block[3];
    std::int64_t grid[3];
    std::int64_t first_block;
    std::int64_t end_block;
};

/// slots[i] points at the value of slot i.
using CpuEntry = void (*)(const CpuRange*, void* const* slots);

/// A number in the failure slot from this one on is that of a failed assertion.
constexpr std::int32_t first_assertion = 1 << 30;
/// The failure where the system has no thread for each block of a kernel whose blocks wait for each other.
constexpr std::int32_t no_thread = -2147483647 - 1;

/// What the first check that failed has found. On CUDA it is in a variable of the device.
struct FailedCheck {
    std::int64_t number = 0; ///< counted from 1; 0 for none
    std::int64_t value = 0;  ///< see program::Check
    std::int64_t bound = 0;
    std::int64_t thread[3] = {}; ///< its coordinates
};

/// What every thread of a kernel does before it may have ended: it uses elements of an array parameter whose
/// index along `axis` is its coordinate along `coordinate` (0 for x) plus numbers from `least` to `most`.
struct ElementBound {
    int parameter;
    int axis;
    int coordinate;
    std::int64_t least;
    std::int64_t most;
};

} // namespace generated
} // namespace cudapy
