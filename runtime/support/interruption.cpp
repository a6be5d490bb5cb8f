#include "runtime/support/interruption.h"

#include <atomic>
#include <sys/syscall.h>
#include <unistd.h>

namespace cudapy::runtime {

namespace {

constexpr std::chrono::milliseconds between{50};
std::atomic<bool (*)()> asked{nullptr};

bool is_main_thread() noexcept {
    return syscall(SYS_gettid) == getpid();
}

} // namespace

void set_interruption(bool (*is_wanted)()) noexcept {
    asked = is_wanted;
}

bool Interruption::is_possible() noexcept {
    return asked.load(std::memory_order_relaxed) && is_main_thread();
}

bool is_interruption_wanted() {
    return Interruption::is_possible() && asked.load()();
}

bool Interruption::is_wanted() {
    const Clock::time_point now = Clock::now();
    if (wanted_ || now - asked_ < between) return wanted_;
    asked_ = now;
    wanted_ = is_interruption_wanted();
    return wanted_;
}

} // namespace cudapy::runtime
