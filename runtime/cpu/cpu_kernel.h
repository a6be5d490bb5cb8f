#pragma once
// The call between the runtime and a kernel compiled for the CPU, which files for C++ programs know too.

#include "runtime/include/cudapy/cpu_kernel.h"

namespace cudapy::runtime {

using generated::CpuEntry;
using generated::CpuGrid;
using generated::CpuRange;
using generated::first_assertion;
using generated::first_stall;
using generated::no_thread;

} // namespace cudapy::runtime
