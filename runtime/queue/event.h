#pragma once
// Events, which are points in a stream's work. A program can wait for one, and measure the time between two.

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

/// A point in a stream's work. It becomes an event of the device on which it is first recorded. Its functions
/// can be called from any thread.
class Event {
  public:
    /// Without `timing` the event cannot measure time, and costs less.
    explicit Event(bool timing = true) : timing_(timing) {}
    ~Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    bool has_timing() const { return timing_; }
    bool is_recorded() const { return recorded_; }
    Device device() const { return device_; } ///< once it is recorded

    /// Makes the event stand for all work that the stream has now, instead of the work that it stood for
    /// before. Throws invalid_argument for a stream of another device than before.
    void record(const Stream& stream);
    /// Waits for that work. An event that was never recorded is done. Throws Error kernel when a kernel
    /// failed.
    void synchronize() const;
    bool is_done() const;
    /// Returns the milliseconds from `start` to this event. Throws invalid_argument when one of them has no
    /// timing, was not recorded, is of another device or is not done.
    double milliseconds_since(const Event& start) const;
    /// Makes work that the stream is given from now on wait for the event.
    void hold_back(const Stream& stream) const;

  private:
    std::pair<std::shared_ptr<const Stream>, std::uint64_t> recorded_work() const;

    const bool timing_;
    mutable std::mutex first_; ///< held while it is recorded
    std::atomic<bool> recorded_{false};
    Device device_;
    CUevent_st* handle_ = nullptr;
    std::weak_ptr<const Stream> stream_; ///< the stream whose work it represents
    std::uint64_t launched_ = 0;         ///< the last launch then
    std::atomic<std::chrono::steady_clock::rep> host_time_{0};
};

/// Waits for all work that a stream has now, if the program can interrupt this thread (see interruption.h);
/// else it returns at once. A wait in the driver cannot be interrupted: after this call it finds the work
/// done. Null is the default stream. Errors of the driver are left for the driver's own wait to report.
/// Throws Error interrupted.
void wait_interruptibly(Device device, CUstream_st* stream);

/// Makes the work that `waiting` is given from now on wait for all work that `first` has now. Both are
/// streams of GPUs.
void order_streams(const Stream& first, const Stream& waiting);

} // namespace cudapy::runtime
