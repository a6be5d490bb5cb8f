#pragma once
// Streams, which are queues of a device's work, and the stream that a thread gives its work to. The work of
// one stream runs in order; streams run at the same time.

#include "runtime/cuda/device.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

struct CUstream_st;

namespace cudapy::runtime {

class Event;
class Graph;
class Stream;
using StreamRef = std::shared_ptr<Stream>;

/// A queue of work on one device. On the host, work runs at once, and so it is always done.
class Stream : public std::enable_shared_from_this<Stream> {
  public:
    /// Makes a stream. A lower `priority` is more urgent, in the range that the device has. Work in the
    /// stream and work in the default stream wait for each other, unless the stream is `non_blocking`.
    static StreamRef make(Device device, int priority = 0, bool non_blocking = false);
    /// Makes a Stream of another library's stream, which `owner` keeps alive. Throws invalid_argument for the
    /// address that stands for CUDA's default stream of each thread, since that is another stream in every
    /// thread.
    static StreamRef foreign(Device device, std::uintptr_t address, std::shared_ptr<void> owner);
    /// Returns CUDA's (legacy) default stream of the device, which all threads share.
    static const StreamRef& default_of(Device device);

    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    /// Work that is queued still runs.
    ~Stream();

    Device device() const { return device_; }
    CUstream_st* handle() const { return handle_; } ///< null: the default stream, or one of the host
    int priority() const;
    bool is_default() const { return kind_ == Kind::standard; }
    bool is_foreign() const { return kind_ == Kind::foreign; }

    /// Waits for all work that the stream has. Throws Error kernel when a kernel failed.
    void synchronize() const;
    bool is_done() const;
    /// Makes work that the stream is given from now on wait for the work that the event was recorded after,
    /// or for all work that `other` has now. The host does not wait, unless this is a stream of the host.
    void wait(const Event& event) const;
    void wait(const Stream& other) const;

    /// Returns the graph that records the work given to this stream; the work does not run then. It is mostly
    /// null.
    Graph* recording() const { return recording_.load(std::memory_order_relaxed); }
    void set_recording(Graph* graph) { recording_.store(graph, std::memory_order_relaxed); }

    /// Memory keeps the streams that it must wait for before it is freed, and calls these functions, so that
    /// a stream counts the blocks that keep it. If nobody else has the stream, no new work will be given to
    /// it, and memory that lives longer need not keep it.
    void keep() const { keepers_.fetch_add(1, std::memory_order_relaxed); }
    void let_go() const { keepers_.fetch_sub(1, std::memory_order_relaxed); }
    bool is_kept_only() const {
        return weak_from_this().use_count() == keepers_.load(std::memory_order_relaxed);
    }

    /// Returns the number up to which the stream's launches have ended, as far as somebody has waited for
    /// them; see launch_numbers.h.
    std::uint64_t ended() const { return ended_.load(std::memory_order_relaxed); }
    void note_ended(std::uint64_t launch) const noexcept;

  private:
    enum class Kind { own, foreign, standard };
    Stream(Device device, CUstream_st* handle, Kind kind) : device_(device), handle_(handle), kind_(kind) {}

    Device device_;
    CUstream_st* handle_ = nullptr;
    Kind kind_ = Kind::own;
    std::shared_ptr<void> owner_;
    std::atomic<Graph*> recording_ = nullptr;
    mutable std::atomic<std::uint64_t> ended_{0};
    mutable std::atomic<long> keepers_{0};
};

/// Returns the handle of a stream. The pointer may be null, which means the default stream.
inline CUstream_st* handle_of(const Stream* stream) {
    return stream ? stream->handle() : nullptr;
}

/// Returns the stream to which this thread gives work for the device: the one of that device that was made
/// current last. Null is the default stream. It is cheap enough for every launch.
const StreamRef& current_stream(Device device) noexcept;

/// An entry of a thread's stack of current streams.
struct CurrentStream {
    StreamRef stream;
    CurrentStream* below = nullptr;
    bool by_hand = false;   ///< it was made by enter_stream
    int device_before = -1; ///< the GPU that enter_stream took this thread away from; -1: none
};

/// Returns whether this thread records a graph for the device, in whatever stream is current.
bool is_recording(Device device) noexcept;

/// Makes a stream current on this thread while it lives. Null changes nothing.
class StreamScope {
  public:
    explicit StreamScope(const StreamRef& stream);
    ~StreamScope();
    StreamScope(const StreamScope&) = delete;
    StreamScope& operator=(const StreamScope&) = delete;

  private:
    CurrentStream entry_;
};

/// enter_stream makes a stream current without a scope, and makes the stream's GPU the one that the thread
/// works with. leave_stream undoes the last enter_stream of that stream on this thread; it returns false when
/// there was none.
void enter_stream(const StreamRef& stream);
bool leave_stream(const Stream& stream) noexcept;

/// Returns the streams made here that the GPU's default stream does not wait for.
std::vector<StreamRef> living_streams(Device device);

/// Waits, as wait_interruptibly does, for the default stream of a GPU, and with it for the streams that it
/// waits for. It also waits for all other streams made here.
void wait_for_streams(Device device);

/// Returns whether any stream of a GPU other than the default one was ever used. If so, the end of one
/// stream's work does not mean that all kernels have ended.
bool has_other_streams() noexcept;

} // namespace cudapy::runtime
