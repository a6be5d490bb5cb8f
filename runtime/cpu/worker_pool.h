#pragma once
// The threads that run kernels on the CPU.

#include "runtime/cpu/cpu_job.h"
#include "runtime/cpu/helping_threads.h"
#include "runtime/cpu/openmp_team.h"
#include "runtime/cpu/work_stealing.h"
#include "runtime/support/interruption.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace cudapy::runtime {

/// The effort of having other threads take part in a launch, in nanoseconds.
struct Effort {
    double worth; ///< the work for which it breaks even
    /// The time for which the calling thread runs a kernel by itself, to learn what a thread costs.
    double probe;
};

/// Threads that wait for launches. A pool is never destroyed, because its threads may still wait while the
/// process exits, which ends them.
class WorkerPool {
  public:
    /// Returns this process's pool. A forked child makes a new one, since only the forking thread lives on in
    /// it.
    static WorkerPool& instance();

    int cores() const { return cores_; }
    WorkStealingQueues& queues() { return queues_; } ///< those of the launch whose turn it is
    /// Returns what it takes to have other threads take part now in a launch of so many pieces.
    const Effort& effort(int64_t pieces) const;
    /// Runs the pieces of the job from `first` on.
    KernelExit run(CpuJob& job, int64_t first);

  private:
    explicit WorkerPool(int cores)
        : cores_(cores), openmp_(cores), queues_(cores), helping_(2 * std::size_t(cores)) {}
    void start_workers();
    /// Wakes as many workers as can take part in a launch of so many pieces.
    void wake_workers(int64_t pieces);
    void work(int place);
    /// Takes part in the present launch, if there is one, as the thread of that place. OpenMP's threads and
    /// the workers have different seats.
    void help(int place, std::size_t seat);
    /// Does the launching thread's part of the present launch, and returns when all others have done theirs.
    void lead(CpuJob& job, Interruption& interruption);
    /// Runs the launch on OpenMP's threads, which must be usable.
    void run_on_openmp(CpuJob& job, Interruption& interruption);
    void help_on_openmp();
    /// Waits until no other thread takes part any more. Interrupts the job if the program asks for it.
    void wait_for_others(CpuJob& job, Interruption& interruption);

    static std::atomic<WorkerPool*> instance_;

    const int cores_;
    OpenMpTeam openmp_;
    int workers_ = 0;
    bool started_ = false;
    std::timed_mutex launch_mutex_; ///< held by the thread whose launch runs: launches take turns

    // The launching thread sets job_, and clears it before it waits until nobody helps; a helping thread
    // enters helping_ before it reads job_. In the one order of sequentially consistent operations, a thread
    // that still saw the job is thus seen by the launching thread, and the job outlives its use. OpenMP's
    // threads cannot end before the launching thread has left their parallel region.
    std::atomic<CpuJob*> job_{nullptr};
    WorkStealingQueues queues_; ///< those of the present launch
    HelpingThreads helping_;
    std::atomic<bool> waiting_{false};
    /// The times up to which the workers and OpenMP's threads are taken to spin.
    std::atomic<CpuClock::rep> workers_until_{0}, openmp_until_{0};
    std::atomic<uint64_t> launches_{0};
    std::mutex sleep_mutex_;
    std::condition_variable wake_, finished_;
};

} // namespace cudapy::runtime
