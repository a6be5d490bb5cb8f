#include "pymodule/src/array/strided.h"

#include <cstring>

namespace cudapy::python {

namespace {

/// Describes the same elements in the same order with as few dimensions as they need. Neighbouring dimensions
/// that one stride joins become one, so that rows are long.
StridedView collapsed(const StridedView& memory) {
    StridedView result = memory;
    std::array<int64_t, Type::max_rank> extents{};
    int rank = 0;
    for (int axis = 0; axis < memory.shape.rank(); ++axis) {
        const int64_t extent = memory.shape[axis], stride = memory.strides[static_cast<std::size_t>(axis)];
        if (extent == 1) continue;
        const auto last = static_cast<std::size_t>(rank ? rank - 1 : 0);
        if (rank && result.strides[last] == stride * extent) {
            extents[last] *= extent;
            result.strides[last] = stride;
            continue;
        }
        extents[static_cast<std::size_t>(rank)] = extent;
        result.strides[static_cast<std::size_t>(rank)] = stride;
        ++rank;
    }
    if (rank == 0) { // one element
        extents[0] = 1;
        result.strides[0] = memory.item;
        rank = 1;
    }
    result.shape = Shape(extents.data(), rank);
    return result;
}

template <std::size_t size>
void copy_each(unsigned char* to, int64_t to_step, const unsigned char* from, int64_t from_step,
               int64_t count) {
    for (int64_t i = 0; i < count; ++i, to += to_step, from += from_step)
        std::memcpy(to, from, size);
}

void copy_row(unsigned char* to, int64_t to_step, const unsigned char* from, int64_t from_step, int64_t count,
              int64_t item) {
    if (to_step == item && from_step == item) {
        std::memcpy(to, from, static_cast<std::size_t>(count * item));
        return;
    }
    switch (item) { // a size that the compiler knows is one move
    case 1:
        return copy_each<1>(to, to_step, from, from_step, count);
    case 4:
        return copy_each<4>(to, to_step, from, from_step, count);
    case 8:
        return copy_each<8>(to, to_step, from, from_step, count);
    default:
        for (int64_t i = 0; i < count; ++i, to += to_step, from += from_step)
            std::memcpy(to, from, static_cast<std::size_t>(item));
    }
}

} // namespace

StridedView packed(const void* data, const Shape& shape, int64_t item) {
    StridedView result{static_cast<unsigned char*>(const_cast<void*>(data)), shape, {}, item};
    int64_t stride = item;
    for (int axis = shape.rank() - 1; axis >= 0; --axis) {
        result.strides[static_cast<std::size_t>(axis)] = stride;
        stride *= shape[axis] ? shape[axis] : 1;
    }
    return result;
}

bool is_packed(const StridedView& memory) {
    return is_same(memory, packed(memory.data, memory.shape, memory.item));
}

bool is_same(const StridedView& a, const StridedView& b) {
    if (a.data != b.data || a.item != b.item || !(a.shape == b.shape)) return false;
    if (a.shape.count() == 0) return true;
    for (int axis = 0; axis < a.shape.rank(); ++axis) {
        const auto k = static_cast<std::size_t>(axis);
        if (a.shape[axis] > 1 && a.strides[k] != b.strides[k]) return false;
    }
    return true;
}

void gather(const StridedView& from, void* to) {
    const StridedView rows = collapsed(from);
    const int64_t length = rows.shape[rows.shape.rank() - 1];
    const int64_t stride = rows.strides[static_cast<std::size_t>(rows.shape.rank() - 1)];
    auto* out = static_cast<unsigned char*>(to);
    for_each_row(rows, [&](const unsigned char* row) {
        copy_row(out, rows.item, row, stride, length, rows.item);
        out += length * rows.item;
    });
}

void scatter(const StridedView& to, const void* from) {
    const StridedView rows = collapsed(to);
    const int64_t length = rows.shape[rows.shape.rank() - 1];
    const int64_t stride = rows.strides[static_cast<std::size_t>(rows.shape.rank() - 1)];
    const auto* in = static_cast<const unsigned char*>(from);
    for_each_row(rows, [&](unsigned char* row) {
        copy_row(row, stride, in, rows.item, length, rows.item);
        in += length * rows.item;
    });
}

} // namespace cudapy::python
