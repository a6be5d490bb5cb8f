#pragma once
// Describes a kernel that has a thread for each element of some bars, for those who write its body.

#include "translator/differentiate/gather/elements.h"
#include "translator/program/program.h"

#include <array>
#include <set>
#include <vector>

namespace cudapy::differentiate {

/// The parameters of such a kernel that the launch fills in.
struct GatherParameters {
    std::array<program::Variable*, 3> asked;  ///< the threads of the derivative along x, y and z
    std::array<program::Variable*, 3> shares; ///< how many of them a part has, along the axis that is divided
};

struct GatheredKernel {
    program::Function& kernel;         ///< the derivative
    const std::vector<Elements>& bars; ///< the first one's are those of the threads
    const ThreadVariables& threads;
    const GatherParameters& parameters;
    const std::set<int>& axes; ///< those along which the derivative has threads
    /// The axis along which the parts are in which an element's threads are divided; -1 where they are not.
    int part_axis;
    int divided_axis; ///< an axis along which these are divided; -1 for none
    const Type* index_type;

    program::Variable* thread(int axis) const { return threads[static_cast<std::size_t>(axis)]; }
    const Elements& elements() const { return bars.front(); }
    const Elements& elements_of(const program::Variable* bar) const;
    program::ExprPtr number(int64_t value, Span span) const;
    /// Returns the number of the part of this thread.
    program::ExprPtr part(Span span) const;
    /// Returns how many parts have something to do.
    program::ExprPtr parts(Span span) const;
    /// Returns the expression of a sum, in which what is taken away comes last: `idx - k`.
    program::ExprPtr expression(const lower::SymbolicSum& sum, Span span) const;
};

} // namespace cudapy::differentiate
