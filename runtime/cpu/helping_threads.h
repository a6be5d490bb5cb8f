#pragma once
// The threads that help with a launch.

#include <atomic>
#include <cstddef>
#include <pthread.h>
#include <vector>

namespace cudapy::runtime {

/// Says which threads take part in a launch, besides the one that has made it. Its operations have one order
/// with all other sequentially consistent ones.
class HelpingThreads {
  public:
    /// Makes that many seats, for as many threads at once.
    explicit HelpingThreads(std::size_t seats) : seats_(seats) {}

    /// Says that the calling thread takes part from now on. Nobody else may have that seat.
    void enter(std::size_t seat) { seats_[seat].thread = pthread_self(); }
    /// Says that the thread with that seat takes part no longer.
    void leave(std::size_t seat) { seats_[seat].thread = pthread_t{}; }

    /// Returns whether a thread takes part.
    bool any() const;
    /// Makes the threads that take part look whether the launch was given up. None may end meanwhile.
    void remind() const;

  private:
    /// A seat has a line of the cache of its own, so that threads come and go without waiting for each
    /// other.
    struct alignas(64) Seat {
        std::atomic<pthread_t> thread{}; ///< 0 where nobody is
    };

    std::vector<Seat> seats_;
};

} // namespace cudapy::runtime
