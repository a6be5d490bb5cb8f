#include "pymodule/src/types/shape.h"

#include "pymodule/src/python/error.h"

#include <algorithm>

namespace cudapy::python {

namespace {

/// The most elements of an array. With so many, neither bytes nor strides overflow, whatever the element is.
constexpr int64_t most_elements = PTRDIFF_MAX / 8;

std::string joined(const int64_t* numbers, int count, const char* between) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += (i ? between : "") + std::to_string(numbers[i]);
    return text;
}

} // namespace

Shape::Shape(const int64_t* extents, int rank) : rank_(rank), count_(1) {
    std::copy_n(extents, rank, extents_.begin());
    int64_t size = 1; // counted as if no extent were 0, because strides are products of the other extents
    for (int axis = 0; axis < rank; ++axis) {
        if (__builtin_mul_overflow(size, std::max<int64_t>(extents[axis], 1), &size) || size > most_elements)
            raise(PyExc_OverflowError, "an array of shape {} is larger than memory can be", text());
        count_ *= extents[axis] ? 1 : 0;
    }
    count_ *= size;
}

bool Shape::operator==(const Shape& other) const {
    return rank_ == other.rank_ &&
           std::equal(extents_.begin(), extents_.begin() + rank_, other.extents_.begin());
}

std::string Shape::text() const {
    return "(" + joined(extents_.data(), rank_, ", ") + (rank_ == 1 ? ",)" : ")");
}

std::string Shape::sizes() const {
    return joined(extents_.data(), rank_, " x ");
}

std::string Shape::name_of(int64_t place, const char* what) const {
    if (rank_ == 1) return fmt::format("{} {}", what, place);
    std::array<int64_t, Type::max_rank> index{};
    for (int axis = rank_ - 1; axis >= 0; --axis) {
        index[static_cast<std::size_t>(axis)] = place % (*this)[axis];
        place /= (*this)[axis];
    }
    return fmt::format("{} [{}]", what, joined(index.data(), rank_, ", "));
}

std::string dimensions_text(int rank) {
    return rank == 1 ? "one dimension" : fmt::format("{} dimensions", rank);
}

std::string extents_advice(int rank) {
    switch (rank) {
    case 1:
        return "-1";
    case 2:
        return "height, width";
    case 3:
        return "depth, height, width";
    default:
        return "...";
    }
}

} // namespace cudapy::python
