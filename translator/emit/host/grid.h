#pragma once
// Host C++ for kernels whose blocks wait for each other: what runs them together.

#include "translator/emit/text/writer.h"

namespace cudapy::emit {

/// `CpuGrid`, which blocks wait at, and `run_together`, which runs each of them on a thread of its own.
void write_own_grid(Writer& writer);
/// The headers that it needs.
void write_own_grid_includes(Writer& writer);
/// The same where the launcher runs the blocks and lets them wait. `is_declared`: by a header.
void write_given_grid(Writer& writer, bool is_declared);

} // namespace cudapy::emit
