#pragma once
// Running a CPU kernel's blocks on the cores.

#include "runtime/cpu/cpu_kernel.h"
#include "runtime/cpu/kernel_guard.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace cudapy::runtime {

/// The time that one thread of a kernel took when the kernel last ran, in nanoseconds; 0 before the first
/// launch. Launches on several host threads may update it at once; any of their values will do.
struct CpuCost {
    std::atomic<float> nanoseconds{0};
};

/// Returns how many cores kernels may use: CUDAPY_NUM_THREADS, or else the CPUs of the process's affinity
/// mask, but at most the CPU quota of its control group. Throws invalid_argument when CUDAPY_NUM_THREADS is
/// not a number from 1 to 4096.
int usable_cores();

/// Returns the number of cores that was found when this process's pool was made, by the first call. It is
/// cheap. Throws as usable_cores does, and where CUDAPY_OPENMP is neither 0 nor 1.
int pool_cores();

/// Runs all blocks of `range` (first_block and end_block are ignored) and returns when they have run. Blocks
/// are shared out among the threads (see work_stealing.h); with `cuttable`, which says that no thread can see
/// its block, pieces of them are (see block_pieces.h). A launch too small to be worth waking other cores runs
/// on the calling thread, and so does one made from inside a kernel; launches from several threads take
/// turns. Works in a forked child, which gets workers of its own. Throws Error interrupted when the program
/// asks for it (see interruption.h); blocks or pieces that take long are then abandoned halfway. Throws Error
/// kernel when the kernel's recursion is too deep.
void run_blocks(CpuEntry entry, const CpuRange& range, void* const* slots, CpuCost& cost,
                const KernelCode& code, bool cuttable = false);

/// Runs all blocks on the calling thread, one block or piece after the other.
void run_in_order(CpuEntry entry, const CpuRange& range, void* const* slots, const KernelCode& code,
                  bool cuttable);

/// Runs only the blocks with these numbers, in this order, on the calling thread.
void run_chosen(CpuEntry entry, const CpuRange& range, void* const* slots, const KernelCode& code,
                const std::vector<int64_t>& blocks);

} // namespace cudapy::runtime
