#pragma once
// Streams, which are queues of a device's work, and events, which are points in that work.

#include "device.h"

#include <cstdint>
#include <memory>
#include <utility>

namespace cudapy {

namespace runtime {
class Event;
class Stream;
class StreamScope;
} // namespace runtime

class Event;

/// A queue of work on one device. The work in one stream runs in its order; work in different streams may run
/// at the same time. On the CPU, work is done when the call that asks for it returns. Copies of a Stream
/// stand for the same stream.
class Stream {
  public:
    /// A lower `priority` is more urgent. Work in the stream and work in the default stream wait for each
    /// other, unless the stream is `non_blocking`.
    explicit Stream(Device device = current_device(), int priority = 0, bool non_blocking = false);
    /// Returns CUDA's default stream of the device.
    static Stream default_of(Device device = current_device());
    /// Makes a Stream of another library's stream (a cudaStream_t). That one must outlive this object and the
    /// work that is done in it.
    static Stream from_handle(void* handle, Device device = current_device());
    /// Makes a Stream of another library's stream, whose address is a number, as Python's libraries give it.
    static Stream from_address(std::uintptr_t address, Device device = current_device());

    Device device() const;
    void* handle() const; ///< a cudaStream_t; null for the default stream, and on the CPU

    /// Waits for all work that the stream has. Throws Error kernel or assertion when a kernel failed.
    void synchronize() const;
    bool is_done() const;
    /// Makes work that the stream is given from now on wait for the work that the event stands for, or for
    /// all work that `other` has now.
    void wait(const Event& event) const;
    void wait(const Stream& other) const;

  private:
    friend class Event;
    friend class Launch;
    friend class UseStream;
    explicit Stream(std::shared_ptr<runtime::Stream> stream) : stream_(std::move(stream)) {}
    std::shared_ptr<runtime::Stream> stream_;
};

/// A point in the work of a stream.
class Event {
  public:
    /// Without `timing` the event costs less, and cannot measure time.
    explicit Event(bool timing = true);

    /// Makes the event stand for all work that the stream has now.
    void record(const Stream& stream);
    void synchronize() const; ///< waits for it
    bool is_done() const;
    /// Returns the time since another event. Both must be done.
    double milliseconds_since(const Event& start) const;

  private:
    friend class Stream;
    std::shared_ptr<runtime::Event> event_;
};

/// While it lives, the copies, arrays and launches of this thread go to the stream where no other is named.
class UseStream {
  public:
    explicit UseStream(const Stream& stream);
    ~UseStream();
    UseStream(const UseStream&) = delete;
    UseStream& operator=(const UseStream&) = delete;

  private:
    std::unique_ptr<runtime::StreamScope> scope_;
};

} // namespace cudapy
