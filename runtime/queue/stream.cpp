#include "runtime/queue/stream.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/cuda/device.h"
#include "runtime/queue/after_wait.h"
#include "runtime/queue/event.h"
#include "runtime/queue/graph.h"
#include "runtime/queue/launch_numbers.h"
#include "runtime/support/fork_mutex.h"
#include "runtime/support/interruption.h"

#include <array>
#include <cstdio>
#include <mutex>
#include <utility>
#include <vector>

namespace cudapy::runtime {

namespace {

constexpr std::uintptr_t legacy_default = 1;     // CU_STREAM_LEGACY: another name of the null handle
constexpr std::uintptr_t per_thread_default = 2; // CU_STREAM_PER_THREAD

std::atomic<bool> others{false};

// The top of this thread's stack of current streams. It is a plain pointer, so that no destructor runs when
// the thread ends. At the process's end a destructor would meet a driver that is gone.
constinit thread_local CurrentStream* top = nullptr;

/// Returns the address of the pointer to an entry of this thread for which `matches` holds; null if there is
/// none.
template <typename Predicate>
CurrentStream** find(Predicate&& matches) {
    for (CurrentStream** place = &top; *place; place = &(*place)->below)
        if (matches(**place)) return place;
    return nullptr;
}

/// The streams that the default one does not wait for. The object is never destroyed, because streams may be
/// made while the process ends.
struct NonBlockingStreams {
    std::mutex mutex;
    std::vector<std::weak_ptr<Stream>> streams;

    static NonBlockingStreams& all() {
        static auto* const made = new NonBlockingStreams;
        return *made;
    }
    void add(const StreamRef& stream) {
        const std::lock_guard lock(mutex);
        std::erase_if(streams, [](const auto& known) { return known.expired(); });
        streams.push_back(stream);
    }
};

const StreamRef none;

ForkMutex default_mutex; ///< held while a default stream is made
/// The default streams by device; the last one is the host's. They are never destroyed, because objects that
/// end with the process may hold them.
auto& default_streams = *new std::array<StreamRef, most_devices + 1>;

} // namespace

StreamRef Stream::make(Device device, int priority, bool non_blocking) {
    if (device.is_host()) return StreamRef(new Stream(device, nullptr, Kind::own));
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    cuda::Stream handle = nullptr;
    cuda::check(driver.stream_create_with_priority(
                    &handle, non_blocking ? unsigned{cuda::stream_non_blocking} : 0, priority),
                "making a stream");
    others = true;
    StreamRef stream(new Stream(device, handle, Kind::own));
    if (non_blocking) NonBlockingStreams::all().add(stream);
    return stream;
}

StreamRef Stream::foreign(Device device, std::uintptr_t address, std::shared_ptr<void> owner) {
    if (address == 0 || address == legacy_default) return default_of(device);
    if (address == per_thread_default)
        throw Error(ErrorKind::invalid_argument,
                    "the address 2 means CUDA's default stream of each thread, another one in every thread: "
                    "give a stream of its own");
    if (device.is_host())
        throw Error(ErrorKind::invalid_argument, "a stream of another library is of a GPU, not of cpu");
    StreamRef stream(new Stream(device, reinterpret_cast<CUstream_st*>(address), Kind::foreign));
    stream->owner_ = std::move(owner);
    others = true;
    return stream;
}

const StreamRef& Stream::default_of(Device device) {
    const auto place = device.is_host() ? most_devices : static_cast<std::size_t>(device.index);
    if (place > most_devices || device.index < 0)
        throw Error(ErrorKind::no_device, "there is no device " + device.name());
    const std::lock_guard lock(default_mutex);
    StreamRef& stream = default_streams[place];
    if (!stream) stream = StreamRef(new Stream(device, nullptr, Kind::standard));
    return stream;
}

Stream::~Stream() {
    if (kind_ != Kind::own || device_.is_host() || cuda::forked_after_init()) return;
    try { // at exit the driver may be gone, and the stream with it
        const cuda::Driver& driver = cuda::driver();
        cuda::ContextScope scope(driver, cuda::primary_context(device_.index));
        if (scope.status() == cuda::success) driver.stream_destroy(handle_);
    } catch (const std::exception&) {
    }
}

int Stream::priority() const {
    if (device_.is_host()) return 0;
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device_.index));
    cuda::check(scope.status(), "using the GPU's context");
    int priority = 0;
    cuda::check(driver.stream_get_priority(handle_, &priority), "asking for a stream's priority");
    return priority;
}

void Stream::synchronize() const {
    refuse_recording(this, "waiting for a stream");
    if (device_.is_host()) return;
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device_.index));
    cuda::check(scope.status(), "using the GPU's context");
    const std::uint64_t launched = last_launch();
    wait_interruptibly(device_, handle_);
    cuda::check(driver.stream_synchronize(handle_), "waiting for a stream");
    note_ended(launched);
    std::fflush(stdout); // the output of kernels is in C's buffer by now
    after_wait(device_, is_default() && !has_other_streams());
}

void Stream::note_ended(std::uint64_t launch) const noexcept {
    std::uint64_t before = ended();
    while (before < launch && !ended_.compare_exchange_weak(before, launch, std::memory_order_relaxed)) {
    }
}

bool Stream::is_done() const {
    refuse_recording(this, "asking whether a stream is done");
    if (device_.is_host()) return true;
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device_.index));
    cuda::check(scope.status(), "using the GPU's context");
    const std::uint64_t launched = last_launch();
    const cuda::Result result = driver.stream_query(handle_);
    if (result == cuda::error_not_ready) return false;
    cuda::check(result, "asking whether a stream is done");
    note_ended(launched);
    return true;
}

void Stream::wait(const Event& event) const {
    event.hold_back(*this);
}

void Stream::wait(const Stream& other) const {
    for (const Stream* stream : {this, &other})
        refuse_recording(stream, "making a stream wait");
    if (&other == this || (handle_ == other.handle_ && device_ == other.device_)) return;
    if (device_.is_host()) { // its next work may run at once only when that has ended
        other.synchronize();
    } else if (!other.device_.is_host()) {
        order_streams(other, *this);
    }
}

const StreamRef& current_stream(Device device) noexcept {
    for (const CurrentStream* entry = top; entry; entry = entry->below)
        if (entry->stream->device() == device) return entry->stream;
    return none;
}

bool is_recording(Device device) noexcept {
    return find([&](const CurrentStream& entry) {
               return entry.stream->device() == device && entry.stream->recording();
           }) != nullptr;
}

void enter_stream(const StreamRef& stream) {
    const Device device = stream->device();
    int device_before = -1;
    if (!device.is_host() && device.index != current_cuda_index())
        device_before = set_current_cuda_device(device.index);
    top = new CurrentStream{stream, top, true, device_before};
}

bool leave_stream(const Stream& stream) noexcept {
    CurrentStream** place =
        find([&](const CurrentStream& entry) { return entry.by_hand && entry.stream.get() == &stream; });
    if (!place) return false;
    CurrentStream* entry = std::exchange(*place, (*place)->below);
    if (entry->device_before >= 0) set_current_cuda_device(entry->device_before);
    delete entry;
    return true;
}

StreamScope::StreamScope(const StreamRef& stream) {
    if (!stream) return;
    entry_.stream = stream;
    entry_.below = std::exchange(top, &entry_);
}

StreamScope::~StreamScope() {
    if (!entry_.stream) return;
    // Entries that enter_stream has added meanwhile, and that were not left, stay above.
    if (CurrentStream** place = find([&](const CurrentStream& entry) { return &entry == &entry_; }))
        *place = entry_.below;
}

std::vector<StreamRef> living_streams(Device device) {
    std::vector<StreamRef> living;
    NonBlockingStreams& others = NonBlockingStreams::all();
    const std::lock_guard lock(others.mutex);
    for (const auto& known : others.streams)
        if (StreamRef stream = known.lock(); stream && stream->device() == device)
            living.push_back(std::move(stream));
    return living;
}

void wait_for_streams(Device device) {
    if (!Interruption::is_possible()) return;
    wait_interruptibly(device, nullptr);
    for (const StreamRef& stream : living_streams(device))
        if (!stream->recording()) wait_interruptibly(device, stream->handle());
}

bool has_other_streams() noexcept {
    return others.load(std::memory_order_relaxed);
}

} // namespace cudapy::runtime
