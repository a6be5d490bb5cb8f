#pragma once
// The function behind Launch.explain().

#include "pymodule/src/launch/launch.h"

namespace cudapy::python {

/// Returns a cudapy.LaunchPlan of the launch.
Ref explain(Program& program, const LoadedKernel& kernel, const LaunchShape& shape);

} // namespace cudapy::python
