#pragma once
// CUDA only: makes a second variant of a kernel, in which one CUDA thread does the work of several
// neighbouring threads.

#include "translator/program/program.h"

#include <array>

namespace cudapy::lower {

/// Gives a kernel that gains from it a Function::coarsened (coarsening_plan.h says when): loops outside and
/// threads inside, so that neighbours load together what they have in common; loads before stores, since
/// nothing is promised about the order between threads; and neighbouring elements as vectors
/// (vectorized_accesses.h). A thread keeps the order of its own operations. Where the threads of a group
/// disagree about a condition of their coordinates, the group gives up before it has stored anything, and
/// they run one by one. A kernel that fits no such variant is left as it is. CoarseningFacts::why says why a
/// kernel has, or has not, such a variant. Of one that has none it also sets
/// Function::has_divergent_trip_counts.
///
/// `coarsen` is Options::coarsen.
void make_coarsened_variant(program::Function& kernel, const std::array<int, 3>& coarsen);

} // namespace cudapy::lower
