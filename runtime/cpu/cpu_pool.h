#pragma once
// Running a CPU kernel's blocks on the cores.

#include "runtime/cpu/cpu_kernel.h"
#include "runtime/cpu/kernel_guard.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace cudapy::runtime {

/// What one thread of a kernel took when it last ran, in nanoseconds; 0 before the first launch. Launches on
/// several host threads may update it at once: any of their values will do.
struct CpuCost {
    std::atomic<float> nanoseconds{0};
};

/// How many cores kernels may use: CUDAPY_NUM_THREADS, else the CPUs of the process's affinity mask, at most
/// the CPU quota of its control group. Throws invalid_argument when CUDAPY_NUM_THREADS is not a number from 1
/// to 4096.
int usable_cores();

/// The same, as found when this process's pool was made (by the first call): cheap. Throws as usable_cores
/// does.
int pool_cores();

/// Runs all blocks of `range` (first_block and end_block are ignored) and returns when they have run. Blocks
/// are handed out in order, and pieces of them (see block_pieces.h) where `cuttable`: no thread can see its
/// block then. A launch too small to be worth waking other cores runs on the calling thread, and
/// so does one made from inside a kernel; launches from several threads take turns. Works in a forked child,
/// which gets workers of its own. Throws Error interrupted when the program wants that (see interruption.h):
/// blocks or pieces that take long then are left where they are. Throws Error kernel when the kernel's
/// recursion is too deep.
void run_blocks(CpuEntry entry, const CpuRange& range, void* const* slots, CpuCost& cost,
                const KernelCode& code, bool cuttable = false);

/// The same on the calling thread, one block or piece after the other.
void run_in_order(CpuEntry entry, const CpuRange& range, void* const* slots, const KernelCode& code,
                  bool cuttable);

/// Runs the blocks with these numbers alone, in this order, on the calling thread.
void run_chosen(CpuEntry entry, const CpuRange& range, void* const* slots, const KernelCode& code,
                const std::vector<int64_t>& blocks);

} // namespace cudapy::runtime
