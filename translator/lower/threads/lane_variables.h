#pragma once
// Host only: where the variables of a function live that runs several threads at once, loops over them
// inside.

#include "translator/lower/analysis/uniformity.h"
#include "translator/program/program.h"

#include <map>

namespace cudapy::lower {

/// A variable of one lane loop stays declared in it; one that varies and lives longer becomes an array over
/// the lanes (Variable::per_lane), declared at the top. Shared memory is left as it is.
void place_lane_variables(program::Function& function, const Uniformity& uniformity);

/// After it: makes one of the arrays over the lanes that are copies of one local array, since the calls that
/// they were copied for follow one another. `origins` is what inline_calls gave.
void merge_lane_arrays(program::Function& function,
                       const std::map<const program::Variable*, const program::Variable*>& origins);

} // namespace cudapy::lower
