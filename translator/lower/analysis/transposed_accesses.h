#pragma once
// Host only: finds kernels with transposed accesses: they access one array by rows and another one by
// columns.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets Function::has_transposed_accesses of a kernel that runs thread by thread and has an access whose rows
/// are those of its threads' x axis, `B[idx, idy]`. Its threads run in small squares, so that what they need
/// of such an array stays in the first-level cache until all of it was used.
void find_transposed_accesses(program::Function& kernel);

} // namespace cudapy::lower
