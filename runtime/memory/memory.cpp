#include "runtime/memory/memory.h"

#include "runtime/cuda/cuda_driver.h"
#include "runtime/memory/memory_pool.h"
#include "runtime/memory/pinned.h"
#include "runtime/queue/after_wait.h"
#include "runtime/queue/device_wait.h"
#include "runtime/queue/event.h"
#include "runtime/queue/graph.h"
#include "runtime/queue/launch_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

namespace cudapy::runtime {

namespace {

cuda::DevicePointer device_pointer(const Buffer& buffer, std::size_t offset) {
    return reinterpret_cast<cuda::DevicePointer>(buffer.data()) + offset;
}

void check_range(const Buffer& buffer, std::size_t offset, std::size_t bytes) {
    if (offset > buffer.bytes() || bytes > buffer.bytes() - offset)
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("copying {} bytes at offset {} is outside a buffer of {} bytes", bytes,
                                offset, buffer.bytes()));
}

const Stream& stream_or_default(const StreamRef& stream, Device device) {
    return stream ? *stream : *Stream::default_of(device);
}

} // namespace

Buffer::Buffer(Device device, std::size_t bytes, bool zeroed) : device_(device), bytes_(bytes) {
    if (bytes == 0) return;
    if (!device.is_host()) home_ = current_stream(device);
    known_.store(handle_of(home_.get()), std::memory_order_relaxed);
    data_ = take_memory(device, bytes, zeroed, home_);
}

Buffer Buffer::pinned(std::size_t bytes, bool zeroed) {
    Buffer result;
    result.bytes_ = bytes;
    if (bytes == 0) return result;
    result.data_ = take_memory(Device{}, bytes, zeroed, nullptr, MemoryKind::pinned);
    result.origin_ = Origin::pinned;
    return result;
}

Buffer Buffer::managed(std::size_t bytes, bool zeroed, bool is_global) {
    Buffer result;
    result.bytes_ = bytes;
    if (bytes == 0) return result;
    result.data_ = take_memory(Device{}, bytes, zeroed, nullptr,
                               is_global ? MemoryKind::managed : MemoryKind::managed_by_host);
    result.origin_ = Origin::managed;
    return result;
}

Buffer Buffer::borrowed(Device device, void* data, std::size_t bytes) {
    Buffer result;
    result.device_ = device;
    result.data_ = data;
    result.bytes_ = bytes;
    result.origin_ = Origin::borrowed;
    if (!device.is_host()) result.home_ = current_stream(device);
    result.known_.store(handle_of(result.home_.get()), std::memory_order_relaxed);
    return result;
}

Buffer Buffer::on_host_memory(Device device, void* data, std::size_t bytes) {
    Buffer result = borrowed(device, data, bytes);
    if (device.is_host() || !data) return result;
    refuse_recording(device, "using memory of the host where it is");
    if (use_in_place(data, bytes, result.home_ ? result.home_ : Stream::default_of(device))) {
        result.origin_ = Origin::kept;
        return result;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(device.index));
    cuda::check(scope.status(), "using the GPU's context");
    cuda::check(
        driver.mem_host_register(data, bytes, cuda::host_register_portable | cuda::host_register_mapped),
        "page-locking an array's memory");
    result.origin_ = Origin::registered;
    result.registered_ = data;
    cuda::DevicePointer pointer = 0;
    cuda::check(driver.mem_host_get_device_pointer(&pointer, data, 0), "asking for a GPU's address");
    result.data_ = reinterpret_cast<void*>(pointer);
    return result;
}

Buffer::~Buffer() {
    free();
}

Buffer::Buffer(Buffer&& other) noexcept {
    *this = std::move(other);
}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
    if (this == &other) return *this;
    free();
    device_ = other.device_;
    data_ = std::exchange(other.data_, nullptr);
    bytes_ = std::exchange(other.bytes_, 0);
    home_ = std::move(other.home_);
    others_ = std::move(other.others_);
    known_.store(other.known_.exchange(nullptr));
    is_shared_.store(other.is_shared_.exchange(false));
    origin_ = other.origin_;
    registered_ = std::exchange(other.registered_, nullptr);
    return *this;
}

void Buffer::free() noexcept {
    void* data = std::exchange(data_, nullptr);
    const std::size_t bytes = std::exchange(bytes_, 0);
    switch (data ? origin_ : Origin::kept) {
    case Origin::own:
        give_memory_back(device_, data, bytes, home_, others_, is_shared_);
        break;
    case Origin::pinned:
        give_memory_back(device_, data, bytes, home_, others_, is_shared_, MemoryKind::pinned);
        break;
    case Origin::managed:
        give_memory_back(device_, data, bytes, home_, others_, is_shared_, MemoryKind::managed);
        break;
    case Origin::borrowed:
        hand_back();
        break;
    case Origin::kept:
        break;
    case Origin::registered:
        unregister();
        break;
    }
    home_.reset();
    for (const StreamRef& other : others_)
        other->let_go();
    others_.clear();
}

void Buffer::hand_back() const noexcept {
    if (cuda::forked_after_init()) return;
    try { // at exit the driver may be gone
        for (const StreamRef& other : others_)
            order_streams(*other, stream_or_default(home_, device_));
    } catch (const std::exception&) {
    }
}

void Buffer::unregister() const noexcept {
    if (cuda::forked_after_init()) return;
    try { // at exit the driver may be gone
        const cuda::Driver& driver = cuda::driver();
        cuda::ContextScope scope(driver, cuda::primary_context(device_.index));
        if (scope.status() != cuda::success) return;
        try {
            wait_for_all_work(device_);
        } catch (const Error&) { // of a kernel that failed: none runs any more
        }
        driver.mem_host_unregister(registered_);
    } catch (const std::exception&) {
    }
}

void Buffer::share() const {
    is_shared_.store(true, std::memory_order_relaxed);
    if (origin_ == Origin::kept) share_in_place(data_, bytes_, device_);
}

void Buffer::join(const StreamRef& stream) const {
    if (!data_ || device_.is_host()) return;
    if (stream && stream->recording()) {
        stream->recording()->use(*this);
        return;
    }
    if (origin_ == Origin::kept) use_in_place(data_, bytes_, stream ? stream : Stream::default_of(device_));
    std::vector<StreamRef>
        dropped;             // let go without the lock: a foreign stream's owner may ask for another one
    static std::mutex mutex; // for all buffers: few are used on several streams
    const std::lock_guard lock(mutex);
    const auto is_it = [&](const StreamRef& other) {
        return handle_of(other.get()) == handle_of(stream.get());
    };
    if (!is_it(home_) && std::none_of(others_.begin(), others_.end(), is_it)) {
        const Stream& home = stream_or_default(home_, device_);
        // An array that lives long must not keep all streams that ever used it.
        std::erase_if(others_, [&](const StreamRef& other) {
            if (!other->is_kept_only()) return false;
            order_streams(*other, home);
            other->let_go();
            dropped.push_back(other);
            return true;
        });
        order_streams(home, stream_or_default(stream, device_));
        others_.push_back(stream ? stream : Stream::default_of(device_));
        others_.back()->keep();
    }
    known_.store(handle_of(stream.get()), std::memory_order_release);
}

namespace {

/// The point at which a copy returns: when it is done, or when it has started. It can only go on if the
/// host's memory is pinned.
enum class Until { done, started };

/// Returns whether a copy on the stream may go on after the function has returned.
bool may_go_on(Until until, const void* host, std::size_t bytes, const StreamRef& stream, Device device) {
    return until == Until::started && use_pinned(host, bytes, stream ? stream : Stream::default_of(device));
}

/// Waits for the kernels of the stream in a way that Ctrl-C can end. Without it, a copy of memory that is not
/// pinned would wait for them in the driver, and a kernel may take long.
void wait_for_kernels(const StreamRef& stream, Device device) {
    const Stream& queue = stream_or_default(stream, device);
    if (last_launch() > std::max(all_ended(device), queue.ended()))
        wait_interruptibly(device, queue.handle());
}

/// Refuses to record a copy of memory that is not pinned. A graph can only have copies of pinned memory, in a
/// buffer that it keeps.
void refuse_unpinned(Until until, const void* host, std::size_t bytes, Device device) {
    if (until == Until::done || device.is_host() || !is_pinned(host, bytes))
        refuse_recording(device,
                         "copying an array that is in memory of the host, and not a pinned CudaArray,");
}

void copy_to(const Buffer& to, std::size_t offset, const void* from, std::size_t bytes, Until until) {
    check_range(to, offset, bytes);
    refuse_unpinned(until, from, bytes, to.device());
    if (bytes == 0) return;
    if (to.device().is_host()) {
        std::memmove(static_cast<char*>(to.data()) + offset, from, bytes);
        return;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(to.device().index));
    cuda::check(scope.status(), "using the GPU's context");
    const StreamRef& stream = current_stream(to.device());
    const cuda::Stream handle = handle_of(stream.get());
    to.use_on(stream);
    const bool goes_on = may_go_on(until, from, bytes, stream, to.device());
    if (!goes_on) wait_for_kernels(stream, to.device());
    if (!handle && !goes_on) {
        cuda::check(driver.memcpy_htod(device_pointer(to, offset), from, bytes), "copying to the GPU");
        return;
    }
    cuda::check(driver.memcpy_htod_async(device_pointer(to, offset), from, bytes, handle),
                "copying to the GPU");
    if (!goes_on) cuda::check(driver.stream_synchronize(handle), "copying to the GPU");
}

void copy_from(void* to, const Buffer& from, std::size_t offset, std::size_t bytes, Until until) {
    check_range(from, offset, bytes);
    refuse_unpinned(until, to, bytes, from.device());
    if (bytes == 0) return;
    if (from.device().is_host()) {
        std::memmove(to, static_cast<const char*>(from.data()) + offset, bytes);
        return;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(from.device().index));
    cuda::check(scope.status(), "using the GPU's context");
    const StreamRef& stream = current_stream(from.device());
    const cuda::Stream handle = handle_of(stream.get());
    from.use_on(stream);
    const bool goes_on = may_go_on(until, to, bytes, stream, from.device());
    const std::uint64_t launched = last_launch();
    if (!goes_on) wait_for_kernels(stream, from.device());
    if (!handle && !goes_on) {
        cuda::check(driver.memcpy_dtoh(to, device_pointer(from, offset), bytes), "copying from the GPU");
    } else {
        cuda::check(driver.memcpy_dtoh_async(to, device_pointer(from, offset), bytes, handle),
                    "copying from the GPU");
        if (goes_on) return;
        cuda::check(driver.stream_synchronize(handle), "copying from the GPU");
    }
    stream_or_default(stream, from.device()).note_ended(launched);
    after_wait(from.device(), !has_other_streams());
}

void copy_on_device(const Buffer& to, std::size_t to_offset, const Buffer& from, std::size_t from_offset,
                    std::size_t bytes) {
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(to.device().index));
    cuda::check(scope.status(), "using the GPU's context");
    const StreamRef& stream = current_stream(to.device());
    to.use_on(stream);
    from.use_on(stream);
    cuda::check(driver.memcpy_dtod_async(device_pointer(to, to_offset), device_pointer(from, from_offset),
                                         bytes, handle_of(stream.get())),
                "copying on the GPU");
}

void copy_between_devices(const Buffer& to, std::size_t to_offset, const Buffer& from,
                          std::size_t from_offset, std::size_t bytes) {
    const cuda::Driver& driver = cuda::driver();
    cuda::Context to_context = cuda::primary_context(to.device().index),
                  from_context = cuda::primary_context(from.device().index);
    for (const Buffer* buffer : {&to, &from})
        refuse_recording(buffer->device(), "copying between GPUs");
    if (!(to.device() == from.device())) connect_pools(to.device(), from.device());
    const StreamRef &to_stream = current_stream(to.device()), &from_stream = current_stream(from.device());
    to.use_on(to_stream);
    from.use_on(from_stream);
    const Stream &first = stream_or_default(from_stream, from.device()),
                 &second = stream_or_default(to_stream, to.device());
    order_streams(first, second);
    {
        cuda::ContextScope scope(driver, to_context);
        cuda::check(scope.status(), "using the GPU's context");
        cuda::check(driver.memcpy_peer_async(device_pointer(to, to_offset), to_context,
                                             device_pointer(from, from_offset), from_context, bytes,
                                             second.handle()),
                    "copying between GPUs");
    }
    order_streams(second, first); // so that the source is neither changed nor freed before
}

void record_on_host(Graph& graph, const Buffer& to, std::size_t to_offset, const Buffer& from,
                    std::size_t from_offset, std::size_t bytes) {
    graph.use(to);
    graph.use(from);
    char* target = static_cast<char*>(to.data()) + to_offset;
    const char* source = static_cast<const char*>(from.data()) + from_offset;
    graph.add("copy", [=] { std::memmove(target, source, bytes); });
}

void copy(const Buffer& to, std::size_t to_offset, const Buffer& from, std::size_t from_offset,
          std::size_t bytes, Until until) {
    check_range(to, to_offset, bytes);
    check_range(from, from_offset, bytes);
    if (bytes == 0) return;
    const Device device = to.device().is_host() ? from.device() : to.device();
    if (Graph* graph = Graph::of(device)) {
        if (device.is_host()) {
            record_on_host(*graph, to, to_offset, from, from_offset, bytes);
            return;
        }
        graph->note("copy");
        for (const Buffer* buffer : {&to, &from})
            if (buffer->device().is_host()) graph->use(*buffer);
    }
    if (from.device().is_host())
        copy_to(to, to_offset, static_cast<const char*>(from.data()) + from_offset, bytes, until);
    else if (to.device().is_host())
        copy_from(static_cast<char*>(to.data()) + to_offset, from, from_offset, bytes, until);
    else if (to.device() == from.device())
        copy_on_device(to, to_offset, from, from_offset, bytes);
    else
        copy_between_devices(to, to_offset, from, from_offset, bytes);
}

} // namespace

void copy_to_buffer(const Buffer& to, std::size_t offset, const void* from, std::size_t bytes) {
    copy_to(to, offset, from, bytes, Until::done);
}

void start_copy_to_buffer(const Buffer& to, std::size_t offset, const void* from, std::size_t bytes) {
    copy_to(to, offset, from, bytes, Until::started);
}

void copy_from_buffer(void* to, const Buffer& from, std::size_t offset, std::size_t bytes) {
    copy_from(to, from, offset, bytes, Until::done);
}

void start_copy_from_buffer(void* to, const Buffer& from, std::size_t offset, std::size_t bytes) {
    copy_from(to, from, offset, bytes, Until::started);
}

void copy_buffer(const Buffer& to, std::size_t to_offset, const Buffer& from, std::size_t from_offset,
                 std::size_t bytes) {
    copy(to, to_offset, from, from_offset, bytes, Until::done);
}

void start_copy(const Buffer& to, std::size_t to_offset, const Buffer& from, std::size_t from_offset,
                std::size_t bytes) {
    copy(to, to_offset, from, from_offset, bytes, Until::started);
}

} // namespace cudapy::runtime
