#pragma once
// The checked mode: a variable that some path reads and has not assigned, where CPython raises
// UnboundLocalError, gets another one beside it that says whether it has been assigned.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Of numbers; the checker has marked what reads them.
void lower_checked_reads(program::Function& function);

} // namespace cudapy::lower
