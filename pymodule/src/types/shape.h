#pragma once
// The extents of an array in row-major order: the number of rows, then of columns.

#include "translator/types/type.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace cudapy::python {

class Shape {
  public:
    Shape() = default;
    explicit Shape(int64_t length) : count_(length) { extents_[0] = length; }
    /// Takes 1 to Type::max_rank extents, none of them negative. Raises OverflowError when no memory could
    /// hold so many elements.
    Shape(const int64_t* extents, int rank);

    int rank() const { return rank_; }
    int64_t operator[](int axis) const { return extents_[static_cast<std::size_t>(axis)]; }
    /// Returns the extents, outermost first. They live as long as the shape, so that a launch can point at
    /// them.
    const int64_t* extents() const { return extents_.data(); }
    int64_t count() const { return count_; } ///< the number of elements
    /// Returns the extents after the first `axes`. At least one must be left.
    Shape inner(int axes) const { return {extents_.data() + axes, rank_ - axes}; }
    bool operator==(const Shape& other) const;

    std::string text() const;  ///< the text that Python writes: "(2, 3)", "(6,)"
    std::string sizes() const; ///< "2 x 3", "6"
    /// Returns the name in messages of element `place` in row-major order: "element 4", "element [1, 1]". If
    /// the last extents of the shape are left out, pass `what` = "row".
    std::string name_of(int64_t place, const char* what = "element") const;

  private:
    int rank_ = 1;
    int64_t count_ = 0;
    std::array<int64_t, Type::max_rank> extents_{};
};

/// Returns "one dimension", "2 dimensions".
std::string dimensions_text(int rank);
/// Returns the arguments of a reshape() to `rank` dimensions, for advice: "-1", "height, width".
std::string extents_advice(int rank);

} // namespace cudapy::python
