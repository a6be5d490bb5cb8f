#pragma once
// The plan of a launch: its blocks, and how many of them a multiprocessor holds at a time.

#include "runtime/launch/kernel.h"

#include <string>
#include <vector>

namespace cudapy::runtime {

struct LaunchPlan {
    Extent threads{}, block{}, grid{};
    bool is_coarsened = false;     ///< on a GPU, where the arguments fit: it uses the coarsened variant
    Extent factors{1, 1, 1};       ///< the threads whose work one CUDA thread does
    bool is_tuned = false;         ///< variant and block are those that measuring found best
    bool block_was_chosen = false; ///< the block was chosen by us, not by the caller

    // On a GPU.
    int registers = 0;                                     ///< of a thread
    int static_shared_bytes = 0, dynamic_shared_bytes = 0; ///< of a block
    int local_bytes = 0;  ///< of a thread: local arrays, and registers that did not fit
    int most_threads = 0; ///< of a block
    /// The stack that each of the GPU's threads has for the launch, and the bytes of all of them together; 0
    /// if it is one that the GPU has anyway.
    std::size_t stack_bytes = 0, all_stack_bytes = 0;
    int active_blocks = 0;                   ///< on a multiprocessor at a time
    int warps_per_block = 0, most_warps = 0; ///< on a multiprocessor
    int multiprocessors = 0;
    /// The resources that keep a multiprocessor from holding more blocks: "threads", "blocks", "registers",
    /// "shared memory".
    std::vector<std::string> limited_by;

    // On the CPU.
    int cores = 0; ///< the cores that may take part
};

/// The number of blocks that a multiprocessor has room for, by each of its resources.
struct BlockLimits {
    int threads = 0, blocks = 0, registers = 0, shared_memory = 0;
};
struct DeviceInfo;
/// Computes the limits as NVIDIA's occupancy calculator does: registers are given out to warps, 256 at a
/// time, and warps to four parts of a multiprocessor.
BlockLimits block_limits(const DeviceInfo& device, int block_threads, int registers, int shared_bytes);

} // namespace cudapy::runtime
