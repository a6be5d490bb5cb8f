#pragma once
// Work stealing: divides the pieces of a launch among threads, each of which then steals from the others.

#include "runtime/cpu/block_pieces.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cudapy::runtime {

/// The pieces of one launch, in one queue for each thread that may take part, or in one for each piece where
/// there are fewer pieces than threads. A thread takes the pieces of its own queue first, in order, and then
/// steals what is left of the queues after it. So launches of as many pieces give each thread the same ones
/// again, whose memory its caches may still have. No thread that steals is idle while there are pieces that
/// nobody has taken. The thread whose queue is the first one reaches all pieces in order. So a block may wait
/// for what blocks before it do while that thread takes part, though little is done at the same time then.
/// This is affinity scheduling (E. P. Markatos and T. J. LeBlanc, Using processor affinity in
/// loop scheduling on shared-memory multiprocessors, 1992).
class WorkStealingQueues {
  public:
    struct Run {
        int64_t first, end;
    };

    /// One thread's position in the queues. Two threads may begin at the same queue.
    class Worker {
      public:
        /// `place` is the number of the thread's own queue; it may be any number that is not negative.
        Worker(WorkStealingQueues& queues, int place);
        /// Takes pieces for this thread, at most about `most` of them: see BlockPieces::end_of_run. It takes
        /// fewer towards the end of a queue, and of one from which other threads steal, so that all come to
        /// the end at about the same time, but never fewer than about `least` while the queue has as many.
        /// Returns false if all pieces have been taken. With `steals` false the thread does not steal from
        /// others' queues: the call returns false if all pieces of its own queue have been taken.
        bool take(int64_t least, int64_t most, bool steals, Run& run);

      private:
        WorkStealingQueues& queues_;
        std::size_t queue_, passed_ = 0;
        bool is_stealing_ = false; ///< from the queue at `queue_`, which is not its own
    };

    /// Makes as many queues as there are threads, one at least.
    explicit WorkStealingQueues(int threads);

    /// Divides the pieces from `first` on. The queues are those of all pieces, without what comes before
    /// `first`. No thread may have a Worker meanwhile. The pieces must outlive the workers.
    void divide(const BlockPieces& pieces, int64_t first);

    /// Drops the pieces that nobody has taken. It may be called by any thread, at any time.
    void give_up();

  private:
    /// A queue has a line of the cache of its own, because its thread writes it all the time.
    struct alignas(64) Queue {
        std::atomic<int64_t> next{0};
        std::atomic<int64_t> thieves{0}; ///< the threads that have begun to steal from it
        int64_t end = 0;
    };

    const BlockPieces* pieces_ = nullptr;
    std::vector<Queue> queues_;
    std::size_t used_ = 1; ///< the first queues, among which the pieces are divided
    /// The number of queues that have pieces left. Where threads take pieces while others give them up, it
    /// may fall below 0 and wrap; threads then find each queue empty.
    std::atomic<std::size_t> unfinished_{0};
};

} // namespace cudapy::runtime
