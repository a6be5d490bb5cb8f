#pragma once
// A kernel of the dialect of numba may be called like a function. Where it raises, the call would have to end
// the thread, and a kernel has no result by which it could say so.

#include "translator/diagnostics/diagnostic.h"
#include "translator/program/program.h"

namespace cudapy {

/// Reports calls of kernels that may end their thread.
void check_called_kernels(const program::Program& program, diag::Sink& sink);

} // namespace cudapy
