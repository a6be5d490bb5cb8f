#pragma once
// Writes loops without `break` and `continue`, so that only assignments, branches and loops are left to be
// reversed.

#include "translator/program/program.h"

#include <map>

namespace cudapy::differentiate {

/// The most iterations of loops, where a number is known.
using MostTrips = std::map<const program::Stmt*, int64_t>;

/// Makes of each `break` and `continue` a branch around what it skips, or a flag where that is not possible.
/// A `for` with a `break` becomes a `while`. No statement may return, and no loop may have an `else`.
MostTrips make_single_path(program::Function& function);

} // namespace cudapy::differentiate
