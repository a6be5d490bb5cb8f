#pragma once
// Finds arrays of a thread or of a block that are read before anything is written to them.

#include "translator/diagnostics/diagnostic.h"
#include "translator/program/program.h"

namespace cudapy::checker {

/// Warns of each `local` or `shared` array of the function whose first use, in the order of the text, reads
/// it. In a loop an array counts as written that the loop writes anywhere.
void report_unset_arrays(const program::Function& function, diag::Sink& sink);

} // namespace cudapy::checker
