#include "runtime/cpu/launch_progress.h"

#include <utility>

namespace cudapy::runtime {

namespace {

constexpr std::chrono::milliseconds between{100};
thread_local LaunchProgress* following = nullptr;

} // namespace

LaunchProgress::LaunchProgress(Tell tell) : tell_(std::move(tell)), before_(std::exchange(following, this)) {}

LaunchProgress::~LaunchProgress() {
    following = before_;
}

LaunchProgress* LaunchProgress::of_this_thread() noexcept {
    return following;
}

void LaunchProgress::begin(int64_t done, int64_t all) noexcept {
    done_.store(done, std::memory_order_relaxed);
    all_ = all;
}

bool LaunchProgress::goes_on() {
    const Clock::time_point now = Clock::now();
    if (now - told_ < between) return true;
    LaunchProgress* const own = std::exchange(following, nullptr);
    const bool goes_on = tell_(done(), all_);
    following = own;
    told_ = Clock::now();
    return goes_on;
}

} // namespace cudapy::runtime
