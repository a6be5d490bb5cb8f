#pragma once
// Host only: rematerializes cheap values of a thread's coordinates where they are used.

#include "translator/lower/analysis/uniformity.h"
#include "translator/program/program.h"

#include <vector>

namespace cudapy::lower {

/// Takes declarations out of the function's outermost block, and returns them: those of variables that vary,
/// are never assigned again, and are cheap arithmetic on coordinates, parameters and constants that never
/// change, such as `t = threadIdx.x`. To compute such a value again costs less than to keep it for each
/// thread of a block.
std::vector<program::StmtPtr> take_rematerializable(program::Function& function,
                                                    const Uniformity& uniformity);

/// Puts into each work-item loop those of the declarations that it needs.
void rematerialize_in_lanes(program::Function& function, const std::vector<program::StmtPtr>& declarations);

} // namespace cudapy::lower
