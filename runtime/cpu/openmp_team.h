#pragma once
// The threads of GNU OpenMP, where the program runs its own loops on them.
//
// libgomp's threads spin for milliseconds after each of the program's loops, in expectation of the next one.
// Threads of our own next to them would get half of each core meanwhile. So where such threads are seen to
// spin, launches from the main thread run on libgomp's team of that thread.

#include <atomic>
#include <chrono>
#include <cstdint>

namespace cudapy::runtime {

/// Looks for libgomp's team in a process. It is an object of one process: a forked child makes another one.
class OpenMpTeam {
  public:
    /// `threads` is the number of threads that a launch wants, the calling one among them.
    explicit OpenMpTeam(int threads);

    /// Returns whether run() may be called now, on the calling thread. The team is not used until most of so
    /// many threads have been seen to be busy just before a launch, and again before the next one; without
    /// libgomp; on another thread than the main one; inside a parallel region; where OpenMP's own loops have
    /// another number of threads (the team would be made anew each time); in a process that was forked (where
    /// the parent's team is not); once a thread had too small a stack; and with CUDAPY_OPENMP=0. With
    /// CUDAPY_OPENMP=1 nobody looks whether threads are busy.
    bool is_usable();

    /// Calls work(data) on `threads` threads at once, among them the calling one, and returns when all calls
    /// have. OpenMP may give fewer threads.
    void run(void (*work)(void* data), void* data);

    /// Must be called on each thread of the team before it runs a kernel. Returns false if its stack is less
    /// than half of what the process's other threads get; the team is not used again then.
    bool suits_this_thread();

    /// Returns the number of the calling thread, which must be one of the team's in a call of run(). It is 0
    /// on the thread that called run(), and the same for each thread at every call as long as the team lasts.
    int number_of_this_thread() const { return thread_number_(); }

  private:
    /// Looks for libgomp again if libraries have been loaded since it was last looked for.
    void find();
    /// Returns whether the program's team has been seen. It looks at the launches 1, 2, 4, 8 and so on, at
    /// those that come a tenth of a second after it last looked, and at the launch after one that saw busy
    /// threads: those of others may have been busy by chance.
    bool is_seen();

    const int threads_;
    bool is_wanted_, is_seen_;
    bool was_busy_ = false; ///< when it last looked
    std::uint64_t launches_ = 0;
    std::chrono::steady_clock::time_point looked_{};
    unsigned long long loaded_ = 0; ///< how many libraries had been loaded when it was last looked for
    void (*parallel_)(void (*)(void*), void*, unsigned, unsigned) = nullptr; ///< GOMP_parallel
    int (*max_threads_)() = nullptr;                                         ///< omp_get_max_threads
    int (*is_in_parallel_)() = nullptr;                                      ///< omp_in_parallel
    int (*thread_number_)() = nullptr;                                       ///< omp_get_thread_num
    std::atomic<bool> has_small_stack_{false};
};

/// Returns how many of the process's other threads run for most of a tenth of a millisecond, during which the
/// calling thread waits without sleeping.
int busy_threads();

} // namespace cudapy::runtime
