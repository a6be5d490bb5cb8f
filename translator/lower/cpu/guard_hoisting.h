#pragma once
// Host only: guard hoisting: a kernel's guards go from the body of each thread to the bounds of the loops
// over threads.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Makes Function::limits of conditions that keep whole ranges of threads from doing anything, as
/// `if 0 < idx < w - 1: …` around all that a kernel does, or `if idx >= n: return` before it. Compilers then
/// vectorise over the threads in between without a mask. Kernels that have a variant for a block, that are
/// called, or whose conditions must be evaluated keep their guards. Conditions must be compared two by two
/// already.
void hoist_guards(program::Function& kernel, const Type* index_type);

} // namespace cudapy::lower
