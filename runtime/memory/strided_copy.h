#pragma once
// Copying between elements that lie at strides, on one device.

#include "runtime/memory/memory.h"

#include <array>
#include <cstdint>

namespace cudapy::runtime {

constexpr int most_copy_axes = 9; ///< 8 dimensions, and the words of an element

/// Elements of two memories, one for one. Strides are in bytes; those of the source may be 0, so that one
/// element becomes many.
struct StridedCopy {
    std::int64_t item = 1; ///< the bytes of an element
    int rank = 0;          ///< 0: one element
    std::array<std::int64_t, most_copy_axes> extents{}, to_strides{}, from_strides{};

    std::int64_t count() const {
        std::int64_t elements = 1;
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(rank); ++axis)
            elements *= extents[axis];
        return elements;
    }
    /// The same with as few and as long runs as it has: neighbours that a stride joins in both memories are
    /// one, and elements that no power of two holds are several.
    StridedCopy simplified(std::uintptr_t alignment) const;
};

/// Copies the elements of `from`, the first of which is at `from_offset`, to `to`. Both buffers are of one
/// device, and the elements do not share memory. On a GPU it is asynchronous, on the current stream. Throws
/// Error driver.
void copy_strided(const Buffer& to, std::int64_t to_offset, const Buffer& from, std::int64_t from_offset,
                  const StridedCopy& copy);

// On a GPU filling is asynchronous, on the current stream, and takes no memory, so that a graph may have it.
// Both throw Error driver.
/// Sets bytes of a buffer, which lie one after the other, to copies of `item` bytes; `count` of them.
void fill_buffer(const Buffer& to, std::int64_t offset, const void* value, std::int64_t item,
                 std::int64_t count);
/// The same for the elements that copy_strided would write; copy.from_strides is not looked at.
void fill_strided(const Buffer& to, std::int64_t offset, const void* value, StridedCopy copy);

} // namespace cudapy::runtime
