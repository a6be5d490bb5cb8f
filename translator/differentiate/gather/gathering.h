#pragma once
// Writes the body of a kernel that has a thread for each element of a bar, from a slice of a derivative.

#include "translator/differentiate/gather/elements.h"
#include "translator/differentiate/gather/slice.h"
#include "translator/program/program.h"

#include <optional>
#include <vector>

namespace cudapy::differentiate {

/// The parameters of such a kernel that the launch fills in.
struct GatherParameters {
    std::array<program::Variable*, 3> asked;  ///< the threads of the derivative along x, y and z
    std::array<program::Variable*, 3> shares; ///< how many of them a part has, along the axis that is divided
};

/// The sum of what is added to the element at constant positions of the other dimensions, or to a field of
/// it.
struct GatheredSum {
    std::map<int, int64_t> constants;
    std::vector<std::size_t> fields;
    program::Variable* sum;
};

class Gathering {
  public:
    /// `part_axis` is the axis along which the parts are in which an element's threads are divided; -1 where
    /// they are not.
    Gathering(program::Function& kernel, const Elements& elements, const ThreadVariables& threads,
              const GatherParameters& parameters, const std::set<int>& axes, int part_axis,
              const Type* index_type)
        : kernel_(kernel), elements_(elements), threads_(threads), parameters_(parameters), axes_(axes),
          part_axis_(part_axis), index_type_(index_type) {}

    /// Writes the sums of the additions of a slice, which have one solution, at the end of the body. Returns
    /// false, and has written nothing, where that would not be the same or take much longer than the
    /// additions: a condition chooses between threads by their data, or the bounds of a loop do.
    bool add(Slice slice, const Solution& solution, std::size_t count);
    /// Returns the whole body.
    program::Block take();

  private:
    class Group;
    program::Variable* sum_of(const program::Lvalue& place, const std::map<int, int64_t>& constants);
    program::ExprPtr element_index(const GatheredSum& sum, Span span) const;

    program::Function& kernel_;
    const Elements& elements_;
    const ThreadVariables& threads_;
    const GatherParameters& parameters_;
    const std::set<int>& axes_;
    const int part_axis_;
    const Type* index_type_;
    program::Block body_;
    std::vector<GatheredSum> sums_;
};

} // namespace cudapy::differentiate
