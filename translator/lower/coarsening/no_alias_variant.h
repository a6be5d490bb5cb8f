#pragma once
// CUDA only: makes a second variant of a kernel for launches whose arrays are different ones.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Gives a kernel without a Function::coarsened one of one thread, if a loop of it loads from an array and
/// stores to another one of the same type. In that variant they are `__restrict__`
/// (CoarseningFacts::distinct), so that a compiler may load for several iterations before it stores. Kernels
/// whose threads work together, or that tell the host something, are left as they are.
void make_no_alias_variant(program::Function& kernel);

} // namespace cudapy::lower
