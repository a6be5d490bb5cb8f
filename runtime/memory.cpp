#include "runtime/memory.h"

#include "runtime/assertions.h"
#include "runtime/cuda_driver.h"
#include "runtime/event.h"
#include "runtime/memory_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

namespace cudapy::runtime {

namespace {

bool on_host(Device device) {
    return device.kind == Device::Kind::host;
}

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
    if (!on_host(device)) home_ = current_stream(device);
    known_.store(handle_of(home_.get()), std::memory_order_relaxed);
    data_ = take_memory(device, bytes, zeroed, home_);
}

Buffer Buffer::borrowed(Device device, void* data, std::size_t bytes) {
    Buffer result;
    result.device_ = device;
    result.data_ = data;
    result.bytes_ = bytes;
    result.borrowed_ = true;
    if (!on_host(device)) result.home_ = current_stream(device);
    result.known_.store(handle_of(result.home_.get()), std::memory_order_relaxed);
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
    borrowed_ = other.borrowed_;
    return *this;
}

void Buffer::free() noexcept {
    void* data = std::exchange(data_, nullptr);
    const std::size_t bytes = std::exchange(bytes_, 0);
    if (data && !borrowed_) give_memory_back(device_, data, bytes, home_, others_, is_shared_);
    home_.reset();
    others_.clear();
}

void Buffer::join(const StreamRef& stream) const {
    if (!data_ || on_host(device_)) return;
    static std::mutex mutex; // of all buffers: it is rare that one is used on several streams
    const std::lock_guard lock(mutex);
    const auto is_it = [&](const StreamRef& other) {
        return handle_of(other.get()) == handle_of(stream.get());
    };
    if (!is_it(home_) && std::none_of(others_.begin(), others_.end(), is_it)) {
        order_streams(stream_or_default(home_, device_), stream_or_default(stream, device_));
        others_.push_back(stream ? stream : Stream::default_of(device_));
    }
    known_.store(handle_of(stream.get()), std::memory_order_release);
}

void copy_to_buffer(const Buffer& to, std::size_t offset, const void* from, std::size_t bytes) {
    check_range(to, offset, bytes);
    if (bytes == 0) return;
    if (on_host(to.device())) {
        std::memmove(static_cast<char*>(to.data()) + offset, from, bytes);
        return;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(to.device().index));
    cuda::check(scope.status(), "using the GPU's context");
    const StreamRef& stream = current_stream(to.device());
    to.use_on(stream);
    if (!handle_of(stream.get())) {
        cuda::check(driver.memcpy_htod(device_pointer(to, offset), from, bytes), "copying to the GPU");
        return;
    }
    cuda::check(driver.memcpy_htod_async(device_pointer(to, offset), from, bytes, stream->handle()),
                "copying to the GPU");
    cuda::check(driver.stream_synchronize(stream->handle()), "copying to the GPU");
}

void copy_from_buffer(void* to, const Buffer& from, std::size_t offset, std::size_t bytes) {
    check_range(from, offset, bytes);
    if (bytes == 0) return;
    if (on_host(from.device())) {
        std::memmove(to, static_cast<const char*>(from.data()) + offset, bytes);
        return;
    }
    const cuda::Driver& driver = cuda::driver();
    cuda::ContextScope scope(driver, cuda::primary_context(from.device().index));
    cuda::check(scope.status(), "using the GPU's context");
    const StreamRef& stream = current_stream(from.device());
    from.use_on(stream);
    if (!handle_of(stream.get())) {
        cuda::check(driver.memcpy_dtoh(to, device_pointer(from, offset), bytes), "copying from the GPU");
    } else {
        cuda::check(driver.memcpy_dtoh_async(to, device_pointer(from, offset), bytes, stream->handle()),
                    "copying from the GPU");
        cuda::check(driver.stream_synchronize(stream->handle()), "copying from the GPU");
    }
    report_failed_assertions(from.device(), !has_other_streams());
}

namespace {

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
    order_streams(second, first); // so that what is copied from is neither changed nor freed before
}

} // namespace

void copy_buffer(const Buffer& to, std::size_t to_offset, const Buffer& from, std::size_t from_offset,
                 std::size_t bytes) {
    check_range(to, to_offset, bytes);
    check_range(from, from_offset, bytes);
    if (bytes == 0) return;
    if (on_host(from.device()))
        copy_to_buffer(to, to_offset, static_cast<const char*>(from.data()) + from_offset, bytes);
    else if (on_host(to.device()))
        copy_from_buffer(static_cast<char*>(to.data()) + to_offset, from, from_offset, bytes);
    else if (to.device() == from.device())
        copy_on_device(to, to_offset, from, from_offset, bytes);
    else
        copy_between_devices(to, to_offset, from, from_offset, bytes);
}

} // namespace cudapy::runtime
