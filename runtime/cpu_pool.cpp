#include "runtime/cpu_pool.h"

#include "runtime/error.h"
#include "runtime/interruption.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <pthread.h>
#include <system_error>
#include <thread>

namespace cudapy::runtime {

namespace {

// Waking other cores breaks even near this much work.
constexpr double inline_nanoseconds = 20000;
// What the calling thread runs alone to learn what a thread costs, when nothing is known yet or it may be
// little.
constexpr double probe_nanoseconds = 4000;
// A chunk that takes longer is too large for Ctrl-C to end the launch soon.
constexpr std::chrono::milliseconds long_chunk{20};
// About 20 µs: a worker that has just run something is likely to be wanted again soon.
constexpr int spins = 500;

void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// One launch, on the launching thread's stack.
struct Job {
    CpuEntry entry;
    const CpuRange* range;
    void* const* slots;
    int64_t end;
    int64_t most; ///< blocks that one thread takes at a time
    std::atomic<int64_t> next;
    /// As many as are taken now: few at first, because what a block takes is not known before one has run.
    std::atomic<int64_t> chunk{1};

    /// Takes chunks, in order, until none are left; calls `between_chunks` after each.
    template <typename Pause>
    void run(Pause&& between_chunks) {
        using Clock = std::chrono::steady_clock;
        CpuRange part = *range;
        Clock::time_point begun = Clock::now();
        for (;;) {
            const int64_t size = chunk.load(std::memory_order_relaxed);
            int64_t first = next.load(std::memory_order_relaxed);
            int64_t last;
            do {
                if (first >= end) return;
                last = end - first > size ? first + size : end;
            } while (!next.compare_exchange_weak(first, last, std::memory_order_relaxed));
            part.first_block = first;
            part.end_block = last;
            entry(&part, slots);
            const Clock::time_point now = Clock::now();
            if (now - begun > long_chunk)
                chunk.store((size + 1) / 2, std::memory_order_relaxed);
            else if (size < most && now - begun < long_chunk / 4)
                chunk.store(std::min(size * 2, most), std::memory_order_relaxed);
            between_chunks();
            begun = now;
        }
    }
    /// Leaves the chunks that nobody has taken.
    void give_up() { next.store(end, std::memory_order_relaxed); }
};

thread_local bool inside_kernel = false;

/// Threads that wait for launches. Never destroyed: its threads may still wait while the process exits, which
/// ends them.
class Pool {
  public:
    /// This process's pool; a forked child makes a new one, since only the forking thread lives on in it.
    static Pool& instance();

    int cores() const { return cores_; }
    /// False when it was interrupted.
    bool run(Job& job);

  private:
    explicit Pool(int cores) : cores_(cores) {}
    void start_workers();
    void work();
    /// Takes part in the present launch, if there is one.
    void help();

    static std::atomic<Pool*> instance_;

    const int cores_;
    int workers_ = 0;
    bool started_ = false;
    std::mutex launch_mutex_; ///< held by the thread whose launch runs: launches take turns

    // The launching thread sets job_, and clears it before it waits for helpers_ to become zero; a worker
    // counts itself in helpers_ before it reads job_. In the one order of sequentially consistent operations,
    // a worker that still saw the job is thus seen by the launching thread, and the job outlives its use.
    std::atomic<Job*> job_{nullptr};
    std::atomic<int> helpers_{0};
    std::atomic<bool> waiting_{false};
    std::atomic<uint64_t> launches_{0};
    std::mutex sleep_mutex_;
    std::condition_variable wake_, finished_;
};

std::atomic<Pool*> Pool::instance_{nullptr};

Pool& Pool::instance() {
    if (Pool* pool = instance_.load(std::memory_order_acquire)) return *pool;
    // No lock: it might be held while another thread forks.
    auto* made = new Pool(usable_cores());
    Pool* expected = nullptr;
    if (!instance_.compare_exchange_strong(expected, made, std::memory_order_acq_rel)) {
        delete made;
        return *expected;
    }
    static const int registered =
        pthread_atfork(nullptr, nullptr, [] { instance_.store(nullptr, std::memory_order_relaxed); });
    (void)registered;
    return *made;
}

void Pool::start_workers() {
    started_ = true;
    // Signals are for the program's own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        for (; workers_ < cores_ - 1; ++workers_)
            std::thread([this] { work(); }).detach();
    } catch (const std::system_error&) {
        // The system has no more threads for us: fewer do.
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Pool::help() {
    helpers_.fetch_add(1);
    if (Job* job = job_.load()) job->run([] {});
    if (helpers_.fetch_sub(1) == 1 && waiting_.load()) {
        std::lock_guard lock(sleep_mutex_);
        finished_.notify_all();
    }
}

void Pool::work() {
    inside_kernel = true;
    uint64_t seen = 0;
    for (;;) {
        for (int i = 0; i < spins && launches_.load(std::memory_order_acquire) == seen; ++i)
            pause();
        if (launches_.load(std::memory_order_acquire) == seen) {
            std::unique_lock lock(sleep_mutex_);
            wake_.wait(lock, [&] { return launches_.load(std::memory_order_acquire) != seen; });
        }
        seen = launches_.load(std::memory_order_acquire);
        help();
    }
}

bool Pool::run(Job& job) {
    std::lock_guard turn(launch_mutex_);
    if (!started_) start_workers();
    int64_t chunks = (job.end - job.next.load(std::memory_order_relaxed) + job.chunk - 1) / job.chunk;
    job_.store(&job);
    {
        std::lock_guard lock(sleep_mutex_);
        launches_.fetch_add(1, std::memory_order_release);
    }
    if (chunks - 1 >= workers_)
        wake_.notify_all();
    else
        for (int64_t i = 0; i < chunks - 1; ++i)
            wake_.notify_one();
    // A launch that a signal's handler makes runs inside this one.
    inside_kernel = true;
    Interruption interruption;
    bool interrupted = false;
    job.run([&] {
        if (interrupted || !interruption.is_wanted()) return;
        interrupted = true;
        job.give_up();
    });
    inside_kernel = false;
    job_.store(nullptr);
    for (int i = 0; i < spins && helpers_.load() != 0; ++i)
        pause();
    if (helpers_.load() != 0) {
        waiting_.store(true);
        std::unique_lock lock(sleep_mutex_);
        finished_.wait(lock, [&] { return helpers_.load() == 0; });
        waiting_.store(false);
    }
    return !interrupted;
}

/// Runs blocks [first, end) here; gives nanoseconds.
double run_here(CpuEntry entry, CpuRange& part, void* const* slots, int64_t first, int64_t end) {
    part.first_block = first;
    part.end_block = end;
    auto start = std::chrono::steady_clock::now();
    entry(&part, slots);
    return double(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start)
            .count());
}

} // namespace

int pool_cores() {
    return Pool::instance().cores();
}

void run_blocks(CpuEntry entry, const CpuRange& range, void* const* slots, CpuCost& cost) {
    int64_t blocks = range.grid[0] * range.grid[1] * range.grid[2];
    if (blocks <= 0) return;
    CpuRange part = range;
    part.first_block = 0;
    part.end_block = blocks;
    if (inside_kernel) {
        entry(&part, slots);
        return;
    }
    Pool& pool = Pool::instance();
    double threads = double(range.threads[0]) * double(range.threads[1]) * double(range.threads[2]);
    double per_block = threads / double(blocks);
    if (blocks == 1) {
        inside_kernel = true;
        double took = run_here(entry, part, slots, 0, blocks);
        cost.nanoseconds.store(float(took / threads), std::memory_order_relaxed);
        inside_kernel = false;
        return;
    }

    // What a thread costs may change with the arguments, so that a launch that looks small is begun here and
    // measured.
    double known = double(cost.nanoseconds.load(std::memory_order_relaxed));
    int64_t done = 0;
    if (known * threads < 4 * inline_nanoseconds) {
        double probe_blocks = known > 0 ? probe_nanoseconds / (known * per_block) : 1;
        done = int64_t(std::clamp(probe_blocks, 1.0, double(blocks)));
        inside_kernel = true;
        double took = run_here(entry, part, slots, 0, done);
        double each = took / (double(done) * per_block);
        cost.nanoseconds.store(float(each), std::memory_order_relaxed);
        if (done < blocks && took / double(done) * double(blocks - done) < inline_nanoseconds) {
            run_here(entry, part, slots, done, blocks);
            done = blocks;
        }
        inside_kernel = false;
        if (done == blocks) return;
    }
    Job job{entry, &range, slots, blocks, 1, {done}};
    job.most = std::max<int64_t>(1, (blocks - done) / (int64_t(pool.cores()) * 16));
    auto start = std::chrono::steady_clock::now();
    if (!pool.run(job)) throw Error(ErrorKind::interrupted, "a launch was interrupted");
    auto took =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start);
    // As if one core had done it: an overestimate for short launches, which the next measured one corrects.
    double each = double(took.count()) * pool.cores() / (double(blocks - done) * per_block);
    cost.nanoseconds.store(float(each), std::memory_order_relaxed);
}

} // namespace cudapy::runtime
