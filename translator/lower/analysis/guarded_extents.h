#pragma once
// Finds the extents that a kernel compares its threads' coordinates with: `if idy < A.shape[0] and idx < w:`.

#include "translator/program/program.h"

#include <vector>

namespace cudapy::lower {

/// Returns the extents that conditions anywhere in the kernel compare a coordinate with, to leave out the
/// threads from there on.
std::vector<generated::GuardedExtent> guarded_extents(const program::Function& kernel);

} // namespace cudapy::lower
