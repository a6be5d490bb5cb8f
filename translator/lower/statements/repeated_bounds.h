#pragma once
// Gives the bound of a slice a name where it is written more than once: where the slice begins is a part of
// its length, too.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Must come before lower_declarations.
void name_repeated_bounds(program::Function& function);

} // namespace cudapy::lower
