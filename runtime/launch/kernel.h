#pragma once
// Loaded kernels and launching them.

#include "runtime/cpu/cpu_pool.h"
#include "runtime/cuda/device.h"
#include "runtime/launch/assertions.h"
#include "runtime/launch/extent.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace cudapy::runtime {

/// What the launcher needs to know of a kernel (see cudapy::KernelInfo).
struct KernelTraits {
    std::string name; ///< for messages
    std::string symbol;
    unsigned axes = 1; ///< axes on which a block may be wider than 1
    bool uses_blocks = false;
    bool index64 = false; ///< without it a launch of more than 2^31 - 1 threads on an axis is an error
    /// It runs for every thread of every block, also beyond the number asked for; see whole_block.
    bool whole_blocks = false;
    /// It reads the grid's size.
    bool reads_grid = false;
    /// Axes along which its threads may do different things. More than one along another is an error.
    unsigned told_apart = 7;
    /// Its blocks wait for each other, so that all of them must run at the same time.
    bool cooperative = false;
    /// CPU: a recorder is told what its threads do, so that its blocks run one after the other.
    bool records = false;
    bool prints = false;    ///< it writes to C's standard output
    bool recurses = false;  ///< it calls functions that call themselves
    std::string place = {}; ///< where it stands: " (kernels.py:12)"
    /// Where it leaves the number of a failed assertion on a GPU; null for a kernel that asserts nothing.
    std::shared_ptr<FailedAssertion> assertions = nullptr;
};

/// A file of compiled kernels: a cubin loaded into a device's primary context, or a shared object. Unloaded
/// when the last kernel of it goes.
class Module;
class Stream;
std::shared_ptr<Module> load_cubin(Device device, const std::filesystem::path& cubin);
std::shared_ptr<Module> load_shared_object(const std::filesystem::path& shared_object);

struct LaunchPlan;

/// What is counted of the shared memory that a launch asks for: all that is more is counted as this.
constexpr int64_t most_counted_bytes = int64_t{1} << 62;
/// "64 bytes", "more than 2^62 bytes": such a number, for messages.
std::string bytes_text(int64_t bytes);

class Kernel {
  public:
    Kernel(std::shared_ptr<Module> module, KernelTraits traits);
    ~Kernel();
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;

    const KernelTraits& traits() const { return traits_; }
    Device device() const;
    /// The block that a launch of so many threads gets: cheap, called at every launch.
    Extent block_for(const Extent& threads) const;
    /// The threads that run in such a launch: those asked for, or of whole blocks all.
    Extent threads_that_run(const Extent& threads, const Extent* block) const;
    /// Throws launch when no launch of the kernel can have such blocks: wider than 1 on an axis that the
    /// kernel does not have, or with more threads than the device, or this kernel on it, allows.
    void check_block(const Extent& block) const;
    /// Whether blocks of it can have so much dynamic shared memory. Asks the GPU for it where that is more
    /// than it gives unasked, once for a kernel; 48 KB cost a comparison. Throws driver.
    bool allow_shared(int64_t bytes) const;
    /// The most dynamic shared memory that a block of it can have on its device, in bytes. Throws driver.
    int64_t most_shared_bytes() const;
    /// The same in words, for the end of a message: "the most that cuda:0 gives a block of the kernel is
    /// 232448".
    std::string shared_limit() const;
    /// Launches `threads` logical threads, in blocks of the shape `block` (null: block_for's), which
    /// check_block allows, each with so much dynamic shared memory, which allow_shared allows; slots[i]
    /// points at the value of parameter i. Zero threads on any axis launch nothing. CUDA: asynchronous on the
    /// thread's current stream. CPU: returns when all threads have run; blocks are spread over the pool's
    /// workers, small launches run inline. Callable from any host thread, without the GIL. Throws launch for
    /// extents that the device cannot run, with the largest that it can.
    void launch(const Extent& threads, void* const* slots, const Extent* block = nullptr,
                unsigned shared_bytes = 0) const;

    /// CPU: the same of the blocks with these numbers alone, of which x runs fastest, one after the other on
    /// the calling thread, in blocks of this shape also where the kernel does not see it. Blocks that wait
    /// for each other run all.
    void launch_chosen(const Extent& threads, void* const* slots, const Extent& block,
                       const std::vector<int64_t>& chosen) const;

    /// How such a launch would run, without running it (see runtime/launch/launch_plan.h). Throws driver, and
    /// launch where it could not run.
    LaunchPlan plan(const Extent& threads, const Extent* block = nullptr, unsigned shared_bytes = 0) const;

    /// launch() without exceptions or messages, for callers that launch often: 0 when launched, else a status
    /// for throw_launch_error, which throws the Error that launch would have thrown.
    int try_launch(const Extent& threads, void* const* slots, const Extent* block = nullptr,
                   unsigned shared_bytes = 0) const noexcept;
    [[noreturn]] void throw_launch_error(int status, const Extent& threads, const Extent* block = nullptr,
                                         unsigned shared_bytes = 0) const;

  private:
    /// The status of a launch of such a grid: 0 where the device has it.
    int check_grid(const Extent& grid, const Extent& block) const noexcept;
    int launch_on_gpu(const Extent& threads, const Extent& block, unsigned shared_bytes,
                      void* const* slots) const noexcept;
    /// Throws what a launch in blocks of `shape` would throw before anything runs; `block` is the one asked
    /// for.
    void check_launch(const Extent& threads, const Extent& shape, const Extent* block,
                      unsigned shared_bytes) const;
    /// What others learn of a launch that was made: whoever reports failed assertions, or a graph.
    void note_launched(const Stream* stream) const;
    /// How many blocks of the shape can run at the same time.
    int64_t most_together(const Extent& block, unsigned shared_bytes) const;
    int64_t unasked_shared_bytes() const;
    /// `chosen` are the numbers of the blocks to run; null for all.
    int launch_on_host(const Extent& threads, const Extent* asked, void* const* slots,
                       const std::vector<int64_t>* chosen = nullptr) const noexcept;

    std::shared_ptr<Module> module_;
    KernelTraits traits_;
    void* function_ = nullptr;
    int max_threads_ = 0, static_shared_bytes_ = 0;
    mutable std::atomic<int64_t> allowed_shared_{0}; ///< dynamic, without asking the device
    bool on_host_ = false;
    KernelCode code_;              ///< CPU
    const void* driver_ = nullptr; ///< the module's, kept here for short ways at a launch
    void* context_ = nullptr;
    mutable CpuCost cost_; ///< CPU: what a thread of it took lately
};

} // namespace cudapy::runtime
