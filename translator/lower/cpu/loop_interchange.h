#pragma once
// Host only: finds the loops that may be interchanged with the loop over the threads of a block, so that
// neighbours read memory together.

#include "translator/lower/analysis/uniformity.h"
#include "translator/program/program.h"

#include <map>
#include <optional>

namespace cudapy::lower {

/// A loop that each thread begins at a place of its own, and that all go through by the same steps up to the
/// same end, as `for i in range(idx, n, gridsize)` is. In iteration k the variable of a thread is `start`
/// plus k steps plus the thread's `offset`, which is not negative and the same in all iterations.
struct InterchangedLoop {
    program::ExprPtr start;  ///< of the thread for which `offset` is 0; the same for all threads
    program::ExprPtr offset; ///< an expression of the thread's coordinates
    program::ExprPtr end;    ///< the variable is below it; the same for all threads
};

/// The values of variables that are rematerialized wherever they are needed (lower/cpu/rematerialize.h).
using RemadeValues = std::map<const program::Variable*, const program::Expr*>;

/// Returns how threads go through the interchanged loop, or nothing where they must go through it one by one:
/// where they leave it at different times for other reasons than the place at which they began, where they
/// may wait for one another, and where they report. All three parts have the type of coordinates,
/// `index_type`.
std::optional<InterchangedLoop> find_interchanged_loop(const program::ForC& loop,
                                                       const Uniformity& uniformity,
                                                       const RemadeValues& remade, const Type* index_type);

} // namespace cudapy::lower
