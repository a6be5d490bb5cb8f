#pragma once
// Which tuple types a program has: emitted files define a struct for each.

#include "translator/program/program.h"

#include <vector>

namespace cudapy::program {

/// Adds those of a function, types that others hold before them, each once.
void add_tuple_types(const Function& function, std::vector<const Type*>& types);
std::vector<const Type*> tuple_types(const Program& program);

} // namespace cudapy::program
