#pragma once
// Finds kernels whose derivative is 0 everywhere, because all that they store goes through steps: `floor(x)`,
// `int(x)`, comparisons.

#include "translator/differentiate/activity.h"

namespace cudapy::differentiate {

/// Returns the first step that a kernel takes of an active value, where none of the floats that it stores in
/// arrays of its caller is active; else null.
const program::Expr* only_step(const program::Function& kernel, const Activity& activity);

} // namespace cudapy::differentiate
