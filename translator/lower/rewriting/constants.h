#pragma once
// Adds `const` to the variables that keep the value they are declared with.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets Declare::is_const. Must come after everything that declares variables or assigns to them.
void mark_constants(program::Function& function);

} // namespace cudapy::lower
