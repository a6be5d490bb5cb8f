#include "runtime/queue/graph.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/pinned.h"
#include "runtime/queue/device_wait.h"
#include "runtime/support/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cudapy::runtime {

namespace {

/// Ends the stream's recording, and returns the graph. When that fails, it returns null, with the driver's
/// result in `result`.
cuda::Graph end_capture(const cuda::Driver& driver, Stream& stream, cuda::Result& result) {
    cuda::ContextScope scope(driver, cuda::primary_context(stream.device().index));
    cuda::Graph graph = nullptr;
    result = scope.status();
    if (result == cuda::success) result = driver.stream_end_capture(stream.handle(), &graph);
    stream.set_recording(nullptr);
    end_recording(stream.device());
    return result == cuda::success ? graph : nullptr;
}

} // namespace

Graph::Graph(Device device) : device_(device), stream_(Stream::make(device, 0, true)) {
    if (!device.is_host()) {
        const cuda::Driver& driver = cuda::driver();
        cuda::ContextScope scope(driver, cuda::primary_context(device.index));
        cuda::check(scope.status(), "using the GPU's context");
        begin_recording(device, [&] {
            // The mode is relaxed, so that this thread may give work to other streams meanwhile, or compile.
            cuda::check(driver.stream_begin_capture(stream_->handle(), cuda::capture_relaxed),
                        "beginning to record a graph");
            stream_->set_recording(this);
        });
    } else {
        stream_->set_recording(this);
    }
    recording_ = true;
}

Graph::~Graph() {
    abandon();
    if (!executable_ || cuda::forked_after_init()) return;
    try { // at exit the driver may be gone, and the graph with it
        const cuda::Driver& driver = cuda::driver();
        cuda::ContextScope scope(driver, cuda::primary_context(device_.index));
        if (scope.status() == cuda::success) driver.graph_exec_destroy(executable_);
    } catch (const std::exception&) {
    }
}

std::string Graph::names() const {
    constexpr std::size_t most = 4;
    std::string text;
    for (std::size_t i = 0; i < names_.size() && i < most; ++i)
        text += (i ? ", " : "") + names_[i];
    return names_.size() > most ? text + ", …" : text;
}

void Graph::keep(std::shared_ptr<const void> object) {
    if (std::find(kept_.begin(), kept_.end(), object) == kept_.end()) kept_.push_back(std::move(object));
}

void Graph::use(const Buffer& buffer) {
    std::shared_ptr<const Buffer> kept = buffer.weak_from_this().lock();
    if (!kept)
        throw Error(ErrorKind::recording, "memory that goes when the launch has ended cannot be part of a "
                                          "graph: pass a CudaArray");
    if (std::find(buffers_.begin(), buffers_.end(), kept) == buffers_.end())
        buffers_.push_back(std::move(kept));
}

Graph* Graph::of(Device device) noexcept {
    const StreamRef& stream = current_stream(device);
    return stream ? stream->recording() : nullptr;
}

void Graph::note_assertions(const std::shared_ptr<FailedAssertion>& slot) {
    if (std::find(assertions_.begin(), assertions_.end(), slot) == assertions_.end())
        assertions_.push_back(slot);
}

void Graph::add(std::string name, std::function<void()> work) {
    note(std::move(name));
    work_.push_back(std::move(work));
}

void Graph::finish() {
    recording_ = false;
    if (device_.is_host()) {
        stream_->set_recording(nullptr);
    } else {
        const cuda::Driver& driver = cuda::driver();
        cuda::Result result = cuda::success;
        cuda::Graph graph = end_capture(driver, *stream_, result);
        cuda::check(result, "recording a graph");
        cuda::ContextScope scope(driver, cuda::primary_context(device_.index));
        cuda::check(scope.status(), "using the GPU's context");
        try {
            if (stack_bytes_ > 0) stack_ = std::make_unique<KeptStack>(device_, stack_bytes_, recurses_);
        } catch (...) {
            driver.graph_destroy(graph);
            throw;
        }
        result = driver.graph_instantiate(&executable_, graph, 0);
        driver.graph_destroy(graph);
        cuda::check(result, "making a graph of what was recorded");
    }
    finished_ = true;
}

void Graph::abandon() noexcept {
    if (!std::exchange(recording_, false)) return;
    if (device_.is_host() || cuda::forked_after_init()) {
        stream_->set_recording(nullptr);
        return;
    }
    try {
        const cuda::Driver& driver = cuda::driver();
        cuda::Result result = cuda::success;
        cuda::Graph graph = end_capture(driver, *stream_, result);
        if (graph) driver.graph_destroy(graph);
    } catch (const std::exception&) {
    }
}

void Graph::replay(const StreamRef& stream) {
    if (!finished_)
        throw Error(ErrorKind::recording,
                    recording_ ? "the graph is still being recorded: replay it after the `with`"
                               : "nothing was recorded in the graph: `with graph:` does that");
    refuse_recording(stream.get(), "replaying a graph");
    if (device_.is_host()) {
        const std::lock_guard one_after_the_other(replaying_);
        for (const std::function<void()>& work : work_)
            work();
        return;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device_.index));
    cuda::check(scope.status(), "using the GPU's context");
    for (const auto& buffer : buffers_) {
        if (buffer->device().is_host())
            use_pinned(buffer->data(), buffer->bytes(), stream ? stream : Stream::default_of(device_));
        else
            buffer->use_on(stream);
    }
    cuda::check(driver.graph_launch(executable_, handle_of(stream.get())), "replaying a graph");
    for (const auto& slot : assertions_)
        note_asserting_launch(slot);
}

void refuse_recording(const Stream* stream, const char* what) {
    if (!stream || !stream->recording()) [[likely]]
        return;
    throw Error(
        ErrorKind::recording,
        fmt::format("{} cannot be part of a graph: do it before or after the `with` that records", what));
}

void refuse_recording(Device device, const char* what) {
    refuse_recording(current_stream(device).get(), what);
}

} // namespace cudapy::runtime
