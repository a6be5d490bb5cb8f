#pragma once
// Divides the pieces of a launch among threads.

#include "runtime/cpu/block_pieces.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cudapy::runtime {

/// The pieces of one launch, in one share for each thread that may take part, or in one for each piece where
/// there are fewer pieces than threads. A thread takes the pieces of its own share first, in order, and then
/// what is left of the shares behind it. So launches of as many pieces give each thread the same ones again,
/// whose memory its caches may still have, and no thread that helps is idle while there are pieces that
/// nobody has taken. The thread whose share is the first one comes by all pieces in order, so that a block
/// may wait for what blocks before it do, as long as that thread takes part, though little is done at the
/// same time then. This is affinity scheduling (E. P. Markatos and T. J. LeBlanc, Using processor affinity in
/// loop scheduling on shared-memory multiprocessors, 1992).
class Shares {
  public:
    struct Run {
        int64_t first, end;
    };

    /// One thread's way through the shares. Two threads may begin at the same share.
    class Taker {
      public:
        /// `place` is the number of the thread's own share; it may be any number that is not negative.
        Taker(Shares& shares, int place);
        /// Takes pieces for this thread, at most about `most` of them: see BlockPieces::end_of_run. It takes
        /// fewer towards the end of a share, and of one with which other threads help, so that all come to
        /// the end at about the same time, but never fewer than about `least` while the share has as many.
        /// Returns false if all pieces have been taken. With `helps` false the thread does not help with
        /// others' shares: the call returns false if all pieces of its own share have been taken.
        bool take(int64_t least, int64_t most, bool helps, Run& run);

      private:
        Shares& shares_;
        std::size_t share_, passed_ = 0;
        bool is_helping_ = false; ///< with a share that is not its own
    };

    /// Makes as many shares as there are threads, one at least.
    explicit Shares(int threads);

    /// Divides the pieces from `first` on. The shares are those of all pieces, without what comes before
    /// `first`. No thread may have a Taker meanwhile. The pieces must outlive the takers.
    void divide(const BlockPieces& pieces, int64_t first);

    /// Drops the pieces that nobody has taken. It may be called by any thread, at any time.
    void give_up();

  private:
    /// A share has a line of the cache of its own, because its thread writes it all the time.
    struct alignas(64) Share {
        std::atomic<int64_t> next{0};
        std::atomic<int64_t> helpers{0}; ///< the threads that have come to help with it
        int64_t end = 0;
    };

    const BlockPieces* pieces_ = nullptr;
    std::vector<Share> shares_;
    std::size_t used_ = 1; ///< the first shares, among which the pieces are divided
    /// The number of shares that have pieces left. Where threads take pieces while others give them up, it
    /// may fall below 0 and wrap; threads then find each share empty.
    std::atomic<std::size_t> unfinished_{0};
};

} // namespace cudapy::runtime
