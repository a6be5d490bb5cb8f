#pragma once
// Memory whose elements lie at strides, as views of arrays have it.

#include "pymodule/src/types/shape.h"

namespace cudapy::python {

/// Elements of `item` bytes; strides are in bytes and may be negative or zero.
struct Strided {
    unsigned char* data = nullptr; ///< the element whose indices are all 0
    Shape shape;
    std::array<int64_t, Type::max_rank> strides{};
    int64_t item = 1;
};

/// The elements of a whole C-contiguous array at `data`.
Strided packed(const void* data, const Shape& shape, int64_t item);
/// Whether the elements follow each other in row-major order.
bool is_packed(const Strided& memory);
/// Whether both have the same elements in the same order.
bool is_same(const Strided& a, const Strided& b);

/// Copies the elements to packed memory in row-major order; copies them back. No GIL needed.
void gather(const Strided& from, void* to);
void scatter(const Strided& to, const void* from);

/// Whether a byte of an element of one is a byte of an element of the other. Finding out can take long: where
/// a thorough search finds no answer it is "yes".
bool overlap(const Strided& a, const Strided& b);
/// Whether two elements of it may share a byte.
bool overlaps_itself(const Strided& memory);

/// Calls `visit(row)` with the address of each innermost row, in order; an array without elements has none.
template <typename Visit>
void for_each_row(const Strided& memory, Visit&& visit) {
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
