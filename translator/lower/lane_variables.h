#pragma once
// Host only: where the variables of a function live that runs several threads at once, loops over them
// inside.

#include "translator/lower/uniformity.h"
#include "translator/program/program.h"

namespace cudapy::lower {

/// A variable of one lane loop stays declared in it; one that varies and lives longer becomes an array over
/// the lanes (Variable::per_lane), declared at the top. Shared memory is left as it is.
void place_lane_variables(program::Function& function, const Uniformity& uniformity);

} // namespace cudapy::lower
