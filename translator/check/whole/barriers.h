#pragma once
// Whether all threads of a block come to each barrier together, as far as that can be seen in the text.

#include "translator/diagnostics/diagnostic.h"
#include "translator/program/program.h"

namespace cudapy {

/// Reports barriers under control flow that depends on the thread's coordinates, and barriers and shared
/// memory where no target can have them. What depends on values in memory is not known here: the CPU target
/// looks at it when the kernel runs. A thread that has ended is not waited for, so that a kernel may return
/// early.
void check_barriers(const program::Program& program, diag::Sink& sink);

} // namespace cudapy
