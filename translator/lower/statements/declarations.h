#pragma once
// Declares every local where it is first needed, in the innermost block that all its uses are in.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Afterwards loops declare their variables where they can, and each other variable has one Declare.
void lower_declarations(program::Function& function);

} // namespace cudapy::lower
