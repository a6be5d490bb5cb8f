#include "runtime/cpu/watcher.h"

#include "runtime/cpu/kernel_guard.h"
#include "runtime/support/interruption.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <pthread.h>
#include <system_error>
#include <thread>

namespace cudapy::runtime {

namespace {

constexpr std::chrono::milliseconds patience{100}, between_signals{10};
/// The number of rounds without a kernel after which the watcher sleeps.
constexpr int most_idle = 10;

class Watcher {
  public:
    explicit Watcher(pthread_t watched) : watched_(watched) {}

    void begin() {
        beat_.store(beat_.load(std::memory_order_relaxed) + 1, std::memory_order_seq_cst);
        if (is_asleep_.load(std::memory_order_seq_cst)) [[unlikely]]
            wake();
    }
    void end() { beat_.store(beat_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }

    [[noreturn]] void watch() {
        uint64_t last = 0;
        int idle = 0;
        for (;;) {
            const uint64_t now = beat_.load();
            const bool is_inside = now % 2 != 0;
            const bool stays = is_inside && now == last;
            if (stays) remind(watched_);
            idle = now == last && !is_inside ? idle + 1 : 0;
            last = now;
            if (idle == most_idle) {
                sleep(now);
                idle = 0;
            } else {
                std::this_thread::sleep_for(stays ? between_signals : patience);
            }
        }
    }

  private:
    void sleep(uint64_t beat) {
        std::unique_lock lock(mutex_);
        is_asleep_ = true;
        wake_.wait(lock, [&] { return beat_.load() != beat; });
        is_asleep_ = false;
    }
    void wake() {
        const std::lock_guard lock(mutex_);
        wake_.notify_one();
    }

    const pthread_t watched_;
    std::atomic<uint64_t> beat_{0}; ///< counts beginnings and ends, so that it is odd inside
    std::atomic<bool> is_asleep_{false};
    std::mutex mutex_;
    std::condition_variable wake_;
};

/// The watcher is never destroyed, because its thread may still watch while the process exits. A forked child
/// makes a new one.
std::atomic<Watcher*> watcher{nullptr};
/// The number of forks. After a fork another thread may be the main one.
std::atomic<unsigned> forks{0};

struct ThreadState {
    unsigned forks = 0;
    bool is_main = false;
    bool is_known = false;
    int depth = 0; ///< the nesting of kernels that a handler launches inside another one
};
thread_local ThreadState known;

Watcher* make_watcher() {
    static std::atomic<bool> is_registered{false};
    if (!is_registered.exchange(true))
        pthread_atfork(nullptr, nullptr, [] {
            watcher = nullptr;
            ++forks;
        });
    auto* made = new Watcher(pthread_self());
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        std::thread([made] { made->watch(); }).detach();
        watcher = made;
    } catch (const std::system_error&) { // the system has no more threads for us: nobody watches
        delete made;
        made = nullptr;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return made;
}

bool is_watched_thread() {
    if (!known.is_known || known.forks != forks.load(std::memory_order_relaxed)) [[unlikely]]
        known = {forks.load(), Interruption::is_possible(), true, 0};
    return known.is_main;
}

} // namespace

bool begin_watched() {
    if (!is_watched_thread()) return false;
    if (known.depth++ > 0) return true;
    Watcher* const present = watcher.load(std::memory_order_relaxed);
    if (Watcher* const own = present ? present : make_watcher()) own->begin();
    return true;
}

void end_watched() {
    if (--known.depth > 0) return;
    if (Watcher* const own = watcher.load(std::memory_order_relaxed)) own->end();
}

} // namespace cudapy::runtime
