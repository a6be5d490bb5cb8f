#include "runtime/cpu/cpu_pool.h"

#include "runtime/cpu/block_pieces.h"
#include "runtime/cpu/cpu_job.h"
#include "runtime/cpu/inside_kernel.h"
#include "runtime/cpu/launch_progress.h"
#include "runtime/cpu/worker_pool.h"
#include "runtime/support/error.h"
#include "runtime/support/interruption.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cudapy::runtime {

namespace {

// A launch that seems to be less work is begun on the calling thread, and so is one of which nothing is
// known.
constexpr double little_nanoseconds = 80000;

/// Throws an Error if the kernel did not end normally.
void check_ended(KernelExit how) {
    if (how == KernelExit::by_interruption) throw Error(ErrorKind::interrupted, "a launch was interrupted");
    if (how == KernelExit::by_overflow) throw Error(ErrorKind::kernel, "a recursion was too deep");
}

/// Runs a part of a kernel that no other thread takes part in.
template <typename Body>
void run_alone(const KernelCode& code, const Body& body) {
    const CancelFlag never{false};
    check_ended(run_guarded(code, never, body));
}

/// Runs pieces on this thread, from the first one, until none are left, or until so much work is left that
/// having others take part pays. Returns how many have run.
int64_t begin_here(CpuEntry entry, const BlockPieces& pieces, void* const* slots, double threads,
                   CpuCost& cost, const KernelCode& code, const Effort& effort) {
    const int64_t count = pieces.count();
    const double in_piece = threads / double(count);
    int64_t size = 1, done = 0;
    const CpuClock::time_point start = CpuClock::now();
    CpuClock::time_point begun = start;
    for (;;) {
        const int64_t end = pieces.end_of_run(done, size);
        run_alone(code, [&] { pieces.run(entry, slots, done, end); });
        const CpuClock::time_point now = CpuClock::now();
        const double each = nanoseconds_of(now - begun) / double(end - done);
        done = end;
        const double rest = each * double(count - done);
        const double took = nanoseconds_of(now - start);
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
    return WorkerPool::instance().cores();
}

void run_blocks(CpuEntry entry, const CpuRange& range, void* const* slots, CpuCost& cost,
                const KernelCode& code, bool cuttable) {
    int64_t blocks = range.grid[0] * range.grid[1] * range.grid[2];
    if (blocks <= 0) return;
    CpuRange all = range;
    all.first_block = 0;
    all.end_block = blocks;
    if (InsideKernel::is_here()) {
        run_alone(code, [&] { entry(&all, slots); });
        return;
    }
    WorkerPool& pool = WorkerPool::instance();
    const double threads = double(range.threads[0]) * double(range.threads[1]) * double(range.threads[2]);
    const double known = double(cost.nanoseconds.load(std::memory_order_relaxed));
    if (blocks == 1 && !cuttable) {
        const InsideKernel inside;
        const CpuClock::time_point start = CpuClock::now();
        run_alone(code, [&] { entry(&all, slots); });
        cost.nanoseconds.store(float(nanoseconds_of(CpuClock::now() - start) / threads),
                               std::memory_order_relaxed);
        return;
    }

    const BlockPieces pieces = cuttable ? BlockPieces::cut(range) : BlockPieces::whole(range);
    // The cost of a thread may change with the arguments, so a launch that looks small is begun here and
    // measured.
    int64_t done = 0;
    if (known * threads < little_nanoseconds) {
        const Effort& effort = pool.effort(pieces.count());
        const InsideKernel inside;
        done = begin_here(entry, pieces, slots, threads, cost, code, effort);
        if (done == pieces.count()) return;
    }
    const double threads_of_piece = threads / double(pieces.count());
    const double of_piece = double(cost.nanoseconds.load(std::memory_order_relaxed)) * threads_of_piece;
    const int64_t left = pieces.count() - done;
    const int64_t share = std::max(pieces.count() / pool.cores(), int64_t(1));
    const int64_t least = fewest_for(of_piece, std::max(share / 4, int64_t(1)));
    const int64_t fair = pool.cores() == 1 ? left : left / (int64_t(pool.cores()) * 8);
    const int64_t most = std::max({least, fair, pieces.count() / blocks});
    const bool is_short = of_piece * double(share) < nanoseconds_of(short_queue);
    LaunchProgress* const progress = LaunchProgress::of_this_thread();
    if (progress) progress->begin(done, pieces.count());
    CpuJob job{entry, &pieces, slots, code, pool.queues(), least, most, is_short, progress};
    check_ended(pool.run(job, done));
    // If the launching thread has come too late to run anything, the next launch is measured.
    const double each = job.led > 0 ? nanoseconds_of(job.leading) / double(job.led) : 0;
    cost.nanoseconds.store(float(each / threads_of_piece), std::memory_order_relaxed);
}

void run_in_order(CpuEntry entry, const CpuRange& range, void* const* slots, const KernelCode& code,
                  bool cuttable) {
    const BlockPieces pieces = cuttable ? BlockPieces::cut(range) : BlockPieces::whole(range);
    LaunchProgress* const progress = InsideKernel::is_here() ? nullptr : LaunchProgress::of_this_thread();
    if (progress) progress->begin(0, pieces.count());
    Interruption interruption;
    const InsideKernel inside;
    int64_t done = 0;
    while (done < pieces.count() && !interruption.is_wanted() && (!progress || progress->goes_on())) {
        run_alone(code, [&] { pieces.run(entry, slots, done, done + 1); });
        ++done;
        if (progress) progress->add(1);
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
