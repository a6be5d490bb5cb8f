#pragma once
// Giving up work that takes long because the user pressed Ctrl-C.

#include <chrono>

namespace cudapy::runtime {

/// Sets the function that is asked from time to time, and only on the process's main thread, whether the work
/// that runs there is to be given up. At first it is null, and nobody is asked. The function may run code of
/// the program.
void set_interruption(bool (*is_wanted)()) noexcept;

/// Asks now, if this is the process's main thread.
bool is_interruption_wanted();

/// Work that may take long, on the thread that makes this object.
class Interruption {
  public:
    /// Returns whether the program can interrupt this thread. If so, the thread must not wait in a place
    /// where nobody can ask.
    static bool is_possible() noexcept;

    /// Returns whether the work was interrupted. It asks every 50 ms at most.
    bool is_wanted();

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point asked_ = Clock::now();
    bool wanted_ = false;
};

} // namespace cudapy::runtime
