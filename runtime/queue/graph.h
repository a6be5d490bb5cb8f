#pragma once
// Graphs: work that is recorded once and given to streams many times.

#include "runtime/launch/assertions.h"
#include "runtime/queue/stream.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

struct CUgraphExec_st;

namespace cudapy::runtime {

class Buffer;

/// It records what the thread that began it gives to its stream, made current, until it is finished; then it
/// can be replayed from any thread. What it uses it keeps.
class Graph {
  public:
    /// Begins to record work for the device.
    explicit Graph(Device device);
    ~Graph();
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    /// The stream to record in.
    const StreamRef& stream() const { return stream_; }
    Device device() const { return device_; }
    bool is_recording() const { return recording_; }
    bool is_finished() const { return finished_; }
    /// How many launches and copies it has.
    std::size_t size() const { return names_.size(); }
    /// "saxpy, halve", of at most four of them.
    std::string names() const;

    // While it records:
    /// Keeps what recorded work needs.
    void keep(std::shared_ptr<const void> object);
    /// Keeps a buffer, and orders replays behind its other uses. Throws Error recording for one that nobody
    /// shares.
    void use(const Buffer& buffer);
    /// A launch or copy was recorded.
    void note(std::string name) { names_.push_back(std::move(name)); }
    void note_assertions(const std::shared_ptr<FailedAssertion>& slot);
    /// On the host, where there is nothing that records: work to be done at each replay.
    void add(std::string name, std::function<void()> work);

    /// Ends recording. Throws Error driver when something was recorded that a graph cannot have.
    void finish();
    /// Ends recording, and forgets it.
    void abandon() noexcept;

    /// The graph that this thread's current stream records; null mostly.
    static Graph* of(Device device) noexcept;

    /// Gives the recorded work to the stream. Replays of one graph run one after the other.
    void replay(const StreamRef& stream);

  private:
    Device device_;
    StreamRef stream_;
    bool recording_ = false, finished_ = false;
    std::vector<std::string> names_;
    std::vector<std::shared_ptr<const void>> kept_;
    std::vector<std::shared_ptr<const Buffer>> buffers_;
    std::vector<std::shared_ptr<FailedAssertion>> assertions_;
    std::vector<std::function<void()>> work_;
    CUgraphExec_st* executable_ = nullptr;
};

/// Throws Error recording when the stream (null: the default one) records: `what` ("waiting for a stream")
/// cannot be part of a graph.
void refuse_recording(const Stream* stream, const char* what);
/// The same of the thread's current stream.
void refuse_recording(Device device, const char* what);

} // namespace cudapy::runtime
