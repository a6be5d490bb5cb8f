#pragma once
// Copying between elements that lie at strides, on one device.

#include "runtime/memory/memory.h"

#include <array>
#include <cstdint>

namespace cudapy::runtime {

constexpr int most_copy_axes = 9; ///< 8 dimensions, and the words of an element

/// A copy of elements from one memory to another, each to its own place. Strides are in bytes. Those of the
/// source may be 0, so that one element becomes many.
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
    /// Returns the same copy with as few axes as possible: two axes become one if their elements follow each
    /// other in both memories. The item becomes the largest power of two, up to 16, that divides it and
    /// `alignment`; an element may then be several items.
    StridedCopy simplified(std::uintptr_t alignment) const;
};

/// Copies the elements of `from`, the first of which is at `from_offset`, to `to`. Both buffers must be on
/// one device, and the elements must not share memory. On a GPU the copy is asynchronous, on the current
/// stream. Throws Error driver.
void copy_strided(const Buffer& to, std::int64_t to_offset, const Buffer& from, std::int64_t from_offset,
                  const StridedCopy& copy);

// The following two functions throw Error driver. On a GPU they are asynchronous, on the current stream. They
// take no memory, so that a graph can record them.
/// Fills a part of a buffer with `count` copies of the `item` bytes at `value`, one after the other.
void fill_buffer(const Buffer& to, std::int64_t offset, const void* value, std::int64_t item,
                 std::int64_t count);
/// Fills the elements that copy_strided would write. copy.from_strides is not used.
void fill_strided(const Buffer& to, std::int64_t offset, const void* value, StridedCopy copy);

} // namespace cudapy::runtime
