#include "runtime/cpu/worker_pool.h"

#include "runtime/cpu/cpu_pool.h"
#include "runtime/cpu/inside_kernel.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <exception>
#include <pthread.h>
#include <thread>
#include <utility>

namespace cudapy::runtime {

namespace {

constexpr Effort of_waking{20000, 4000}; ///< where the others sleep
constexpr Effort of_calling{8000, 1500}; ///< where they spin, and wait for the next launch
// The time for which a thread spins before it sleeps. A worker that has just run something is likely to be
// needed again soon.
constexpr std::chrono::microseconds spin{20};
// The times after a launch for which the threads that ran it are taken to spin still, the pool's own and
// OpenMP's.
constexpr std::chrono::microseconds workers_spin{10}, openmp_spins{300};

void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// Waits until done() is true, for so long as a thread spins. Returns whether it is.
template <typename Done>
bool spin_until(const Done& done) {
    const CpuClock::time_point end = CpuClock::now() + spin;
    do {
        for (int turn = 0; turn < 16; ++turn) {
            if (done()) return true;
            pause();
        }
    } while (CpuClock::now() < end);
    return done();
}

} // namespace

std::atomic<WorkerPool*> WorkerPool::instance_{nullptr};

WorkerPool& WorkerPool::instance() {
    if (WorkerPool* pool = instance_.load(std::memory_order_acquire)) return *pool;
    // There is no lock here, because it might be held while another thread forks.
    auto* made = new WorkerPool(usable_cores());
    WorkerPool* expected = nullptr;
    if (!instance_.compare_exchange_strong(expected, made, std::memory_order_acq_rel)) {
        delete made;
        return *expected;
    }
    static const int registered =
        pthread_atfork(nullptr, nullptr, [] { instance_.store(nullptr, std::memory_order_relaxed); });
    (void)registered;
    return *made;
}

void WorkerPool::start_workers() {
    started_ = true;
    // The workers block all signals, which are for the program's own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        for (; workers_ < cores_ - 1; ++workers_) {
            std::thread([this, place = workers_ + 1] { work(place); }).detach();
        }
    } catch (const std::exception&) {
        // The system has no more threads or memory for us, so we work with fewer.
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

const Effort& WorkerPool::effort(int64_t pieces) const {
    CpuClock::rep until = workers_until_.load(std::memory_order_relaxed);
    if (pieces >= cores_) until = std::max(until, openmp_until_.load(std::memory_order_relaxed));
    return CpuClock::now().time_since_epoch().count() < until ? of_calling : of_waking;
}

void WorkerPool::help(int place, std::size_t seat) {
    helping_.enter(seat);
    if (CpuJob* job = job_.load()) job->run(place, [](int64_t, CpuClock::duration) {});
    helping_.leave(seat);
    if (waiting_.load() && !helping_.any()) {
        std::lock_guard lock(sleep_mutex_);
        finished_.notify_all();
    }
}

void WorkerPool::work(int place) {
    allow_kernels_in_thread();
    const InsideKernel inside;
    uint64_t seen = 0;
    for (;;) {
        const auto is_called = [&] { return launches_.load(std::memory_order_acquire) != seen; };
        if (!spin_until(is_called)) {
            std::unique_lock lock(sleep_mutex_);
            wake_.wait(lock, is_called);
        }
        seen = launches_.load(std::memory_order_acquire);
        help(place, std::size_t(place));
    }
}

void WorkerPool::wait_for_others(CpuJob& job, Interruption& interruption) {
    waiting_.store(true);
    std::unique_lock lock(sleep_mutex_);
    const auto none = [&] { return !helping_.any(); };
    while (!finished_.wait_for(lock, std::chrono::milliseconds(job.given_up ? 5 : 50), none)) {
        if (!job.given_up && job.ended == KernelExit::normally) {
            lock.unlock(); // a handler may launch kernels
            if (interruption.is_wanted() || !job.goes_on()) job.interrupt();
            lock.lock();
        }
        if (job.given_up) helping_.remind();
    }
    waiting_.store(false);
}

KernelExit WorkerPool::run(CpuJob& job, int64_t first) {
    Interruption interruption;
    std::unique_lock turn(launch_mutex_, std::defer_lock);
    if (Interruption::is_possible()) {
        while (!turn.try_lock_for(std::chrono::milliseconds(50)))
            if (interruption.is_wanted()) return KernelExit::by_interruption;
    } else {
        turn.lock();
    }
    queues_.divide(*job.pieces, first);
    const int64_t left = job.pieces->count() - first;
    // OpenMP wakes all of its threads, so a launch for a few does not ask it. It is asked before others see
    // the job: a thread that runs it would seem to be one of the program's.
    const bool on_openmp = left >= cores_ && openmp_.is_usable();
    job.start = CpuClock::now();
    job_.store(&job);
    if (on_openmp) {
        run_on_openmp(job, interruption);
        openmp_until_.store((CpuClock::now() + openmp_spins).time_since_epoch().count(),
                            std::memory_order_relaxed);
    } else {
        wake_workers(left);
        lead(job, interruption);
        workers_until_.store((CpuClock::now() + workers_spin).time_since_epoch().count(),
                             std::memory_order_relaxed);
    }
    return job.ended;
}

void WorkerPool::wake_workers(int64_t pieces) {
    if (!started_) start_workers();
    {
        std::lock_guard lock(sleep_mutex_);
        launches_.fetch_add(1, std::memory_order_release);
    }
    if (pieces - 1 >= workers_)
        wake_.notify_all();
    else
        for (int64_t i = 0; i < pieces - 1; ++i)
            wake_.notify_one();
}

void WorkerPool::lead(CpuJob& job, Interruption& interruption) {
    // A launch that a signal's handler makes runs inside this one, also while others are waited for.
    const InsideKernel inside;
    int64_t led = 0; // the job's own ones lie next to what others read
    CpuClock::duration leading{};
    job.run(0, [&](int64_t pieces, CpuClock::duration took) {
        led += pieces;
        leading += took;
        if (job.ended == KernelExit::by_interruption)
            job.given_up = true; // by this thread, in the kernel
        else if (interruption.is_wanted() || !job.goes_on())
            job.interrupt();
    });
    job_.store(nullptr);
    job.led = led;
    job.leading = leading;
    if (!spin_until([&] { return !helping_.any(); })) wait_for_others(job, interruption);
}

void WorkerPool::run_on_openmp(CpuJob& job, Interruption& interruption) {
    struct Launch {
        WorkerPool& pool;
        CpuJob& job;
        Interruption& interruption;
        pthread_t leader;
    } launch{*this, job, interruption, pthread_self()};
    openmp_.run(
        [](void* data) {
            auto& all = *static_cast<Launch*>(data);
            if (pthread_equal(pthread_self(), all.leader))
                all.pool.lead(all.job, all.interruption);
            else
                all.pool.help_on_openmp();
        },
        &launch);
}

void WorkerPool::help_on_openmp() {
    if (!openmp_.suits_this_thread()) return;
    thread_local bool is_ready = false;
    if (!std::exchange(is_ready, true)) allow_kernels_in_thread();
    const int place = openmp_.number_of_this_thread(); // less than cores_, the number of threads asked for
    const InsideKernel inside;
    help(place, std::size_t(cores_ + place));
}

} // namespace cudapy::runtime
