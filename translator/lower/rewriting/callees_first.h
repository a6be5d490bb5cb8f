#pragma once
// Puts functions in the order in which C++ wants them: a function stands before those that call it, so that a
// file needs no declarations but those of functions that call each other.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Moves functions that are called in front of the first one that calls them; the others keep their order.
void put_callees_first(program::Program& program);

} // namespace cudapy::lower
