#pragma once
// What Launch.explain() gives.

#include "pymodule/src/launch/launch.h"

namespace cudapy::python {

/// A cudapy.LaunchPlan of the launch.
Ref explain(const LoadedKernel& kernel, const LaunchShape& shape);

} // namespace cudapy::python
