#pragma once
// This checks that atomics work on arrays that threads share, also where functions pass arrays on.

#include "translator/diagnostics/diagnostic.h"
#include "translator/program/program.h"

namespace cudapy {

/// Reports local arrays that are given to functions that change them by atomics.
void check_atomic_arrays(const program::Program& program, diag::Sink& sink);

} // namespace cudapy
