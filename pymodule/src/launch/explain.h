#pragma once
// These functions tell what a launch would do, and launch nothing.

#include "pymodule/src/launch/launch.h"

namespace cudapy::python {

/// Returns the extents of the blocks of the threads that were asked for as a tuple, which a coarsened variant
/// may divide. It raises LaunchError for a launch that would be refused.
Ref planned_block(const LoadedKernel& kernel, const LaunchShape& shape);
/// Returns a cudapy.LaunchPlan of the launch. It raises what planned_block raises.
Ref explain(Program& program, const LoadedKernel& kernel, const LaunchShape& shape);

} // namespace cudapy::python
