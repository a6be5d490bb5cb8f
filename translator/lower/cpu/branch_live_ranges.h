#pragma once
// Host only: splits the live ranges of variables that are used anew under a condition around operations of
// warps.

#include "translator/program/program.h"

namespace cudapy::lower {

/// A variable that such a branch always assigns before it reads it, and that nobody reads after the branch
/// without assigning it, becomes another variable there: `o = 16`, `while o > 0: …` under `if warp == 0`.
/// Else a variable that only some threads assign would have no value that all have in common, neither there
/// nor elsewhere.
void split_branch_live_ranges(program::Function& block);

} // namespace cudapy::lower
