#pragma once
// Host C++ for kernels whose blocks wait for each other: what runs them together.

#include "translator/emit/text/writer.h"

namespace cudapy::emit {

/// The headers that it needs.
void write_grid_includes(Writer& writer);
/// `CpuGrid`, which blocks wait at, and `run_together`, which runs each of them on a thread of its own.
void write_grid(Writer& writer);

} // namespace cudapy::emit
