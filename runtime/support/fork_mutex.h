#pragma once
// Locks that a forked child can take.

#include <mutex>

namespace cudapy::runtime {

/// A mutex of the process, for work that takes moments and locks no other mutex meanwhile. No thread holds it
/// while another thread forks. In the child, where the first thread does not exist, it is therefore free, and
/// the data that it guards is whole. It must be a variable of a namespace: a fork that happens while a mutex
/// is made would miss it.
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

/// This mutex is held while the loader is asked for something, to load a library or to tell of those that are
/// there, since it has locks of its own that a child may find taken.
extern ForkMutex load_mutex;

} // namespace cudapy::runtime
