#pragma once
// Host C++ that runs the blocks of a kernel together, for kernels whose blocks wait for each other.

#include "translator/emit/text/writer.h"

#include <set>
#include <string>

namespace cudapy::emit {

/// Writes `CpuGrid`, which blocks wait at, and `run_together`, which runs each of them on a thread of its
/// own.
void write_own_grid(Writer& writer);
/// Returns the headers that these need.
std::set<std::string> own_grid_headers();
/// Writes the same where the launcher runs the blocks and lets them wait. `is_declared` says that a header
/// declares CpuGrid.
void write_given_grid(Writer& writer, bool is_declared);

} // namespace cudapy::emit
