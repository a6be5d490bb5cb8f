#pragma once
// A launch on the CPU, and the way in which a thread does its part of it.

#include "runtime/cpu/block_pieces.h"
#include "runtime/cpu/kernel_guard.h"
#include "runtime/cpu/launch_progress.h"
#include "runtime/cpu/work_stealing.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace cudapy::runtime {

using CpuClock = std::chrono::steady_clock;

inline double nanoseconds_of(CpuClock::duration took) {
    return std::chrono::duration<double, std::nano>(took).count();
}

// A thread takes at least so much work at a time, or a quarter of a queue where that is less. Taking it costs
// 0.1 to 0.2 µs, and small parts at the ends of queues, which any thread may steal, would let the cores wait
// for each other's memory.
constexpr double least_nanoseconds = 5000;
// A thread that has emptied its own queue steals nothing until the launch has taken `short_launch`, if the
// queues seem to be less work than this. Looking for what is left would take as long, and would disturb the
// threads that do it.
constexpr std::chrono::microseconds short_queue{5}, short_launch{20};
// The factor by which the next run of pieces may be larger than the last one, or than all before it together.
// It is small, because threads may take much longer than those before them, and longer than the last time.
constexpr int64_t growth = 4;
// The longest time that a chunk should take. With longer chunks Ctrl-C would not end the launch soon.
constexpr std::chrono::milliseconds long_chunk{20};

/// Returns how many pieces of that cost a thread takes at least at a time, `most` or fewer.
inline int64_t fewest_for(double nanoseconds_of_piece, int64_t most) {
    const double fewest = least_nanoseconds / std::max(nanoseconds_of_piece, 1e-9);
    return fewest < double(most) ? std::max(int64_t(fewest), int64_t(1)) : most;
}

/// One launch, on the launching thread's stack.
struct CpuJob {
    CpuEntry entry;
    const BlockPieces* pieces;
    void* const* slots;
    const KernelCode& code;
    WorkStealingQueues& queues;
    /// The fewest pieces that a thread takes at a time, where there are as many, and the most. It begins with
    /// the fewest and takes fewer where these took long, because what is known of their cost may be wrong.
    const int64_t least, most;
    const bool is_short;                                 ///< each queue seems to be little work
    LaunchProgress* const progress = nullptr;            ///< follows the launch; null if nobody does
    CpuClock::time_point start{};                        ///< when its turn came
    CancelFlag given_up{false};                          ///< threads in the kernel are to leave it
    std::atomic<KernelExit> ended{KernelExit::normally}; ///< the way in which a thread left it, if one did
    int64_t led = 0;                                     ///< the pieces that the launching thread has run
    CpuClock::duration leading{};                        ///< the time that they took

    /// Takes and runs chunks as the thread of that place, until none are left. It calls
    /// `after_chunk(pieces, time)` after each.
    template <typename After>
    void run(int place, After&& after_chunk) {
        WorkStealingQueues::Worker worker(queues, place);
        WorkStealingQueues::Run part{};
        int64_t fewest = least, size = least;
        CpuClock::time_point begun = CpuClock::now();
        const auto steals = [&] { return place == 0 || !is_short || begun - start > short_launch; };
        while (worker.take(fewest, size, steals(), part)) {
            const KernelExit how =
                run_guarded(code, given_up, [&] { pieces->run(entry, slots, part.first, part.end); });
            if (how != KernelExit::normally) [[unlikely]] {
                ended = how;
                give_up();
            }
            const CpuClock::time_point now = CpuClock::now();
            const CpuClock::duration took = now - begun;
            begun = now;
            const int64_t pieces_run = part.end - part.first;
            if (progress && how == KernelExit::normally) progress->add(pieces_run);
            fewest = fewest_for(nanoseconds_of(took) / double(pieces_run), least);
            if (took > long_chunk)
                size = (size + 1) / 2;
            else if (size < most && took < long_chunk / 16)
                size = std::min(size * growth, most);
            after_chunk(pieces_run, took);
        }
    }
    /// Drops the chunks that nobody has taken.
    void give_up() { queues.give_up(); }
    /// Returns whether whoever follows the launch lets it go on. Only for the launching thread.
    bool goes_on() { return !progress || progress->goes_on(); }
    void interrupt() {
        ended = KernelExit::by_interruption;
        given_up = true;
        give_up();
    }
};

} // namespace cudapy::runtime
