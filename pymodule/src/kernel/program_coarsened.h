#pragma once
// The coarsened variants of a program's kernels.

#include "pymodule/src/kernel/program.h"
#include "runtime/launch/kernel.h"

#include <string>

namespace cudapy::python {

/// Returns what the launcher needs to know about a kernel's coarsened variant.
runtime::CoarsenedTraits coarsened_traits(const KernelInfo& info, const KernelInfo::Coarsened& coarsened,
                                          const ProgramRequest& request);

/// Returns the size as text for keys, "4,2,1".
std::string size_text(const CoarseningFactors& size);

} // namespace cudapy::python
