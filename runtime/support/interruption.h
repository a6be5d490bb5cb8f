#pragma once
// Giving up what takes long because the user pressed Ctrl-C.

#include <chrono>

namespace cudapy::runtime {

/// What is asked, on the process's main thread alone and from time to time, whether what runs there is to be
/// given up. Null, which it is at first: nobody is asked. It may run code of the program.
void set_interruption(bool (*is_wanted)()) noexcept;

/// Asks now, on the process's main thread.
bool is_interruption_wanted();

/// Something that may take long, on the thread that it is made on.
class Interruption {
  public:
    /// Whether anybody can interrupt this thread: then it must not wait where nobody can ask.
    static bool is_possible() noexcept;

    /// Whether it was interrupted. Asks every 50 ms at most.
    bool is_wanted();

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point asked_ = Clock::now();
    bool wanted_ = false;
};

} // namespace cudapy::runtime
