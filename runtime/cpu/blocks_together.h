#pragma once
// Running a CPU kernel's blocks that wait for each other: all at once, each on a thread of its own.

#include "runtime/cpu/cpu_kernel.h"
#include "runtime/cpu/kernel_guard.h"
#include "runtime/support/interruption.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace cudapy::runtime {

/// One launch of such a kernel. Its threads leave the kernel when the program interrupts the launch, and when
/// the recursion of one of them is too deep.
class BlocksTogether : public CpuGrid {
  public:
    explicit BlocksTogether(const KernelCode& code);
    BlocksTogether(const BlocksTogether&) = delete;
    BlocksTogether& operator=(const BlocksTogether&) = delete;

    /// Tells how the launch ended, once it has.
    KernelExit ended() const { return ended_; }

  private:
    using RunBlock = int (*)(void* data, std::int64_t number);

    int run_all(std::int64_t first, std::int64_t end, RunBlock run_block, void* data);
    void run_one(std::int64_t number, RunBlock run_block, void* data);
    bool wait_for_all();
    /// Ends every wait of a block for the others with false. If `how` is not `normally`, it also makes the
    /// threads that are in the kernel leave it.
    void give_up(KernelExit how);

    const KernelCode& code_;
    Interruption interruption_; ///< asks on the launching thread
    CancelFlag given_up_{false};
    std::atomic<KernelExit> ended_{KernelExit::normally};
    std::atomic<int> failure_{0};

    std::mutex mutex_; ///< guards the following members
    std::condition_variable all_here_, one_ended_;
    std::int64_t blocks_ = 0;
    std::int64_t waiting_ = 0, done_ = 0, round_ = 0;
    bool is_in_vain_ = false;
};

} // namespace cudapy::runtime
