#pragma once
// Interprocedural mod/ref analysis: which arrays each function reads and writes, and what it asks of its
// place in the grid. The functions that it calls are included.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets array_uses, coordinates, own_coordinates, has_effects, is_called and is_recursive of every function.
void analyse_mod_ref(program::Program& program);

} // namespace cudapy::lower
