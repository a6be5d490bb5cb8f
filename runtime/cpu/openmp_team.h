#pragma once
// The threads of GNU OpenMP, where the program has them already.
//
// libgomp's threads spin for milliseconds after each of the program's loops, in expectation of the next one.
// Threads of our own beside them would get half of each core meanwhile. So where a program has loaded
// libgomp, as programs with OpenMP's loops do, launches from its main thread run on libgomp's team of that
// thread. Before the main thread forks, a team that may be ours is ended, because loops of libgomp would hang
// in the child otherwise. The next loop makes a new one.

#include <cstdint>

namespace cudapy::runtime {

/// Looks for libgomp in a process. It is an object of one process: a forked child makes another one.
class OpenMpTeam {
  public:
    /// `threads` is the number of threads that a launch wants, the calling one among them.
    explicit OpenMpTeam(int threads);

    /// Calls work(data) on `threads` threads at once, among them the calling one, and returns when all calls
    /// have. OpenMP may give fewer threads. Returns false, and calls nothing, where the team cannot be used:
    /// without libgomp of GCC 9 or newer, on another thread than the main one, inside a parallel region,
    /// where OpenMP's own loops have another number of threads (the team would be made anew each time), in a
    /// process that was forked (its parent may have had a team), and with CUDAPY_OPENMP=0.
    bool run(void (*work)(void* data), void* data);

  private:
    /// Looks for libgomp again if libraries have been loaded since it was last looked for.
    void find();

    const int threads_;
    const bool is_wanted_;
    unsigned long long loaded_ = 0; ///< how many libraries had been loaded when it was last looked for
    void (*parallel_)(void (*)(void*), void*, unsigned, unsigned) = nullptr; ///< GOMP_parallel
    int (*max_threads_)() = nullptr;                                         ///< omp_get_max_threads
    int (*is_in_parallel_)() = nullptr;                                      ///< omp_in_parallel
    int (*pause_)(int) = nullptr;                                            ///< omp_pause_resource_all
};

} // namespace cudapy::runtime
