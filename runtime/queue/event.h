#pragma once
// Events: points in a stream's work that can be waited for, and the time between two.

#include "runtime/cuda/device.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

struct CUevent_st;
struct CUstream_st;

namespace cudapy::runtime {

class Stream;

/// It becomes an event of the device that it is first recorded on. Callable from any thread.
class Event {
  public:
    /// Without `timing` it cannot measure and costs less.
    explicit Event(bool timing = true) : timing_(timing) {}
    ~Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    bool has_timing() const { return timing_; }
    bool is_recorded() const { return recorded_; }
    Device device() const { return device_; } ///< once it is recorded

    /// Stands for all work that the stream has now; what it stood for before is forgotten. Throws
    /// invalid_argument for a stream of another device than before.
    void record(const Stream& stream);
    /// Waits for that work; an event that was never recorded is done. Throws Error kernel when a kernel
    /// failed.
    void synchronize() const;
    bool is_done() const;
    /// The milliseconds from `start` to this one. Throws invalid_argument when one has no timing, was not
    /// recorded, is of another device or is not done.
    double milliseconds_since(const Event& start) const;
    /// Makes work given to the stream from now on wait for it.
    void hold_back(const Stream& stream) const;

  private:
    std::pair<std::shared_ptr<const Stream>, std::uint64_t> recorded_work() const;

    const bool timing_;
    mutable std::mutex first_; ///< held while it is recorded
    std::atomic<bool> recorded_{false};
    Device device_;
    CUevent_st* handle_ = nullptr;
    std::weak_ptr<const Stream> stream_; ///< whose work it stands for
    std::uint64_t launched_ = 0;         ///< the last launch then
    std::atomic<std::chrono::steady_clock::rep> host_time_{0};
};

/// Where the program can interrupt this thread (see interruption.h), waits for all that a stream has now, so
/// that what waits for it in the driver, where nobody can interrupt, finds it done. Returns at once
/// elsewhere. Null: the default stream; an error is left to the driver's own waiting. Throws Error
/// interrupted.
void wait_interruptibly(Device device, CUstream_st* stream);

/// Makes the work that `waiting` is given from now on wait for all that `first` has now; both are streams of
/// GPUs.
void order_streams(const Stream& first, const Stream& waiting);

} // namespace cudapy::runtime
