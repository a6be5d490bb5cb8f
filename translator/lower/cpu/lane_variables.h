#pragma once
// Host only: decides where a function that runs several threads at once, in loops over them, keeps its
// variables.

#include "translator/lower/analysis/uniformity.h"
#include "translator/program/program.h"

#include <map>

namespace cudapy::lower {

/// A variable of one work-item loop stays declared in it. One that varies and lives longer becomes an array
/// over the lanes (Variable::per_lane), declared at the top. Shared memory is left as it is.
void place_lane_variables(program::Function& function, const Uniformity& uniformity);

/// Runs after place_lane_variables. Where several arrays over the lanes are copies of one local array, it
/// makes one array of them, since the calls that they were copied for follow one another. `origins` is the
/// result of inline_calls.
void merge_lane_arrays(program::Function& function,
                       const std::map<const program::Variable*, const program::Variable*>& origins);

} // namespace cudapy::lower
