#pragma once
// CUDA only: decides of how many neighbouring threads one CUDA thread does the work.

#include "translator/lower/analysis/accesses.h"
#include "translator/program/program.h"

#include <array>
#include <optional>
#include <vector>

namespace cudapy::lower {

/// A clause for people: why a kernel fits no coarsened variant, or gains nothing from one.
inline constexpr const char* own_ways = "its threads diverge";

struct CoarseningPlan {
    std::array<int, 3> size = {1, 1, 1}; ///< the threads of a group along each axis
    /// The threads of a group in launches whose arguments do not allow the vectors of these; zeros for none.
    std::array<int, 3> otherwise = {0, 0, 0};
    /// The elements of a row that an iteration of a loop loads at once; 1 for none.
    int loop_vector = 1;
    bool has_column_accesses = false; ///< some array is accessed along y where others are accessed along x
    bool in_blocks = false; ///< the threads of a group are of one block, and wait for its other threads
    /// The reason that explain() shows: the gain of coarsening, or why it gains nothing.
    const char* reason = "";

    bool gains() const { return count() > 1 || loop_vector > 1; }
    int count() const { return size[0] * size[1] * size[2]; }
};

/// Returns the plan for a kernel with these accesses. Coarsening gains from three things:
/// - loads in a loop that are the same for neighbours along an axis are made once for several of them;
/// - elements that are neighbours, of threads or along a loop, are loaded and stored as vectors, or else
/// several
///   rows of them at the same time;
/// - rows that neighbours along y share, as in a stencil, are loaded once, as vectors where that can be.
///
/// `coarsen` is Options::coarsen: a size that is asked for is the plan's, whether that gains or not.
CoarseningPlan plan_coarsening(program::Function& kernel, const std::vector<Access>& accesses,
                               const std::array<int, 3>& coarsen = {0, 0, 0});

/// Returns the plan for a kernel whose threads wait for those of their block. `accesses` has those of shared
/// arrays, too. Groups are along y. They gain from loads in a loop that are the same for neighbours along y,
/// be they from shared memory or not.
CoarseningPlan plan_coarsening_in_blocks(program::Function& kernel, const std::vector<Access>& accesses,
                                         const std::array<int, 3>& coarsen = {0, 0, 0});

/// Returns whether some array is accessed along y where others are accessed along x, so that blocks shall be
/// about as high as they are wide.
bool has_column_accesses(const std::vector<Access>& accesses);

} // namespace cudapy::lower
