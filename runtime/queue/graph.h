#pragma once
// Graphs: work that is recorded once and given to streams many times.

#include "runtime/launch/assertions.h"
#include "runtime/launch/gpu_stack.h"
#include "runtime/queue/stream.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

struct CUgraphExec_st;

namespace cudapy::runtime {

class Buffer;

/// A graph. Until it is finished, it records the work that is given to its stream by the thread that began it
/// and made the stream current. Then it can be replayed from any thread. It keeps everything that its work
/// uses.
class Graph {
  public:
    /// Begins to record work for the device.
    explicit Graph(Device device);
    ~Graph();
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    /// Returns the stream to record in.
    const StreamRef& stream() const { return stream_; }
    Device device() const { return device_; }
    bool is_recording() const { return recording_; }
    bool is_finished() const { return finished_; }
    /// Returns how many launches and copies the graph has.
    std::size_t size() const { return names_.size(); }
    /// Returns the names of at most four of them, such as "saxpy, halve".
    std::string names() const;

    // The following functions are for a graph that records.
    /// Keeps an object that recorded work needs.
    void keep(std::shared_ptr<const void> object);
    /// Keeps a buffer, and makes replays wait for its other uses. Throws Error recording for a buffer that no
    /// shared_ptr owns, since it would go when the launch has ended.
    void use(const Buffer& buffer);
    /// Notes that a launch or copy with this name was recorded.
    void note(std::string name) { names_.push_back(std::move(name)); }
    /// Has each replay add 1 to a number.
    void count(std::shared_ptr<std::uint64_t> number) { counters_.push_back(std::move(number)); }
    void note_assertions(const std::shared_ptr<FailedAssertion>& slot);
    /// Notes that a recorded launch needs so many bytes of stack for each thread. The graph keeps them as
    /// long as it lives.
    void need_stack(std::size_t bytes, bool is_recursion) {
        if (bytes > stack_bytes_) stack_bytes_ = bytes;
        recurses_ = recurses_ || is_recursion;
    }
    /// Adds work to be done at each replay. It is for the host, where no driver records work.
    void add(std::string name, std::function<void()> work);

    const std::vector<std::shared_ptr<std::uint64_t>>& counters() const { return counters_; }

    /// Ends recording. Throws Error driver when something was recorded that a graph cannot have.
    void finish();
    /// Ends recording, and forgets what was recorded.
    void abandon() noexcept;

    /// Returns the graph that this thread's current stream records. It is mostly null.
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
    std::vector<std::shared_ptr<std::uint64_t>> counters_;
    std::vector<std::shared_ptr<FailedAssertion>> assertions_;
    std::vector<std::function<void()>> work_;
    std::size_t stack_bytes_ = 0; ///< of each thread; 0 if no launch needs more than the GPU keeps
    bool recurses_ = false;
    std::unique_ptr<KeptStack> stack_;
    std::mutex replaying_; ///< is held while the host does the work
    CUgraphExec_st* executable_ = nullptr;
};

/// Throws Error recording when the stream (null: the default one) records, since `what` ("waiting for a
/// stream") cannot be part of a graph.
void refuse_recording(const Stream* stream, const char* what);
/// Does the same for the thread's current stream.
void refuse_recording(Device device, const char* what);

} // namespace cudapy::runtime
