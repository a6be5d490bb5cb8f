#include "runtime/cpu/cpu_pool.h"

#include "runtime/cpu/block_pieces.h"
#include "runtime/cpu/helping_threads.h"
#include "runtime/cpu/openmp_team.h"
#include "runtime/cpu/shares.h"
#include "runtime/support/error.h"
#include "runtime/support/interruption.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <exception>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <utility>
#include <vector>

namespace cudapy::runtime {

namespace {

using Clock = std::chrono::steady_clock;

double nanoseconds(Clock::duration took) {
    return std::chrono::duration<double, std::nano>(took).count();
}

/// What it takes to have other threads take part in a launch, in nanoseconds.
struct Effort {
    double worth; ///< the work for which it breaks even
    /// The time for which the calling thread runs a kernel alone, to learn what a thread costs. It does so
    /// when nothing is known yet, and when the whole launch seems to be less than `little`.
    double probe, little;
};
constexpr Effort of_waking{20000, 4000, 80000}; ///< where the others sleep
constexpr Effort of_calling{8000, 1500, 80000}; ///< where they spin, and wait for the next launch
// A thread takes at least so much work at a time, where there is as much. Taking it costs 0.1 to 0.2 µs, and
// small parts at the ends of shares, which whoever comes takes, would let the cores wait for each other's
// memory.
constexpr double least_nanoseconds = 5000;
// Where the shares of a launch seem to be less work than this, a thread that has done its own helps no other
// one until the launch has taken `short_launch`. Looking for what is left would take as long, and would
// disturb those that do it.
constexpr std::chrono::microseconds short_share{5}, short_launch{20};
// The factor by which the next run of pieces may be larger than the last one, or than all before it together.
// It is small, because threads may take much longer than those before them, and longer than the last time.
constexpr int64_t growth = 4;
// The longest time that a chunk should take. With longer chunks Ctrl-C would not end the launch soon.
constexpr std::chrono::milliseconds long_chunk{20};
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
    const Clock::time_point end = Clock::now() + spin;
    do {
        for (int turn = 0; turn < 16; ++turn) {
            if (done()) return true;
            pause();
        }
    } while (Clock::now() < end);
    return done();
}

/// Returns how many pieces of that cost a thread takes at least at a time, `most` or fewer.
int64_t fewest_for(double nanoseconds_of_piece, int64_t most) {
    const double fewest = least_nanoseconds / std::max(nanoseconds_of_piece, 1e-9);
    return fewest < double(most) ? std::max(int64_t(fewest), int64_t(1)) : most;
}

/// One launch, on the launching thread's stack.
struct Job {
    CpuEntry entry;
    const BlockPieces* pieces;
    void* const* slots;
    const KernelCode& code;
    Shares& shares;
    /// The fewest and the most pieces that a thread takes at a time. It begins with the fewest, because what
    /// is known of their cost may be wrong.
    const int64_t least, most;
    const bool is_short; ///< each share seems to be little work
    const Clock::time_point start = Clock::now();
    GivenUp given_up{false};                   ///< threads in the kernel are to leave it
    std::atomic<Ended> ended{Ended::normally}; ///< the way in which a thread left it, if one did
    int64_t led = 0;                           ///< the pieces that the launching thread has run
    Clock::duration leading{};                 ///< the time that they took

    /// Takes and runs chunks as the thread of that place, until none are left. It calls
    /// `after_chunk(pieces, time)` after each.
    template <typename After>
    void run(int place, After&& after_chunk) {
        Shares::Taker taker(shares, place);
        Shares::Run part{};
        int64_t fewest = least, size = least;
        Clock::time_point begun = Clock::now();
        const auto helps = [&] { return place == 0 || !is_short || begun - start > short_launch; };
        while (taker.take(fewest, size, helps(), part)) {
            const Ended how =
                run_guarded(code, given_up, [&] { pieces->run(entry, slots, part.first, part.end); });
            if (how != Ended::normally) [[unlikely]] {
                ended = how;
                give_up();
            }
            const Clock::time_point now = Clock::now();
            const Clock::duration took = now - begun;
            begun = now;
            const int64_t pieces_run = part.end - part.first;
            fewest = fewest_for(nanoseconds(took) / double(pieces_run), least);
            if (took > long_chunk)
                size = (size + 1) / 2;
            else if (size < most && took < long_chunk / 16)
                size = std::min(size * growth, most);
            after_chunk(pieces_run, took);
        }
    }
    /// Drops the chunks that nobody has taken.
    void give_up() { shares.give_up(); }
    void interrupt() {
        ended = Ended::by_interruption;
        given_up = true;
        give_up();
    }
};

thread_local bool inside_kernel = false;

/// Threads that wait for launches. A pool is never destroyed, because its threads may still wait while the
/// process exits, which ends them.
class Pool {
  public:
    /// Returns this process's pool. A forked child makes a new one, since only the forking thread lives on in
    /// it.
    static Pool& instance();

    int cores() const { return cores_; }
    Shares& shares() { return shares_; } ///< those of the launch whose turn it is
    /// Returns what it takes to have other threads take part now in a launch of so many pieces.
    const Effort& effort(int64_t pieces) const;
    /// Runs the pieces of the job from `first` on.
    Ended run(Job& job, int64_t first);

  private:
    explicit Pool(int cores)
        : cores_(cores), openmp_(cores), shares_(cores), helping_(2 * std::size_t(cores)) {}
    void start_workers();
    /// Wakes as many workers as can take part in a launch of so many pieces.
    void wake_workers(int64_t pieces);
    void work(int place);
    /// Takes part in the present launch, if there is one, as the thread of that place. OpenMP's threads and
    /// the workers have different seats.
    void help(int place, std::size_t seat);
    /// Does the launching thread's part of the present launch, and returns when all others have done theirs.
    void lead(Job& job, Interruption& interruption);
    /// Runs the launch on OpenMP's threads, which must be usable.
    void run_on_openmp(Job& job, Interruption& interruption);
    void help_on_openmp();
    /// Waits until no other thread takes part any more. Interrupts the job if the program asks for it.
    void wait_for_others(Job& job, Interruption& interruption);

    static std::atomic<Pool*> instance_;

    const int cores_;
    OpenMpTeam openmp_;
    int workers_ = 0;
    bool started_ = false;
    std::timed_mutex launch_mutex_; ///< held by the thread whose launch runs: launches take turns

    // The launching thread sets job_, and clears it before it waits until nobody helps; a helping thread
    // enters helping_ before it reads job_. In the one order of sequentially consistent operations, a thread
    // that still saw the job is thus seen by the launching thread, and the job outlives its use. OpenMP's
    // threads cannot end before the launching thread has left their parallel region.
    std::atomic<Job*> job_{nullptr};
    Shares shares_; ///< those of the present launch
    HelpingThreads helping_;
    std::atomic<bool> waiting_{false};
    /// The times up to which the workers and OpenMP's threads are taken to spin.
    std::atomic<Clock::rep> workers_until_{0}, openmp_until_{0};
    std::atomic<uint64_t> launches_{0};
    std::mutex sleep_mutex_;
    std::condition_variable wake_, finished_;
};

std::atomic<Pool*> Pool::instance_{nullptr};

Pool& Pool::instance() {
    if (Pool* pool = instance_.load(std::memory_order_acquire)) return *pool;
    // There is no lock here, because it might be held while another thread forks.
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

const Effort& Pool::effort(int64_t pieces) const {
    Clock::rep until = workers_until_.load(std::memory_order_relaxed);
    if (pieces >= cores_) until = std::max(until, openmp_until_.load(std::memory_order_relaxed));
    return Clock::now().time_since_epoch().count() < until ? of_calling : of_waking;
}

void Pool::help(int place, std::size_t seat) {
    helping_.enter(seat);
    if (Job* job = job_.load()) job->run(place, [](int64_t, Clock::duration) {});
    helping_.leave(seat);
    if (waiting_.load() && !helping_.any()) {
        std::lock_guard lock(sleep_mutex_);
        finished_.notify_all();
    }
}

void Pool::work(int place) {
    allow_kernels_in_thread();
    inside_kernel = true;
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

void Pool::wait_for_others(Job& job, Interruption& interruption) {
    waiting_.store(true);
    std::unique_lock lock(sleep_mutex_);
    const auto none = [&] { return !helping_.any(); };
    while (!finished_.wait_for(lock, std::chrono::milliseconds(job.given_up ? 5 : 50), none)) {
        if (!job.given_up && job.ended == Ended::normally) {
            lock.unlock(); // a handler may launch kernels
            if (interruption.is_wanted()) job.interrupt();
            lock.lock();
        }
        if (job.given_up) helping_.remind();
    }
    waiting_.store(false);
}

Ended Pool::run(Job& job, int64_t first) {
    Interruption interruption;
    std::unique_lock turn(launch_mutex_, std::defer_lock);
    if (Interruption::is_possible()) {
        while (!turn.try_lock_for(std::chrono::milliseconds(50)))
            if (interruption.is_wanted()) return Ended::by_interruption;
    } else {
        turn.lock();
    }
    shares_.divide(*job.pieces, first);
    const int64_t left = job.pieces->count() - first;
    // OpenMP wakes all of its threads, so a launch for a few does not ask it. It is asked before others see
    // the job: a thread that runs it would seem to be one of the program's.
    const bool on_openmp = left >= cores_ && openmp_.is_usable();
    job_.store(&job);
    if (on_openmp) {
        run_on_openmp(job, interruption);
        openmp_until_.store((Clock::now() + openmp_spins).time_since_epoch().count(),
                            std::memory_order_relaxed);
    } else {
        wake_workers(left);
        lead(job, interruption);
        workers_until_.store((Clock::now() + workers_spin).time_since_epoch().count(),
                             std::memory_order_relaxed);
    }
    return job.ended;
}

void Pool::wake_workers(int64_t pieces) {
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

void Pool::lead(Job& job, Interruption& interruption) {
    // A launch that a signal's handler makes runs inside this one, also while others are waited for.
    inside_kernel = true;
    int64_t led = 0; // the job's own ones lie beside what others read
    Clock::duration leading{};
    job.run(0, [&](int64_t pieces, Clock::duration took) {
        led += pieces;
        leading += took;
        if (job.ended == Ended::by_interruption)
            job.given_up = true; // by this thread, in the kernel
        else if (interruption.is_wanted())
            job.interrupt();
    });
    job_.store(nullptr);
    job.led = led;
    job.leading = leading;
    if (!spin_until([&] { return !helping_.any(); })) wait_for_others(job, interruption);
    inside_kernel = false;
}

void Pool::run_on_openmp(Job& job, Interruption& interruption) {
    struct Launch {
        Pool& pool;
        Job& job;
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

void Pool::help_on_openmp() {
    if (!openmp_.suits_this_thread()) return;
    thread_local bool is_ready = false;
    if (!std::exchange(is_ready, true)) allow_kernels_in_thread();
    const int place = openmp_.number_of_this_thread(); // less than cores_, the number of threads asked for
    inside_kernel = true;
    help(place, std::size_t(cores_ + place));
    inside_kernel = false;
}

/// Throws an Error if the kernel did not end normally.
void check_ended(Ended how) {
    if (how == Ended::by_interruption) throw Error(ErrorKind::interrupted, "a launch was interrupted");
    if (how == Ended::by_overflow) throw Error(ErrorKind::kernel, "a recursion was too deep");
}

/// Runs a part of a kernel that no other thread takes part in.
template <typename Body>
void run_alone(const KernelCode& code, const Body& body) {
    const GivenUp never{false};
    check_ended(run_guarded(code, never, body));
}

/// Sets inside_kernel as long as it lives.
class InsideKernel {
  public:
    InsideKernel() = default;
    ~InsideKernel() { inside_kernel = was_inside_; }
    InsideKernel(const InsideKernel&) = delete;
    InsideKernel& operator=(const InsideKernel&) = delete;

  private:
    const bool was_inside_ = std::exchange(inside_kernel, true);
};

/// Runs pieces on this thread, from the first one, until none are left, or until so much work is left that
/// having others take part pays. Returns how many have run.
int64_t begin_here(CpuEntry entry, const BlockPieces& pieces, void* const* slots, double threads,
                   CpuCost& cost, const KernelCode& code, const Effort& effort) {
    const int64_t count = pieces.count();
    const double in_piece = threads / double(count);
    int64_t size = 1, done = 0;
    const Clock::time_point start = Clock::now();
    Clock::time_point begun = start;
    for (;;) {
        const int64_t end = pieces.end_of_run(done, size);
        run_alone(code, [&] { pieces.run(entry, slots, done, end); });
        const Clock::time_point now = Clock::now();
        const double each = nanoseconds(now - begun) / double(end - done);
        done = end;
        const double rest = each * double(count - done);
        const double took = nanoseconds(now - start);
        if (done == count || (rest >= effort.worth && took >= effort.probe)) {
            cost.nanoseconds.store(float((done == count ? took / double(count) : each) / in_piece),
                                   std::memory_order_relaxed);
            return done;
        }
        size = std::min(done * growth, count - done);
        if (rest >= effort.worth)
            size = int64_t(std::clamp((effort.probe - took) / std::max(each, 1e-3), 1.0, double(size)));
        begun = now;
    }
}

} // namespace

int pool_cores() {
    return Pool::instance().cores();
}

void run_blocks(CpuEntry entry, const CpuRange& range, void* const* slots, CpuCost& cost,
                const KernelCode& code, bool cuttable) {
    int64_t blocks = range.grid[0] * range.grid[1] * range.grid[2];
    if (blocks <= 0) return;
    CpuRange all = range;
    all.first_block = 0;
    all.end_block = blocks;
    if (inside_kernel) {
        run_alone(code, [&] { entry(&all, slots); });
        return;
    }
    Pool& pool = Pool::instance();
    const double threads = double(range.threads[0]) * double(range.threads[1]) * double(range.threads[2]);
    const double known = double(cost.nanoseconds.load(std::memory_order_relaxed));
    if (blocks == 1 && !cuttable) {
        const InsideKernel inside;
        const Clock::time_point start = Clock::now();
        run_alone(code, [&] { entry(&all, slots); });
        cost.nanoseconds.store(float(nanoseconds(Clock::now() - start) / threads), std::memory_order_relaxed);
        return;
    }

    const BlockPieces pieces = cuttable ? BlockPieces::cut(range) : BlockPieces::whole(range);
    // The cost of a thread may change with the arguments, so a launch that looks small is begun here and
    // measured.
    int64_t done = 0;
    if (const Effort& effort = pool.effort(pieces.count()); known * threads < effort.little) {
        const InsideKernel inside;
        done = begin_here(entry, pieces, slots, threads, cost, code, effort);
        if (done == pieces.count()) return;
    }
    const double threads_of_piece = threads / double(pieces.count());
    const double of_piece = double(cost.nanoseconds.load(std::memory_order_relaxed)) * threads_of_piece;
    const int64_t left = pieces.count() - done;
    const int64_t most =
        std::max(pieces.count() / blocks, pool.cores() == 1 ? left : left / (int64_t(pool.cores()) * 8));
    const int64_t share = std::max(pieces.count() / pool.cores(), int64_t(1));
    const int64_t least = fewest_for(of_piece, std::max(share / 4, int64_t(1)));
    const bool is_short = of_piece * double(share) < nanoseconds(short_share);
    Job job{entry, &pieces, slots, code, pool.shares(), least, most, is_short};
    check_ended(pool.run(job, done));
    // Where the launching thread has come too late to run anything, the next launch is measured.
    const double each = job.led > 0 ? nanoseconds(job.leading) / double(job.led) : 0;
    cost.nanoseconds.store(float(each / threads_of_piece), std::memory_order_relaxed);
}

void run_in_order(CpuEntry entry, const CpuRange& range, void* const* slots, const KernelCode& code,
                  bool cuttable) {
    const BlockPieces pieces = cuttable ? BlockPieces::cut(range) : BlockPieces::whole(range);
    Interruption interruption;
    const InsideKernel inside;
    int64_t done = 0;
    while (done < pieces.count() && !interruption.is_wanted()) {
        run_alone(code, [&] { pieces.run(entry, slots, done, done + 1); });
        ++done;
    }
    if (done < pieces.count()) throw Error(ErrorKind::interrupted, "a launch was interrupted");
}

void run_chosen(CpuEntry entry, const CpuRange& range, void* const* slots, const KernelCode& code,
                const std::vector<int64_t>& blocks) {
    Interruption interruption;
    const InsideKernel inside;
    CpuRange one = range;
    for (const int64_t block : blocks) {
        if (interruption.is_wanted()) throw Error(ErrorKind::interrupted, "a launch was interrupted");
        one.first_block = block;
        one.end_block = block + 1;
        run_alone(code, [&] { entry(&one, slots); });
    }
}

} // namespace cudapy::runtime
