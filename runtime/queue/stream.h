#pragma once
// Streams: queues of a device's work, each in order and all at the same time, and which of them the calling
// thread gives its work to.

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

/// A queue of work on one device. On the host work runs at once, and so always is done.
class Stream : public std::enable_shared_from_this<Stream> {
  public:
    /// `priority` is lower the more urgent, in the range that the device has. Unless it is `non_blocking`,
    /// work in it and work in the default stream wait for each other.
    static StreamRef make(Device device, int priority = 0, bool non_blocking = false);
    /// Another library's stream, which `owner` keeps alive. Throws invalid_argument for the address of CUDA's
    /// default stream of each thread, which means another stream in every thread.
    static StreamRef foreign(Device device, std::uintptr_t address, std::shared_ptr<void> owner);
    /// CUDA's (legacy) default stream of the device, which all threads share.
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

    /// Waits for all work that it has. Throws Error kernel when a kernel failed.
    void synchronize() const;
    bool is_done() const;
    /// Work given to it from now on waits for what the event was recorded after, or for all that `other` has
    /// now. The host does not wait, unless this is a stream of the host.
    void wait(const Event& event) const;
    void wait(const Stream& other) const;

    /// What records the work that it is given, and which does not run then; null mostly.
    Graph* recording() const { return recording_.load(std::memory_order_relaxed); }
    void set_recording(Graph* graph) { recording_.store(graph, std::memory_order_relaxed); }

    /// Memory that waits for a stream before it goes keeps it, and counts itself: where nobody else has it,
    /// no work will come any more, and memory that lives longer need not keep it.
    void keep() const { keepers_.fetch_add(1, std::memory_order_relaxed); }
    void let_go() const { keepers_.fetch_sub(1, std::memory_order_relaxed); }
    bool is_kept_only() const {
        return weak_from_this().use_count() == keepers_.load(std::memory_order_relaxed);
    }

    /// The launches in it up to that number have ended, as someone found who waited; see launch_numbers.h.
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

/// The handle of a stream that may be null, which means the default stream.
inline CUstream_st* handle_of(const Stream* stream) {
    return stream ? stream->handle() : nullptr;
}

/// What this thread gives work for the device to: the stream of that device made current last; null: the
/// default stream. Cheap enough for every launch.
const StreamRef& current_stream(Device device) noexcept;

/// One of the streams that are current on a thread, above those that were before it.
struct CurrentStream {
    StreamRef stream;
    CurrentStream* below = nullptr;
    bool by_hand = false;   ///< of enter_stream
    int device_before = -1; ///< the GPU that enter_stream took this thread away from; -1: none
};

/// Whether this thread records a graph for the device, in whatever stream is current.
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

/// The same by hand, with the stream's GPU as the one that the thread works with: leave_stream undoes the
/// last enter_stream of that stream on this thread; false when there was none.
void enter_stream(const StreamRef& stream);
bool leave_stream(const Stream& stream) noexcept;

/// The streams made here that the GPU's default stream does not wait for.
std::vector<StreamRef> living_streams(Device device);

/// Waits as wait_interruptibly does for the default stream of a GPU, and with it for those that it waits for,
/// and for all other streams made here.
void wait_for_streams(Device device);

/// Whether any stream of a GPU but the default one was ever used, so that the end of what one stream had does
/// not mean that all kernels have ended.
bool has_other_streams() noexcept;

} // namespace cudapy::runtime
