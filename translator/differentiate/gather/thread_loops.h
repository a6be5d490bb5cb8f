#pragma once
// The loops over the threads that all add to one element.

#include "translator/differentiate/gather/gathered_kernel.h"

#include <map>
#include <vector>

namespace cudapy::differentiate {

class ThreadLoops {
  public:
    /// `axes` are those of which all threads add, the outer one first.
    ThreadLoops(const GatheredKernel& made, std::vector<int> axes, Span span)
        : made_(made), axes_(std::move(axes)), span_(span) {}

    bool empty() const { return axes_.empty(); }
    /// Returns whether a bound was added.
    bool has_bound() const { return has_bound_; }
    /// Takes a comparison of a coordinate of the threads as a bound of the loop over it. Returns false where
    /// it is none.
    bool add_bound(const program::Expr& condition, const Positions& positions);
    /// Returns the loops around what is done for each thread.
    program::Block around(program::Block inside);

  private:
    const GatheredKernel& made_;
    const std::vector<int> axes_;
    const Span span_;
    std::map<int, std::vector<lower::SymbolicSum>> from_, below_; ///< bounds of the coordinates
    bool has_bound_ = false;

    bool put_bound(int axis, program::CompareOp op, const lower::SymbolicSum& bound);
    bool is_outside(const lower::SymbolicSum& bound, int axis) const;
    program::Block put_in_loop(int axis, program::Block inside);
    program::ExprPtr begin_of(int axis) const;
    program::ExprPtr end_of(int axis) const;
    void divide(int axis, program::ExprPtr& begin, program::ExprPtr& end, program::Block& before);
    program::ExprPtr extremum(const char* name, program::ExprPtr a, program::ExprPtr b) const;
};

} // namespace cudapy::differentiate
