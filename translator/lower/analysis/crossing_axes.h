#pragma once
// Host only: finds kernels that walk one array by rows and another one by columns, as a transpose does.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets Function::crosses_axes of a kernel that runs thread by thread and has an access whose rows are
/// those of its threads' x axis, `B[idx, idy]`. Its threads run in small squares, so that what they need of
/// such an array stays in the first-level cache until all of it was used.
void find_crossing_axes(program::Function& kernel);

} // namespace cudapy::lower
