#pragma once
// Refusing a launch if one of its threads would use an element outside its array.

#include "runtime/include/cudapy/cpu_kernel.h"
#include "runtime/launch/kernel.h"

#include <cstddef>
#include <string>

namespace cudapy::runtime {

using generated::ElementBound;

/// Returns whether one of so many threads along the bound's coordinate would go outside an array with that
/// extent along the bound's axis.
inline bool goes_outside(const ElementBound& bound, const Extent& threads, int64_t extent) {
    return bound.least < 0 || threads[static_cast<std::size_t>(bound.coordinate)] > extent - bound.most;
}

/// The facts about a launch that goes outside an array, for the message.
struct BoundsViolation {
    const ElementBound& bound;
    std::string array; ///< the parameter's name
    const int64_t* extents;
    int rank;
    std::string
        over; ///< what makes a launch with a thread for each element, `call.over(A)`; empty for nothing
};

/// Throws Error launch. Its message tells the launch's threads, the index or extent that does not fit, and
/// what to do.
[[noreturn]] void throw_outside(const Kernel& kernel, const Extent& threads, const Extent* block,
                                const BoundsViolation& outside);

} // namespace cudapy::runtime
