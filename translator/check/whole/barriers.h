#pragma once
// This checks whether all threads of a block reach each barrier together, as far as the text shows it.

#include "translator/diagnostics/diagnostic.h"
#include "translator/program/program.h"

namespace cudapy {

/// Reports barriers under control flow that depends on the thread's coordinates, and barriers and shared
/// memory where no target can have them. Control flow that depends on values in memory is not known here; the
/// CPU target checks it when the kernel runs. Barriers do not wait for a thread that has ended, so a kernel
/// may return early. `allows_divergence` says that a barrier which some threads may miss is only warned of.
void check_barriers(const program::Program& program, bool allows_divergence, diag::Sink& sink);

} // namespace cudapy
