#pragma once
// The extents of an array in row-major order: how many rows, how many columns.

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
    /// 1 to Type::max_rank extents, none negative. Raises OverflowError when no memory could hold so many
    /// elements.
    Shape(const int64_t* extents, int rank);

    int rank() const { return rank_; }
    int64_t operator[](int axis) const { return extents_[static_cast<std::size_t>(axis)]; }
    /// The extents, outermost first; as long-lived as the shape, so that a launch can point at them.
    const int64_t* extents() const { return extents_.data(); }
    int64_t count() const { return count_; } ///< the number of elements
    /// The extents after the first `axes`, of which at least one is left.
    Shape inner(int axes) const { return {extents_.data() + axes, rank_ - axes}; }
    bool operator==(const Shape& other) const;

    std::string text() const;  ///< as Python writes it: "(2, 3)", "(6,)"
    std::string sizes() const; ///< "2 x 3", "6"
    /// How messages call element `place` in row-major order: "element 4", "element [1, 1]". Of a shape whose
    /// last extents are left out it is a `what` = "row".
    std::string name_of(int64_t place, const char* what = "element") const;

  private:
    int rank_ = 1;
    int64_t count_ = 0;
    std::array<int64_t, Type::max_rank> extents_{};
};

/// "one dimension", "2 dimensions".
std::string dimensions_text(int rank);
/// The arguments of a reshape() to `rank` dimensions, in advice: "-1", "height, width".
std::string extents_advice(int rank);

} // namespace cudapy::python
