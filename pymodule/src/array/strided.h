#pragma once
// Memory whose elements lie at strides, such as the memory of views.

#include "pymodule/src/types/shape.h"

namespace cudapy::python {

/// Elements of `item` bytes. Strides are in bytes, and may be negative or zero.
struct StridedView {
    unsigned char* data = nullptr; ///< the element whose indices are all 0
    Shape shape;
    std::array<int64_t, Type::max_rank> strides{};
    int64_t item = 1;
};

/// Describes the elements of a whole C-contiguous array at `data`.
StridedView packed(const void* data, const Shape& shape, int64_t item);
/// Returns whether the elements follow each other in row-major order.
bool is_packed(const StridedView& memory);
/// Returns whether both have the same elements in the same order.
bool is_same(const StridedView& a, const StridedView& b);

/// `gather` copies the elements to packed memory in row-major order, and `scatter` copies them back. They do
/// not need the GIL.
void gather(const StridedView& from, void* to);
void scatter(const StridedView& to, const void* from);

/// Returns whether an element of one has a byte in common with an element of the other. Finding out can take
/// long; if a thorough search finds no answer, the result is true.
bool overlap(const StridedView& a, const StridedView& b);
/// Returns whether two elements of the memory may share a byte.
bool overlaps_itself(const StridedView& memory);

/// Calls `visit(row)` with the address of each innermost row, in order. An array without elements has no
/// rows.
template <typename Visit>
void for_each_row(const StridedView& memory, Visit&& visit) {
    if (memory.shape.count() == 0) return;
    std::array<int64_t, Type::max_rank> at{};
    unsigned char* row = memory.data;
    for (;;) {
        visit(static_cast<unsigned char*>(row));
        int axis = memory.shape.rank() - 2;
        for (; axis >= 0; --axis) {
            const auto k = static_cast<std::size_t>(axis);
            row += memory.strides[k];
            if (++at[k] < memory.shape[axis]) break;
            row -= memory.strides[k] * memory.shape[axis];
            at[k] = 0;
        }
        if (axis < 0) return;
    }
}

} // namespace cudapy::python
