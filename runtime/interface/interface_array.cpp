#include "runtime/include/cudapy/array.h"

#include "runtime/interface/interface.h"
#include "runtime/memory/memory.h"
#include "runtime/support/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

namespace cudapy::detail {

namespace {

/// Returns a shape as text: "3 x 4".
std::string text_of(const std::int64_t* shape, int dimensions) {
    return fmt::format("{}", fmt::join(shape, shape + dimensions, " x "));
}

/// Returns the distance of an address from the beginning of our buffer.
std::size_t offset_in(const runtime::Buffer& buffer, const void* data) {
    return static_cast<std::size_t>(static_cast<const char*>(data) - static_cast<const char*>(buffer.data()));
}

} // namespace

Memory::Memory(Device device, std::size_t bytes, bool zeroed, bool pinned)
    : buffer_(pinned ? std::make_shared<runtime::Buffer>(runtime::Buffer::pinned(bytes, zeroed))
                     : std::make_shared<runtime::Buffer>(runtime::device_of(device), bytes, zeroed)) {}

void* Memory::data() const {
    return buffer_ ? buffer_->data() : nullptr;
}

std::size_t bytes_of(const std::int64_t* shape, int dimensions, std::size_t item) {
    std::size_t bytes = item;
    bool is_possible = true;
    for (int axis = 0; axis < dimensions; ++axis)
        is_possible = is_possible && shape[axis] >= 0 &&
                      !__builtin_mul_overflow(bytes, static_cast<std::size_t>(shape[axis]), &bytes);
    if (!is_possible || bytes > static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max()))
        throw Error(ErrorKind::invalid_argument,
                    fmt::format("an array of {} elements of {} bytes is not possible",
                                text_of(shape, dimensions), item));
    return bytes;
}

void copy(const Bytes& from, const Bytes& to, Until until) {
    if (from.bytes == 0) return;
    // Memory that is not in our buffers is borrowed while the copy is ordered.
    runtime::Buffer lent_from, lent_to;
    if (!from.buffer)
        lent_from = runtime::Buffer::borrowed(runtime::device_of(from.device), from.data, from.bytes);
    if (!to.buffer) lent_to = runtime::Buffer::borrowed(runtime::device_of(to.device), to.data, to.bytes);
    const runtime::Buffer& source = from.buffer ? *from.buffer : lent_from;
    const runtime::Buffer& target = to.buffer ? *to.buffer : lent_to;
    const auto run = until == Until::started ? runtime::start_copy : runtime::copy_buffer;
    runtime::explained(
        [&] { run(target, offset_in(target, to.data), source, offset_in(source, from.data), from.bytes); });
}

void fail_shapes(const std::int64_t* from, const std::int64_t* to, int dimensions) {
    throw Error(ErrorKind::invalid_argument, fmt::format("{} elements cannot be copied to {} elements",
                                                         text_of(from, dimensions), text_of(to, dimensions)));
}

} // namespace cudapy::detail
