#include "runtime/cpu/blocks_together.h"

#include <chrono>
#include <csignal>
#include <pthread.h>
#include <system_error>
#include <thread>
#include <vector>

namespace cudapy::runtime {

namespace {

constexpr std::chrono::milliseconds between_questions{50}, between_reminders{5};

} // namespace

BlocksTogether::BlocksTogether(const KernelCode& code) : CpuGrid{}, code_(code) {
    run = [](CpuGrid* grid, std::int64_t first, std::int64_t end, RunBlock run_block, void* data) {
        return static_cast<BlocksTogether*>(grid)->run_all(first, end, run_block, data);
    };
    wait = [](CpuGrid* grid) { return static_cast<BlocksTogether*>(grid)->wait_for_all(); };
}

void BlocksTogether::give_up(KernelExit how) {
    if (how != KernelExit::normally) {
        KernelExit none = KernelExit::normally; // the first one counts: others leave because of it
        ended_.compare_exchange_strong(none, how);
        given_up_ = true;
    }
    const std::lock_guard lock(mutex_);
    is_in_vain_ = true;
    all_here_.notify_all();
}

bool BlocksTogether::wait_for_all() {
    const bool asks = Interruption::is_possible();
    if (asks && interruption_.is_wanted()) give_up(KernelExit::by_interruption);
    std::unique_lock lock(mutex_);
    if (is_in_vain_ || done_ > 0) {
        is_in_vain_ = true;
        all_here_.notify_all();
        return false;
    }
    if (++waiting_ == blocks_) {
        waiting_ = 0;
        ++round_;
        all_here_.notify_all();
        return true;
    }
    const std::int64_t round = round_;
    const auto is_over = [&] { return round_ != round || is_in_vain_; };
    if (!asks) {
        all_here_.wait(lock, is_over);
        return round_ != round;
    }
    while (!all_here_.wait_for(lock, between_questions, is_over)) {
        lock.unlock(); // a handler of the program may launch kernels
        if (interruption_.is_wanted()) give_up(KernelExit::by_interruption);
        lock.lock();
    }
    return round_ != round;
}

void BlocksTogether::run_one(std::int64_t number, RunBlock run_block, void* data) {
    int result = 0;
    const KernelExit how = run_guarded(code_, given_up_, [&] { result = run_block(data, number); });
    if (how != KernelExit::normally) {
        give_up(how);
    } else {
        int none = 0;
        failure_.compare_exchange_strong(none, result);
    }
    const std::lock_guard lock(mutex_);
    ++done_;
    if (waiting_ > 0) {
        is_in_vain_ = true;
        all_here_.notify_all();
    }
    one_ended_.notify_all();
}

int BlocksTogether::run_all(std::int64_t first, std::int64_t end, RunBlock run_block, void* data) {
    if (first >= end) return 0;
    blocks_ = end - first;
    std::vector<std::thread> others;
    // The new threads block all signals, which are for the program's own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        for (std::int64_t number = first + 1; number < end; ++number)
            others.emplace_back([=, this] {
                allow_kernels_in_thread();
                run_one(number, run_block, data);
            });
    } catch (const std::exception&) {
        failure_ = no_thread;
        give_up(KernelExit::normally);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);

    if (failure_ != no_thread) run_one(first, run_block, data);
    const std::int64_t begun = std::int64_t(others.size()) + (failure_ != no_thread);
    std::unique_lock lock(mutex_);
    while (!one_ended_.wait_for(lock, given_up_ ? between_reminders : between_questions,
                                [&] { return done_ == begun; })) {
        lock.unlock();
        if (!given_up_ && interruption_.is_wanted()) give_up(KernelExit::by_interruption);
        if (given_up_)
            for (std::thread& other : others)
                remind(other.native_handle());
        lock.lock();
    }
    lock.unlock();
    for (std::thread& other : others)
        other.join();
    return ended_ == KernelExit::normally ? failure_.load() : 0;
}

} // namespace cudapy::runtime
