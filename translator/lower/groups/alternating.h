#pragma once
// CUDA only: tells whether neighbouring threads take turns at the ways that a kernel goes.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Returns whether a branch of the kernel depends on the place of a thread along the axis by more than
/// limits, as `if idx % 2 == 0`, so that the threads of most groups would part ways.
bool alternates_along(const program::Function& kernel, int axis);

} // namespace cudapy::lower
