#pragma once
// Lowers what the threads of a warp do together.

#include "translator/lower/analysis/uniformity.h"
#include "translator/options.h"
#include "translator/program/program.h"

#include <set>

namespace cudapy::lower {

/// The threads of a block that reach a statement, as per-lane bools.
struct ActiveThreads {
    program::Variable* taken = nullptr; ///< those for which the conditions around hold; null: all that live
    program::Variable* live = nullptr;  ///< those that have not returned; null: all
};

/// The statements that an operation of a warp becomes.
struct WarpStep {
    program::Block before;   ///< done once
    program::Block operands; ///< done by each thread that is here, in a loop of its own; may be empty
    program::StmtPtr loop;   ///< the loop over the warps; null where there is nothing left to do
    bool may_diverge = false;
};

/// Host only, in Function::block. `stmt` is the call of an operation of a warp, or assigns one to a variable.
/// A shuffle becomes a permutation of a per-lane variable, and a vote collects bits. Where other threads
/// reach it than its masks name, the block ends with Diverged. `remade` are variables that have no array over
/// the block.
WarpStep make_warp_step(program::Function& block, program::StmtPtr stmt, const ActiveThreads& here,
                        const Uniformity& uniformity, const std::set<const program::Variable*>& remade);

/// Makes calls of helpers of the reductions over a warp, in CUDA C++.
void lower_warp_reductions(program::Function& function, Target target);

} // namespace cudapy::lower
