#pragma once
// `const` for the variables that keep the value they are declared with.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets Declare::is_const. Comes after everything that declares variables or assigns to them.
void mark_constants(program::Program& program);

} // namespace cudapy::lower
