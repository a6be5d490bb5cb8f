#pragma once
// Checked mode: where some path reads a variable that it has not assigned, CPython raises UnboundLocalError.
// Such a variable gets another one next to it that says whether it has been assigned.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Handles variables that are numbers. The checker has marked the expressions that read them.
void lower_checked_reads(program::Function& function);

} // namespace cudapy::lower
