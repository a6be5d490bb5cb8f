#pragma once
// Loaded kernels and launching them.

#include "runtime/cpu/cpu_pool.h"
#include "runtime/cuda/device.h"
#include "runtime/include/cudapy/kernel_facts.h"
#include "runtime/launch/assertions.h"
#include "runtime/launch/extent.h"
#include "runtime/launch/launch_choice.h"
#include "runtime/launch/tape_need.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace cudapy::runtime {

/// The variant of a kernel in which one CUDA thread does the work of several neighbouring threads (see
/// cudapy::KernelInfo::Coarsened). It has the same slots.
struct CoarsenedTraits {
    std::string symbol; ///< empty if there is none
    Extent size{1, 1, 1};
    /// The coarsening factors for launches that do not suit this variant; zeros for none. Their variant is
    /// one of its own, which is loaded when a launch needs it.
    Extent otherwise{0, 0, 0};
    bool is_asked_for = false; ///< small launches have it, too
    /// The threads of a group are of one block, and wait for its other threads. A launch has the grid of the
    /// plain variant, in blocks with as many times fewer threads along y, and no dynamic shared memory.
    bool in_blocks = false;
    /// The value of a slot, of so many bytes, must be a multiple of a number; with `is_exact` it must be it;
    /// with `other` it must not be the value of that slot.
    struct Condition {
        int slot;
        int bytes;
        int64_t number;
        bool is_exact;
        int other = -1; ///< -1 for none
    };
    std::vector<Condition> conditions;
};

/// The facts about a kernel that the launcher needs (see cudapy::KernelInfo).
struct KernelTraits : generated::KernelFacts {
    std::string name; ///< for messages
    std::string symbol;
    bool index64 = false; ///< without it a launch of more than 2^31 - 1 threads on an axis is an error
    /// On the CPU: the kernel reports to a recorder what its threads do, so its blocks run one after the
    /// other.
    bool records = false;
    /// Blocks are about as high as they are wide, where the kernel gains from that.
    bool high_blocks = false;
    CoarsenedTraits coarsened = {};
    std::string place = {}; ///< its place in the source: " (kernels.py:12)"
    /// The place where the kernel leaves the number of a failed assertion on a GPU; null for a kernel that
    /// asserts nothing.
    std::shared_ptr<FailedAssertion> assertions = nullptr;
    /// On the CPU: the advice if the kernel ends the process; null for the program's (set_crash_advice). It
    /// must live as long as the process.
    const char* crash_advice = nullptr;
};

/// A file of compiled kernels: a cubin loaded into a device's primary context, or a shared object. It is
/// unloaded when its last kernel is destroyed.
class Module;
class Stream;
std::shared_ptr<Module> load_cubin(Device device, const std::filesystem::path& cubin);
std::shared_ptr<Module> load_shared_object(const std::filesystem::path& shared_object);

struct LaunchPlan;
struct CoarsenedVariant;

/// The largest number of bytes of shared memory that is counted when a launch asks for them. A larger number
/// is taken for this one.
constexpr int64_t most_counted_bytes = int64_t{1} << 62;
/// Returns such a number as text for messages: "64 bytes", "more than 2^62 bytes".
std::string bytes_text(int64_t bytes);

class Kernel {
  public:
    Kernel(std::shared_ptr<Module> module, KernelTraits traits);
    ~Kernel();
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;

    const KernelTraits& traits() const { return traits_; }
    Device device() const;
    /// Returns the block that a launch of so many threads gets. It is cheap, and called at every launch.
    Extent block_for(const Extent& threads) const;
    /// Returns whether the coarsened variant is for such a launch: it has so many that a GPU is full
    /// with fewer, also along x if others are for narrow arrays, and, unless `slots` is null, its arguments
    /// fit.
    bool suits_coarsened(const Extent& threads, void* const* slots) const noexcept;
    /// Returns whether a launch is for the groups that kernels have where the usual ones do not suit, as far
    /// as the number of its threads and its blocks go.
    bool suits_other_coarsened(const Extent& threads, const Extent* block) const noexcept;
    /// Returns whether blocks can be divided into the groups within them: they have no dynamic shared memory,
    /// their height is a multiple of that of a group, and, unless small launches are coarsened, too, enough
    /// threads are left.
    bool divides(const Extent& block, unsigned shared_bytes) const noexcept;
    /// Returns whether a coarsened variant with these factors was loaded. Variants are in modules of their
    /// own, which need not be built before a launch suits one. Until then all launches use the plain variant.
    bool has_coarsened(const Extent& size) const noexcept { return variant_of(size) != nullptr; }
    /// Returns whether the coarsened variant with these factors was loaded, or is known not to be there.
    bool knows_coarsened(const Extent& size) const noexcept;
    /// Returns whether it was noted that there is no coarsened variant with these factors.
    bool lacks_coarsened(const Extent& size) const noexcept {
        return knows_coarsened(size) && !has_coarsened(size);
    }
    /// Returns whether a launch must not do without the usual coarsened variant where it cannot be built: the
    /// user has asked for its size, or a test for the variant.
    bool needs_usual_coarsened() const noexcept;
    /// Notes that there is no coarsened variant with these factors, so that no launch asks for it again.
    void note_absent_coarsened(const Extent& size);
    /// Returns the coarsening factors in whose variant such a launch would run if it were loaded, and it is
    /// not; all 0 for none. `block` is the one that the caller asks for, or null.
    Extent missing_coarsened(const Extent& threads, const Extent* block, void* const* slots,
                             unsigned shared_bytes = 0) const noexcept;
    /// Loads the kernel's coarsened variant with its usual factors, unless it was loaded before. It may be
    /// called while other threads launch the kernel. Throws Error driver if the module does not have it.
    void add_coarsened(std::shared_ptr<Module> module) {
        add_coarsened(std::move(module), traits_.coarsened);
    }
    /// Does the same for any factors. Launches have other sizes than the usual one where they were
    /// found best.
    void add_coarsened(std::shared_ptr<Module> module, const CoarsenedTraits& coarsened);
    /// Returns the threads that run in such a launch: those asked for, or all threads of the blocks if the
    /// kernel has `whole_blocks`.
    Extent threads_that_run(const Extent& threads, const Extent* block) const;
    /// Throws Error launch when no launch of the kernel can have such blocks. They may be wider than 1 on an
    /// axis that the kernel does not have, or have more threads than the device, or this kernel on it,
    /// allows.
    void check_block(const Extent& block) const;
    /// Returns whether the kernel's blocks can have so much dynamic shared memory. If a GPU does not give it
    /// unasked, the function asks for it, once for a kernel. Up to 48 KB it costs a comparison. Throws Error
    /// driver.
    bool allow_shared(int64_t bytes) const;
    /// Returns the most dynamic shared memory, in bytes, that a block of the kernel can have on its device.
    /// Throws Error driver.
    int64_t most_shared_bytes() const;
    /// Returns that limit in words, for the end of a message: "the most that cuda:0 gives a block of the
    /// kernel is 232448".
    std::string shared_limit() const;
    /// Launches `threads` logical threads, in blocks of the shape `block` (null: that of block_for). Each
    /// block has `shared_bytes` of dynamic shared memory. check_block must allow the block, and allow_shared
    /// the memory. slots[i] points at the value of parameter i. Zero threads on any axis launch nothing. On a
    /// GPU the launch is asynchronous, on the thread's current stream. On the CPU the function returns when
    /// all threads have run; blocks are spread over the pool's workers, and small launches run on the calling
    /// thread. It can be called from any host thread, without the GIL. Throws Error launch for extents that
    /// the device cannot run, and tells the largest that it can.
    void launch(const Extent& threads, void* const* slots, const Extent* block = nullptr,
                unsigned shared_bytes = 0) const;

    /// Launches on the CPU only the blocks with these numbers, in which x runs fastest. They run one after
    /// the other on the calling thread. The blocks have this shape even if the kernel does not see it. If
    /// blocks wait for each other, all of them run.
    void launch_chosen(const Extent& threads, void* const* slots, const Extent& block,
                       const std::vector<int64_t>& chosen) const;

    /// Returns the ways to launch so many threads that are worth measuring, in the plain variant and in the
    /// usual one for groups if it was loaded. Of each variant the first one is the usual one. There are none
    /// for a kernel that sees its blocks.
    std::vector<LaunchChoice> choices(const Extent& threads) const;
    /// Returns the same for these factors; none if their variant was not loaded.
    std::vector<LaunchChoice> choices(const Extent& threads, const Extent& coarsened) const;
    /// Launches like launch(), in this way. Returns false, and launches nothing, if the variant is not
    /// loaded, or the arguments do not fit it. Throws what launch() throws, also where this way could run.
    bool launch_as(const LaunchChoice& choice, const Extent& threads, void* const* slots,
                   unsigned shared_bytes) const;
    /// Makes launches that leave their block open choose these ways from now on, where they fit.
    void tune(TunedChoices choices);
    /// Returns all ways that were found best; nothing if none was.
    std::optional<TunedChoices> tuned_choices() const {
        const TunedChoices* choices = tuned_.load(std::memory_order_acquire);
        return choices ? std::optional(*choices) : std::nullopt;
    }
    /// Returns the way that was found best for so many threads; null if none was.
    const LaunchChoice* tuned(const Extent& threads) const noexcept {
        const TunedChoices* choices = tuned_.load(std::memory_order_acquire);
        return choices ? choices->find(threads) : nullptr;
    }

    /// Returns the words of a tape that threads were found to need, which launches with a tape note.
    TapeNeed& tape_need() const { return tape_need_; }

    /// Returns how such a launch would run, without running it (see runtime/launch/launch_plan.h). Throws
    /// Error driver, and Error launch if it could not run.
    ///
    /// A launch of many threads is taken to have arguments that fit the coarsened variant, if that
    /// was loaded.
    LaunchPlan plan(const Extent& threads, const Extent* block = nullptr, unsigned shared_bytes = 0) const;

    /// Launches like launch(), but without exceptions or messages, for callers that launch often. It returns
    /// 0 when the kernel was launched, or else a status for throw_launch_error, which throws the Error that
    /// launch() would have thrown.
    int try_launch(const Extent& threads, void* const* slots, const Extent* block = nullptr,
                   unsigned shared_bytes = 0) const noexcept;
    /// Returns why the driver refused a coarsened variant in a launch that then ran without it. Only the
    /// first call after the first such launch returns a text; all others return an empty one.
    std::string take_form_refusal() const {
        return variant_refusal_.load(std::memory_order_relaxed) > 0 ? text_of_refusal() : std::string();
    }
    [[noreturn]] void throw_launch_error(int status, const Extent& threads, const Extent* block = nullptr,
                                         unsigned shared_bytes = 0) const;

  private:
    /// Returns the status of a launch of such a grid; 0 if the device allows it.
    int check_grid(const Extent& grid, const Extent& block) const noexcept;
    int launch_on_gpu(void* function, const Extent& threads, const Extent& block, unsigned shared_bytes,
                      void* const* slots) const noexcept;
    /// Returns the coarsened variant with these factors; null if it was not loaded.
    const CoarsenedVariant* variant_of(const Extent& size) const noexcept;
    /// Returns whether a launch may have the coarsened variant as far as its blocks go: without blocks of the
    /// caller's, or for groups of one thread in blocks that the variant's registers allow. Groups within
    /// blocks need blocks that can be divided.
    bool allows_coarsened(const CoarsenedVariant& variant, const Extent& threads, const Extent* block,
                          unsigned shared_bytes) const noexcept;
    /// Returns the loaded coarsened variant in which a launch runs that was not tuned; null for none.
    const CoarsenedVariant* variant_for(const Extent& threads, const Extent* block, void* const* slots,
                                        unsigned shared_bytes) const noexcept;
    /// Returns whether the kernel's launches have no blocks but the usual ones.
    bool has_one_block() const noexcept {
        return traits_.uses_blocks || traits_.whole_blocks || traits_.cooperative || traits_.records;
    }
    /// Returns whether small launches have the coarsened variant, too.
    bool coarsens_small_launches() const noexcept { return least_coarsened_ == 1; }
    /// Returns whether a launch can be made in this way: the variant is loaded, the arguments fit it unless
    /// `slots` is null, its blocks may have this shape, and the grid so many blocks.
    bool fits(const LaunchChoice& choice, const Extent& threads, void* const* slots) const noexcept;
    int launch_fitting(const LaunchChoice& choice, const Extent& threads, void* const* slots,
                       unsigned shared_bytes) const noexcept;
    /// Returns the block of a coarsened variant in a launch of so many threads. `block` is the one that the
    /// caller asks for, or null.
    Extent coarsened_block(const CoarsenedVariant& variant, const Extent& threads,
                           const Extent* block = nullptr) const;
    /// Returns whether the driver refuses a launch of a coarsened variant for what the variant is, and did
    /// nothing. The launch is then made without the variant.
    static bool is_refused_variant(int status) noexcept;
    std::string text_of_refusal() const;
    /// Launches without the variant that the driver refused with this status.
    int launch_without_variant(int refusal, const Extent& threads, const Extent& block, unsigned shared_bytes,
                               void* const* slots) const noexcept;
    int launch_coarsened(const CoarsenedVariant& variant, const Extent& threads, void* const* slots,
                         const Extent* block) const noexcept;
    /// Throws the Error that a launch in blocks of `shape` would throw before anything runs. `block` is the
    /// one that the caller asked for.
    void check_launch(const Extent& threads, const Extent& shape, const Extent* block,
                      unsigned shared_bytes) const;
    /// Gives launches a stack for so much local memory of a thread, if it is more than the GPU keeps.
    void need_local(int local_bytes);
    /// Launches on the current stream, in the current context. Returns the driver's status, or a refusal.
    int launch_on_stream(void* function, const Extent& grid, const Extent& block, unsigned shared_bytes,
                         void* const* slots, const Stream* stream) const noexcept;
    /// Tells others of a launch that was made: the code that reports failed assertions, and the graph that is
    /// recorded.
    void note_launched(const Stream* stream) const;
    /// Returns how many blocks of the shape can run at the same time.
    int64_t most_together(const Extent& block, unsigned shared_bytes) const;
    int64_t unasked_shared_bytes() const;
    /// `chosen` are the numbers of the blocks to run; null for all.
    /// `shape` is the block in place of the one that the kernel would get; null for that.
    int launch_on_host(const Extent& threads, const Extent* requested, void* const* slots,
                       const std::vector<int64_t>* chosen = nullptr,
                       const Extent* shape = nullptr) const noexcept;

    std::shared_ptr<Module> module_;
    KernelTraits traits_;
    void* function_ = nullptr;
    std::atomic<const CoarsenedVariant*> coarsened_{nullptr}; ///< of the usual size; null until it was loaded
    /// The latest one, with a way to the others.
    std::atomic<const CoarsenedVariant*> other_coarsened_{nullptr};
    std::vector<std::unique_ptr<const CoarsenedVariant>> all_coarsened_;
    bool has_factor_of_one_ = false; ///< blocks of the usual variant may be those that the caller asks for
    std::mutex adding_;              ///< of a group's variant, or of choices
    std::atomic<const TunedChoices*> tuned_{nullptr};
    /// Also earlier ones, which a launch may use.
    std::vector<std::unique_ptr<const TunedChoices>> all_tuned_;
    /// The fewest CUDA threads of launches of the coarsened variant; 0 if there is none.
    int64_t least_coarsened_ = 0;
    int max_threads_ = 0, static_shared_bytes_ = 0;
    mutable std::atomic<int64_t> allowed_shared_{0}; ///< dynamic, without asking the device
    /// On a GPU: the stack of a thread that is given for launches only (see gpu_stack.h); 0 if the kernel
    /// needs no such stack.
    std::atomic<std::size_t> stack_bytes_{0};
    mutable std::atomic<int> variant_refusal_{0}; ///< the driver's status; -1 when it has been told
    bool on_host_ = false;
    KernelCode code_;              ///< CPU
    const void* driver_ = nullptr; ///< the module's, kept here for short ways at a launch
    void* context_ = nullptr;
    mutable TapeNeed tape_need_;
    mutable CpuCost cost_; ///< CPU: the recent cost of a thread
};

} // namespace cudapy::runtime
