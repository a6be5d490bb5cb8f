#pragma once
// Finds out what each function does to its arrays and asks of its place in the grid. The functions that it
// calls are included.

#include "translator/program/program.h"

namespace cudapy::lower {

/// Sets array_uses, coordinates, own_coordinates, has_effects, is_called and is_recursive of every function.
void analyse_uses(program::Program& program);

} // namespace cudapy::lower
