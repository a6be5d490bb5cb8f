#pragma once
// Declares a local or shared array with its dimensions, `a[16][16]` for `a[16 * 16]`, where all its uses are
// elements whose indices are known: `a[i][j]` for `a[i * 16 + j]`. An array that is passed on, or of which
// there are parts, stays as it is.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Must come last of what makes or changes indices.
void declare_dimensions(program::Function& function);

} // namespace cudapy::lower
