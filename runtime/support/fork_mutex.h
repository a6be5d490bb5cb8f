#pragma once
// Locks that a forked child can take.

#include <mutex>

namespace cudapy::runtime {

/// A mutex of the process, for what is done within moments and locks no other one meanwhile. No thread has it
/// when another one forks, so that in the child, where that thread is no more, it is free and what it guards
/// is whole. To be a variable of a namespace: others are forgotten when a fork happens while they are made.
class ForkMutex {
  public:
    ForkMutex() noexcept;
    ForkMutex(const ForkMutex&) = delete;
    ForkMutex& operator=(const ForkMutex&) = delete;

    void lock() { mutex_.lock(); }
    void unlock() { mutex_.unlock(); }

  private:
    static void lock_all();
    static void unlock_all();

    std::mutex mutex_;
    ForkMutex* next_;
};

/// Held while a library is loaded, since the loader has a lock of its own that a child may find taken.
extern ForkMutex load_mutex;

} // namespace cudapy::runtime
