#pragma once
// Telling how much of a launch on the CPU has run, while it runs.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace cudapy::runtime {

/// Follows the launches that this thread makes while the object lives. A launch is counted in pieces of
/// blocks. Launches whose blocks all run at the same time, and those of one block, are not counted.
class LaunchProgress {
  public:
    /// Is called on the launching thread, about ten times a second while a launch runs, with how many pieces
    /// have run, and how many there are. It may run the program's code, whose launches are not followed. If
    /// it returns false, the launch is given up.
    using Tell = std::function<bool(int64_t done, int64_t all)>;

    explicit LaunchProgress(Tell tell);
    ~LaunchProgress();
    LaunchProgress(const LaunchProgress&) = delete;
    LaunchProgress& operator=(const LaunchProgress&) = delete;

    /// Returns the object that follows this thread's launches; null if there is none.
    static LaunchProgress* of_this_thread() noexcept;

    /// Notes how many pieces a launch has, of which some have run.
    void begin(int64_t done, int64_t all) noexcept;
    /// Notes that so many more have run. Any thread may call it.
    void add(int64_t pieces) noexcept { done_.fetch_add(pieces, std::memory_order_relaxed); }
    /// Tells it, if that is due. Returns whether the launch is to go on. Only for the launching thread.
    bool goes_on();

    int64_t done() const noexcept { return done_.load(std::memory_order_relaxed); }
    int64_t all() const noexcept { return all_; } ///< 0 if nothing was counted

  private:
    using Clock = std::chrono::steady_clock;

    Tell tell_;
    LaunchProgress* before_; ///< that followed this thread's launches
    std::atomic<int64_t> done_{0};
    int64_t all_ = 0;
    Clock::time_point told_ = Clock::now();
};

} // namespace cudapy::runtime
