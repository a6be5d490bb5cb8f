#pragma once
// Adds without atomics to elements of shared arrays that one thread of a block has between two barriers.

#include "translator/program/program.h"

#include <set>

namespace cudapy::differentiate {

/// Makes `S_bar[threadIdx.x] += amount` of an atomic addition to one of these shared arrays, where all
/// threads have elements of their own from the barrier before it to the one after it. The barriers are those
/// that the kernel keeps.
void drop_needless_shared_atomics(program::Function& kernel,
                                  const std::set<const program::Variable*>& arrays);

} // namespace cudapy::differentiate
