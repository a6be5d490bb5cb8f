#pragma once
// The forms of a program's kernels for groups of threads.

#include "pymodule/src/kernel/program.h"
#include "runtime/launch/kernel.h"

#include <string>

namespace cudapy::python {

/// Returns what the launcher needs to know about a kernel's form for groups.
runtime::GroupTraits group_traits(const KernelInfo& info, const KernelInfo::Group& group,
                                  const ProgramRequest& request);

/// Returns the size as text for keys, "4,2,1".
std::string size_text(const GroupSize& size);

} // namespace cudapy::python
