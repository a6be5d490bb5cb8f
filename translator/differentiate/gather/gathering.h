#pragma once
// Writes the body of a kernel that has a thread for each element of some bars, from slices of a derivative.

#include "translator/differentiate/gather/gathered_kernel.h"
#include "translator/differentiate/gather/slice.h"
#include "translator/program/program.h"

#include <map>
#include <vector>

namespace cudapy::differentiate {

/// The sums of what is added to the elements: each to the element of one bar, at constant positions of the
/// other dimensions, or to fields of it.
class GatheredSums {
  public:
    explicit GatheredSums(const GatheredKernel& made) : made_(made) {}

    /// Returns the variable of the sum of a place, which is at these positions of the other dimensions.
    program::Variable* of(const program::Lvalue& place, const std::map<int, int64_t>& constants);
    std::size_t count() const { return sums_.size(); }
    void drop_after(std::size_t count) { sums_.resize(count); }
    /// Says that what follows are additions of one block. `is_certain` says that each thread comes to it.
    void begin_block(bool is_certain) {
        ++block_;
        is_certain_ = is_certain;
    }
    /// Adds that the sums are 0.
    void begin(program::Block& out) const;
    /// Adds the additions of the sums to the elements.
    void end(program::Block& out) const;

  private:
    struct Sum {
        const program::Variable* bar;
        std::map<int, int64_t> constants;
        std::vector<std::size_t> fields;
        program::Variable* sum;
        std::vector<int> blocks; ///< those that add to it
        bool is_certain;         ///< its element exists, since each thread adds to it
    };

    const GatheredKernel& made_;
    std::vector<Sum> sums_;
    int block_ = 0;
    bool is_certain_ = false;

    program::ExprPtr element_index(const Sum& sum, Span span) const;
    program::ExprPtr are_inside(const std::vector<const Sum*>& sums, Span span) const;
    program::StmtPtr addition(const Sum& sum) const;
};

class Gathering {
  public:
    explicit Gathering(const GatheredKernel& made) : made_(made), sums_(made_) {}

    /// Writes the sums of the additions of a slice, which have one solution, at the end of the body. Returns
    /// false, and has written nothing, where that would not be the same or take much longer than the
    /// additions: a condition chooses between threads by their data, or the bounds of a loop do.
    bool add(Slice slice, const Solution& solution, std::size_t count);
    /// Returns the whole body.
    program::Block take();

  private:
    const GatheredKernel made_;
    GatheredSums sums_;
    program::Block body_;

    void find_element(program::Block& out) const;
};

} // namespace cudapy::differentiate
