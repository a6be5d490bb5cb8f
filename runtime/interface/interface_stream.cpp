#include "runtime/include/cudapy/stream.h"

#include "runtime/interface/interface.h"
#include "runtime/queue/event.h"
#include "runtime/queue/stream.h"

namespace cudapy {

Stream::Stream(Device device, int priority, bool non_blocking)
    : stream_(runtime::Stream::make(runtime::device_of(device), priority, non_blocking)) {}

Stream Stream::default_of(Device device) {
    return Stream(runtime::Stream::default_of(runtime::device_of(device)));
}

Stream Stream::from_handle(void* handle, Device device) {
    return from_address(reinterpret_cast<std::uintptr_t>(handle), device);
}

Stream Stream::from_address(std::uintptr_t address, Device device) {
    // 1 is CUDA's other name for the default stream.
    if (address <= 1) return default_of(device);
    return Stream(runtime::Stream::foreign(runtime::device_of(device), address, nullptr));
}

Device Stream::device() const {
    return runtime::device_of(stream_->device());
}

void* Stream::handle() const {
    return stream_->handle();
}

void Stream::synchronize() const {
    runtime::explained([&] { stream_->synchronize(); });
}

bool Stream::is_done() const {
    return stream_->is_done();
}

void Stream::wait(const Event& event) const {
    stream_->wait(*event.event_);
}

void Stream::wait(const Stream& other) const {
    stream_->wait(*other.stream_);
}

Event::Event(bool timing) : event_(std::make_shared<runtime::Event>(timing)) {}

void Event::record(const Stream& stream) {
    event_->record(*stream.stream_);
}

void Event::synchronize() const {
    runtime::explained([&] { event_->synchronize(); });
}

bool Event::is_done() const {
    return event_->is_done();
}

double Event::milliseconds_since(const Event& start) const {
    return event_->milliseconds_since(*start.event_);
}

UseStream::UseStream(const Stream& stream) : scope_(std::make_unique<runtime::StreamScope>(stream.stream_)) {}

UseStream::~UseStream() = default;

} // namespace cudapy
