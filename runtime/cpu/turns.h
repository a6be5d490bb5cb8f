#pragma once
// Running a CPU kernel whose threads wait in loops for what other threads write: the threads of a block take
// turns, each on a stack of its own.

#include "runtime/cpu/cpu_kernel.h"
#include "runtime/cpu/kernel_guard.h"

#include <cstdint>
#include <vector>

namespace cudapy::runtime {

/// The results of such a launch, besides those that its kernel leaves in its failure slot.
struct TurnsLaunch {
    CpuEntry entry;
    const CpuRange& range;
    void* const* slots;
    const KernelCode& code;
    const std::vector<int64_t>* chosen; ///< the numbers of the blocks that run; null for all
    bool is_recorded;                   ///< one core runs it, since a recorder is told of it
    bool waits_for_grid;                ///< all blocks must run at the same time
};

/// The most threads of a launch whose blocks must all run at the same time.
constexpr std::int64_t most_threads_in_turns = 65536;

/// Runs the blocks of the launch on the cores, in the order of their numbers. A thread of this process begins
/// another block while all threads of its blocks wait, so that blocks may wait for later ones, up to 64
/// blocks or 16,384 threads at a time on each core; all of them where one waits for the grid. If all threads
/// of the launch wait, and none has gone on for CUDAPY_WAIT_LIMIT seconds (10 if the variable is not set; 0
/// for no limit), the kernel leaves a number from first_stall on in its failure slot. A thread goes on when
/// it begins to wait, has waited at a barrier or with its warp, or ends. All threads have looked in vain
/// after the last one went on, however long the system lets a core wait. Throws Error interrupted and kernel
/// as run_blocks does, and invalid_argument where the variable is no number.
void run_in_turns(const TurnsLaunch& launch);

/// Throws invalid_argument if CUDAPY_WAIT_LIMIT is no number of seconds.
void check_wait_limit();

} // namespace cudapy::runtime
