#pragma once
// Sorts functions topologically by the call graph: a function is before those that call it, so that a file
// needs declarations only of functions that call each other.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Moves functions that are called in front of the first one that calls them; the others keep their order.
void sort_topologically(program::Program& program);

} // namespace cudapy::lower
