#pragma once
// CUDA only: unrolls loops and hoists the loads of several iterations before the first of them, where
// compilers may not.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Lets loops with 64-bit steps, as `range(idx, len(X), gridDim.x * blockDim.x)` does, make several
/// iterations at a time, whose loads come first: four where the loop has atomic operations or stores, over
/// which a compiler moves no load, so that each iteration would wait for its own; eight where it writes
/// nothing and is short, as in sums. A load comes first if every iteration makes it, from an array that the
/// kernel does not write and whose elements have another type than those of the arrays that the loop writes,
/// since arrays of one type may be one array. The iterations keep their order, and what is left of them is
/// made one by one. In a form for different arrays (CoarseningFacts::distinct) types do not matter.
void hoist_loads(program::Function& kernel);

} // namespace cudapy::lower
